/** Passages that say the same with other numbers. */
import * as Type from 'typebox';
import { Id, Nullable, Timestamp } from '../schema.ts';

const ContradictingPassage = Type.Object({
  passageId: Id,
  title: Type.String(),
  url: Nullable(Type.String()),
  /** Day of its document by its own words; null if it has none. */
  datedOn: Nullable(Type.String()),
  /** The sentence or row that contradicts the other one. */
  text: Type.String(),
});

/** Two passages that contradict each other, for a user to suspend one of them or to confirm both. */
export const KnowledgeContradiction = Type.Object(
  { older: ContradictingPassage, newer: ContradictingPassage, foundAt: Timestamp },
  { $id: 'KnowledgeContradiction' },
);
export type KnowledgeContradiction = Type.Static<typeof KnowledgeContradiction>;
