/** The newest message that a reply takes into account. The server holds the reply when a colleague answered after it. */
export interface DraftBasis {
  /** Notes that everything up to this message was in view. */
  see: (seq: number) => void;
  /** Notes that a reply is begun in an empty field: it answers all messages that are here. */
  begin(): void;
  /** The caret comes back to a reply: its writer knows of the newest message if that was in view. */
  comeBack(): void;
  seq(): number;
}

/**
 * A message that arrives while the caret stays in the field changes nothing: its author looks at the field. A draft
 * from earlier answers what was here when the thread was opened.
 */
export function createDraftBasis(newest: () => number): DraftBasis {
  let basis = newest();
  let seen = 0;
  return {
    see(seq) {
      seen = Math.max(seen, seq);
    },
    begin() {
      basis = newest();
    },
    comeBack() {
      if (seen >= newest()) basis = seen;
    },
    seq: () => basis,
  };
}
