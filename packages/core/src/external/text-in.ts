/** Reads answers of other systems that nobody has checked. */

/** Returns what a text is as JSON; undefined for any other, such as a proxy's page. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the text in a field of something unchecked; empty for none. */
export const textIn = (thing: unknown, field: string): string => {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, field) : undefined;
  return typeof value === 'string' ? value : '';
};
