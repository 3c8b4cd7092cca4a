/** Checks against a contract's schemas. Each is compiled when its route is first called: a process serves few of all. */
import { canonical } from '@parley/contracts/text/canonical';
import { Problem } from '@parley/contracts/problems';
import { refuseUnstorableText } from '@parley/contracts/text/text';
import { fieldErrors } from '@parley/core/field-errors';
import * as Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

export type Check = (value: unknown) => unknown;

function compiledLater(schema: Type.TSchema): () => Validator {
  let validator: Validator | undefined;
  return () => (validator ??= Compile(schema));
}

/**
 * Accepts what the schema accepts, in its one form (`canonical`) and otherwise as it came; refuses the rest with
 * `invalid` and its field errors.
 */
export function compileBody(schema: Type.TSchema): Check {
  const validator = compiledLater(schema);
  const mayBeAbsent = Type.IsOptional(schema);
  const inOneForm = canonical(schema);
  return (value) => {
    if (value === undefined && mayBeAbsent) return undefined;
    inOneForm?.(value);
    refuseUnstorableText(value);
    if (validator().Check(value)) return value;
    throw invalid(validator().Errors(value));
  };
}

/**
 * Query values arrive as text: numbers and switches are read where the schema asks for them, and defaults filled in.
 * A parameter given twice arrives as a list, which no schema accepts.
 */
export function compileQuery(schema: Type.TObject): Check {
  const validator = compiledLater(schema);
  const read = textReader(schema);
  const inOneForm = canonical(schema);
  return (value) => {
    refuseUnstorableText(value);
    const query = read(value);
    inOneForm?.(query);
    if (validator().Check(query)) return query;
    throw invalid(validator().Errors(query));
  };
}

/** A path that no id, number or name can have names nothing: `not_found`. Numbers are read where the schema asks for them. */
export function compileParams(schema: Type.TObject): Check {
  const validator = compiledLater(schema);
  const read = textReader(schema);
  const inOneForm = canonical(schema);
  return (value) => {
    const params = read(value);
    inOneForm?.(params);
    if (validator().Check(params)) return params;
    throw new Problem('not_found', 'There is nothing at this address.');
  };
}

function invalid(errors: Parameters<typeof fieldErrors>[0]): Problem {
  const found = fieldErrors(errors);
  const first = found[0];
  const detail = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'The request is not valid.';
  return new Problem('invalid', detail, { errors: found });
}

/** Makes a copy in which what arrives as text is what the schema asks for. */
function textReader(schema: Type.TObject): (value: unknown) => Record<string, unknown> {
  const properties = Object.entries<Type.TSchema>(schema.properties);
  return (value) => {
    const texts: Record<string, unknown> = Object.assign(Object.create(null), value);
    for (const [name, property] of properties) {
      const read = readText(property, texts[name]);
      if (read !== undefined) texts[name] = read;
    }
    return texts;
  };
}

function readText(schema: Type.TSchema, value: unknown): unknown {
  const declared = schema as { type?: string; default?: unknown };
  if (value === undefined) return declared.default;
  if (typeof value !== 'string') return value;
  if (declared.type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (declared.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
