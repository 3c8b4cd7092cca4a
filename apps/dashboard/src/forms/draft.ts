import { useSyncExternalStore } from 'react';
import { useMe } from '../auth/auth.tsx';
import { seenOf } from '../api/as-seen.ts';
import { keepEdits, keptEdits, keptKeys, none, subscribe } from '../ui/kept-edits.ts';

export interface Draft<T> {
  /** Saved values with the edits on top. */
  value: T;
  edits: Partial<T>;
  /** Saved values of the edited fields when editing began. */
  seen: Partial<T>;
  isDirty: boolean;
  set: (edits: Partial<T>) => void;
  /** Forgets the edits. */
  reset: () => void;
  /** Forgets the edits that have been saved; later edits stay. */
  settle: (taken: Partial<T>) => void;
  /** Keeps the edits on top of what is saved now, after their author has seen the conflict. */
  seeAnew: (saved: T) => void;
}

/**
 * Holds edits on top of the saved values; a change by another user shows through in fields without edits. They are kept
 * under the form's `name` until they are saved or discarded, also while other screens are open, for the user who made
 * them. Before the page itself is left, the browser asks.
 */
export function useDraft<T extends object>(name: string, saved: T): Draft<T> {
  const key = `${useMe().id} ${name}`;
  const seenKey = `${key} as seen`;
  const read = (): Partial<T> => keptEdits(key);
  const readSeen = (): Partial<T> => keptEdits(seenKey);
  const edits = useSyncExternalStore(subscribe, read);
  const keep = (kept: Partial<T>, seen: T) => {
    keepEdits(seenKey, seenOf(seen, kept));
    keepEdits(key, kept);
  };
  return {
    value: { ...saved, ...edits },
    edits,
    seen: { ...seenOf(saved, edits), ...readSeen() },
    isDirty: Object.keys(edits).length > 0,
    set: (more) => keep({ ...read(), ...more }, { ...saved, ...readSeen() }),
    reset: () => keep(none, saved),
    settle: (taken) => {
      const rest = { ...read() };
      for (const field in taken) if (rest[field] === taken[field]) delete rest[field];
      keep(rest, { ...saved, ...readSeen() });
    },
    seeAnew: (now) => keepEdits(seenKey, seenOf(now, read())),
  };
}

/** Names of the user's forms with unsaved edits, and a way to forget the edits of some. */
export function useUnsavedForms(): { names: readonly string[]; discard: (names: readonly string[]) => void } {
  const mine = `${useMe().id} `;
  const kept = useSyncExternalStore(subscribe, keptKeys).filter((key) => key.startsWith(mine));
  const names = kept.map((key) => key.slice(mine.length)).filter((name) => !name.endsWith(' as seen'));
  return {
    names,
    discard: (some) => {
      for (const name of some) for (const key of [`${name} as seen`, name]) keepEdits(`${mine}${key}`, none);
    },
  };
}
