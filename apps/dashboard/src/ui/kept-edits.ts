/** Unsaved edits of forms, kept longer than the screen that shows them. */

/** Edits by user and form. In memory alone: forms hold passwords and tokens, too. */
const kept = new Map<string, object>();
export const none = {};
let keys: readonly string[] = [];
const listeners = new Set<() => void>();

/** Calls `listener` after every change, until the answered function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser asks whether to leave; the words are its own. */
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The edits under a key; `none` where there are none. */
export const keptEdits = (key: string): object => kept.get(key) ?? none;

/** Keys under which edits are kept; another list after each change. */
export const keptKeys = (): readonly string[] => keys;

/** Keeps `edits` in the place of those under the key; none of them forgets the key. */
export function keepEdits(key: string, edits: object): void {
  if (Object.keys(edits).length > 0) kept.set(key, edits);
  else kept.delete(key);
  if (kept.size !== keys.length || !keys.every((each) => kept.has(each))) keys = [...kept.keys()];
  // Only while it is needed: some browsers keep a page with this listener out of the back/forward cache.
  if (kept.size > 0) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

/** Forgets every unsaved edit: nothing stays in the page after a sign-out. */
export function forgetDrafts(): void {
  for (const key of kept.keys()) keepEdits(key, none);
}
