/** Where somebody of the team is mentioned. */
import * as Type from 'typebox';
import { Id, Nullable, Seq, Timestamp } from './schema.ts';

export const Mention = Type.Object(
  {
    conversationId: Id,
    /** The act that wrote the note. */
    actNo: Seq,
    /** Who wrote it, as they are called now. */
    actorName: Nullable(Type.String()),
    /** What it says now; null once it is removed. */
    body: Nullable(Type.String()),
    /** Whose conversation it is, for names and colours that stay with a visitor. */
    visitorId: Nullable(Id),
    customerName: Nullable(Type.String()),
    customerEmail: Nullable(Type.String()),
    createdAt: Timestamp,
    readAt: Nullable(Timestamp),
  },
  { $id: 'Mention' },
);
export type Mention = Type.Static<typeof Mention>;

/** What a note said at one time. */
export const NoteVersion = Type.Object({
  actNo: Seq,
  /** Null where it was removed. */
  body: Nullable(Type.String()),
  actorName: Nullable(Type.String()),
  createdAt: Timestamp,
});
export type NoteVersion = Type.Static<typeof NoteVersion>;
