/** Arguments of a tool: held to its JSON schema before anything is asked or called. No schema is compiled into code. */
import { isObject } from '@parley/contracts/json';
import { toolArgumentMaxLength } from '@parley/contracts/assistant/tools';
import { Check, Errors } from 'typebox/schema';

type Schema = Record<string, unknown>;

const longestSchema = 20_000;
const deepest = 8;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** The names of the arguments. */
export const argumentNames = (parameters: Schema): string[] =>
  isObject(parameters.properties) ? Object.keys(parameters.properties) : [];

/** Returns the fault of an arguments schema as a sentence; null if there is none. */
export function schemaFault(parameters: Schema): string | null {
  const text = JSON.stringify(parameters);
  if (text.length > longestSchema) return 'The schema is too long.';
  if (depthOf(parameters) > 4 * deepest) return 'The schema is nested too deep.';
  if (/"\$(?:ref|dynamicRef|recursiveRef)"/.test(text)) return 'References ($ref) are not followed.';
  if (parameters.type !== 'object') return 'The schema must be one of an object.';
  if (parameters.properties !== undefined && !isObject(parameters.properties)) return '`properties` must be an object.';
  const known = argumentNames(parameters);
  const { required = [] } = parameters;
  if (!Array.isArray(required) || !required.every((name) => known.includes(String(name))))
    return '`required` must name properties.';
  try {
    Check(parameters, {});
    return null;
  } catch {
    return 'That is no JSON schema.';
  }
}

/** Returns the schema without the arguments that the server fills in: the model doesn't see them. */
export function withoutBound(parameters: Schema, bound: readonly string[]): Schema {
  const properties = isObject(parameters.properties) ? parameters.properties : {};
  const { required } = parameters;
  return {
    ...parameters,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !bound.includes(name))),
    ...(Array.isArray(required) && { required: required.filter((name) => !bound.includes(String(name))) }),
    additionalProperties: false,
  };
}

export type CheckedArguments = { arguments: Record<string, unknown> } | { fault: string };

/** Reads the arguments that a model has written. */
export function readArguments(text: string, parameters: Schema): CheckedArguments {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return { fault: 'The arguments are not JSON.' };
  }
  return checkArguments(value, parameters);
}

/** Holds arguments to their schema. */
export function checkArguments(value: unknown, parameters: Schema): CheckedArguments {
  if (!isObject(value)) return { fault: 'The arguments must be a JSON object.' };
  if (textsOf(value).some((each) => each.length > toolArgumentMaxLength))
    return { fault: `An argument is longer than ${toolArgumentMaxLength} characters.` };
  if (depthOf(value) > deepest) return { fault: 'The arguments are nested too deep.' };
  try {
    if (Check(parameters, value)) return { arguments: value };
    const [, errors] = Errors(parameters, value);
    const words = errors.slice(0, 3).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
    return { fault: words.join('; ') || 'The arguments do not fit.' };
  } catch {
    return { fault: 'The schema of this tool cannot be read.' };
  }
}

/** Every text of a value, names of properties too. */
export const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? [...Object.keys(value), ...Object.values(value).flatMap(textsOf)]
      : [];
