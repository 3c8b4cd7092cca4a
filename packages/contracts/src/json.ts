/** Reads JSON of unknown shape: a wrong type counts as missing. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the text in a field of something unchecked; empty for none. */
export function textIn(thing: unknown, field: string): string {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, field) : undefined;
  return textOf(value);
}

/** Undefined where the text is no JSON, as a proxy's page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
