/** Canonical forms of values that can be written in several ways, so that comparisons and look-ups find them. */
import * as Type from 'typebox';
import { cleanLine } from './clean-line.ts';

/** Answers the value, its parts brought into their one form; what is no such part is left for the schema to refuse. */
export type Canonical = (value: unknown) => unknown;

const uuidLength = 36;

/**
 * Makes, once per schema, what brings a value just parsed into its one form, in place: ids in lower case (RFC 9562,
 * section 4), a `CleanLine` cleaned. Undefined where the schema has neither.
 */
export function canonical(schema: Type.TSchema): Canonical | undefined {
  const annotations: { format?: string; 'x-cleaned'?: boolean } = schema;
  if (annotations.format === 'uuid') return (value) => (isUuidLong(value) ? value.toLowerCase() : value);
  if (annotations['x-cleaned']) return (value) => (typeof value === 'string' ? cleanLine(value) : value);
  if (Type.IsUnion(schema)) return allOf(schema.anyOf.map(canonical));
  if (Type.IsArray(schema)) return ofItems(canonical(schema.items));
  if (Type.IsObject(schema)) return ofProperties(schema.properties);
  return undefined;
}

const isUuidLong = (value: unknown): value is string => typeof value === 'string' && value.length === uuidLength;

function allOf(all: readonly (Canonical | undefined)[]): Canonical | undefined {
  const steps = all.filter((step) => step !== undefined);
  return steps.length === 0 ? undefined : (value) => steps.reduce((before, step) => step(before), value);
}

const ofItems = (step: Canonical | undefined): Canonical | undefined =>
  step && ((value) => (Array.isArray(value) ? value.map(step) : value));

function ofProperties(properties: Type.TProperties): Canonical | undefined {
  const steps = Object.entries(properties).flatMap(([name, schema]) => {
    const step = canonical(schema);
    return step ? [[name, step] as const] : [];
  });
  if (steps.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    for (const [name, step] of steps) {
      if (Object.hasOwn(value, name)) Reflect.set(value, name, step(Reflect.get(value, name)));
    }
    return value;
  };
}
