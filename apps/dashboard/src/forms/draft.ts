import { useSyncExternalStore } from 'react';
import { useMe } from '../auth/auth.tsx';

export interface Draft<T> {
  /** What is saved, with the edits on top. */
  value: T;
  edits: Partial<T>;
  isDirty: boolean;
  set: (edits: Partial<T>) => void;
  /** Forgets the edits. */
  reset: () => void;
  /** Forgets the edits that have been saved; what was edited meanwhile stays. */
  settle: (taken: Partial<T>) => void;
}

/** Unsaved edits by person and form. In memory alone: forms hold passwords and tokens, too. */
const kept = new Map<string, object>();
const none = {};
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser asks whether to leave; the words are its own. */
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

function keep(key: string, edits: object): void {
  if (Object.keys(edits).length > 0) kept.set(key, edits);
  else kept.delete(key);
  // Only while it is needed: a page that may ask is kept out of the back/forward cache by some browsers.
  if (kept.size > 0) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

/** Forgets every unsaved edit: whoever signs out leaves nothing in the page. */
export function forgetDrafts(): void {
  for (const key of kept.keys()) keep(key, none);
}

/**
 * Edits on top of what is saved; a change by somebody else shows through where nothing was edited. They are kept under
 * the form's `name` until they are saved or discarded, over a look at other screens as well, for the person who made
 * them. Before the page itself is left, the browser asks.
 */
export function useDraft<T extends object>(name: string, saved: T): Draft<T> {
  const key = `${useMe().id} ${name}`;
  const read = (): Partial<T> => kept.get(key) ?? none;
  const edits = useSyncExternalStore(subscribe, read);
  return {
    value: { ...saved, ...edits },
    edits,
    isDirty: Object.keys(edits).length > 0,
    set: (more) => keep(key, { ...read(), ...more }),
    reset: () => keep(key, none),
    settle: (taken) => {
      const rest = { ...read() };
      for (const field in taken) if (rest[field] === taken[field]) delete rest[field];
      keep(key, rest);
    },
  };
}
