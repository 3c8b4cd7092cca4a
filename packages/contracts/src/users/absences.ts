/** Absences of users. */
import * as Type from 'typebox';
import { Id, Nullable, Timestamp } from '../schema.ts';

/** Time in which a user counts as offline. */
export const Absence = Type.Object(
  {
    id: Id,
    userId: Id,
    from: Timestamp,
    /** End, when the user is back. */
    until: Timestamp,
    /** User who covers. */
    coveredBy: Nullable(Id),
    updatedAt: Timestamp,
  },
  { $id: 'Absence' },
);
export type Absence = Type.Static<typeof Absence>;
