/** Converts one configuration variable from text to a value, and a wrong value to an explanation. */
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';

export interface Setting {
  schema: Type.TSchema;
  required: boolean;
  default: string | number | boolean | string[] | undefined;
  description: string;
  example: string | undefined;
  /** The value must not be printed. */
  secret: boolean;
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
};

/** The value that `text` (trimmed, not empty) stands for by the schema's type; the text itself when it stands for none. */
export function readSetting({ schema }: Setting, text: string): unknown {
  if (Type.IsInteger(schema)) return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (Type.IsNumber(schema)) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (Type.IsBoolean(schema)) return booleans[text.toLowerCase()] ?? text;
  if (Type.IsArray(schema)) {
    const parts = text.split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
  return text;
}

/** Explains what is wrong with a value, with the expected form and an example; `undefined` for a right value. */
export function settingProblem(setting: Setting, value: unknown, text: string): string | undefined {
  const example = setting.example === undefined ? '' : `, for example ${setting.example}`;
  if (value === undefined) return `is missing: ${lowerFirst(setting.description)}${example}`;
  if (Compile(setting.schema).Check(value)) return undefined;
  const shown = setting.secret ? 'has a value that' : `is “${text}”, which`;
  return `${shown} ${complaint(setting.schema, value)}${example}`;
}

function complaint(schema: Type.TSchema, value: unknown): string {
  const { minimum, maximum, minLength }: { minimum?: number; maximum?: number; minLength?: number } = schema;
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) {
    const kind = Type.IsInteger(schema) ? 'a whole number' : 'a number';
    const range = minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : '';
    return `is not ${kind}${range}`;
  }
  if (Type.IsBoolean(schema)) return 'is neither true nor false';
  if (Type.IsEnum(schema)) return `is none of ${schema.enum.join(', ')}`;
  if (Type.IsString(schema) && typeof value === 'string') {
    if (minLength !== undefined && value.length < minLength) {
      return `is only ${value.length} characters long; at least ${minLength} are needed`;
    }
  }
  if (Type.IsArray(schema)) return 'has a part that is not allowed';
  return 'does not have the right form';
}

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
