import { useState } from 'react';

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

/** Edits on top of what is saved; a change by somebody else shows through where nothing was edited. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>({});
  return {
    value: { ...saved, ...edits },
    edits,
    isDirty: Object.keys(edits).length > 0,
    set: (more) => setEdits((before) => ({ ...before, ...more })),
    reset: () => setEdits({}),
    settle: (taken) =>
      setEdits((now) => {
        const rest = { ...now };
        for (const field in taken) if (rest[field] === taken[field]) delete rest[field];
        return rest;
      }),
  };
}
