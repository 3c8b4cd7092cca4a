/** "Remind me": a time at which a representative wants to see a conversation again. Nobody else sees it. */
import * as Type from 'typebox';
import { Id, Nullable, Timestamp } from '../schema.ts';

export const Reminder = Type.Object(
  {
    conversationId: Id,
    remindAt: Timestamp,
    /** Its time has come; it stays until it is dismissed. */
    isDue: Type.Boolean(),
    /** Visitor of the conversation, for the names and colours that stay with them. */
    visitorId: Nullable(Id),
    customerName: Nullable(Type.String()),
    customerEmail: Nullable(Type.String()),
  },
  { $id: 'Reminder' },
);
export type Reminder = Type.Static<typeof Reminder>;
