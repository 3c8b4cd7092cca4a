/** Where somebody of the team is mentioned. */
import * as Type from 'typebox';
import { AttachmentInputs } from './attachments.ts';
import { MessageContent, SearchMatch } from './entities.ts';
import { noteMentionsMax } from './limits.ts';
import { Id, Nullable, Seq, Strict, Timestamp } from './schema.ts';

/** `mentions` names people by id; `mentionsOnline` all who are online (`@here`). Nobody is told of their own note. */
export const mentioning = {
  mentions: Type.Optional(Type.Array(Id, { maxItems: noteMentionsMax, uniqueItems: true })),
  mentionsOnline: Type.Optional(Type.Boolean()),
};

/** A note to be written; with `clientNoteId` writing it again is safe. */
export const NoteInput = Strict({
  /** May be left out where there are attachments. */
  content: Type.Optional(MessageContent),
  /** Uploads of the writer's own that nothing has brought yet. */
  attachments: Type.Optional(AttachmentInputs),
  ...mentioning,
  clientNoteId: Type.Optional(Id),
});

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

/** A note that a search found. */
export const FoundNote = Type.Object(
  {
    conversationId: Id,
    /** The act that wrote it. */
    actNo: Seq,
    /** The message that it stands behind; 0 before the first. */
    afterSeq: Seq,
    actorName: Nullable(Type.String()),
    /** The passage that holds what was looked for, and where. */
    match: Type.Omit(SearchMatch, ['seq']),
    visitorId: Nullable(Id),
    customerName: Nullable(Type.String()),
    customerEmail: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { $id: 'FoundNote' },
);
export type FoundNote = Type.Static<typeof FoundNote>;
