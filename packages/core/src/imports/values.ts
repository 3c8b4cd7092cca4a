/** Reads answers of other products, of which nothing is certain: a wrong type counts as missing. */
import { isObject, type Json } from '@parley/contracts/json';

export const fieldsOf = (value: unknown): Json => (isObject(value) ? value : {});

/** Returns a text or number as text; null for an empty one and everything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns an id; empty for none, which the check of the record refuses. */
export const idOf = (value: unknown): string => textOf(value) ?? '';

/** Returns an instant in UTC, from a text or from seconds or milliseconds since the epoch. */
export function instantOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{9,13}$/.test(value) ? Number(value) : null;
  const given = number === null ? (typeof value === 'string' ? value : '') : number < 1e11 ? number * 1000 : number;
  const date = new Date(given);
  const isSensible = date.getTime() > 0 && date.getUTCFullYear() < 2200;
  return isSensible ? date.toISOString() : null;
}

/** Returns texts of a list, without those that are empty. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : [];
