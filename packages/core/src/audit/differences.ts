/** Differences of two states, as the details of an audit entry. */
import { isDeepStrictEqual } from 'node:util';

export interface Differences {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Returns the fields that differ, before and after. Secrets must be masked or absent in both states. */
export function differencesOf<T extends object>(
  present: T,
  next: T,
  names: readonly string[] = Object.keys({ ...present, ...next }),
): Differences {
  const differing = names.filter((name) => !isDeepStrictEqual(Reflect.get(present, name), Reflect.get(next, name)));
  return { before: fieldsOf(present, differing), after: fieldsOf(next, differing) };
}

/** Returns these fields of a state. */
export const fieldsOf = (state: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(state, name)]));
