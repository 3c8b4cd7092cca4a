/** Internal notes, and mentions of users in them. */
import * as Type from 'typebox';
import { AttachmentInputs } from '../messages/attachments.ts';
import { MessageContent, MessageMarkdown, SearchMatch } from '../entities.ts';
import { noteMentionsMax } from './limits.ts';
import { Id, Nullable, Seq, Strict, Timestamp, without } from '../schema.ts';

/**
 * `mentions` contains user ids; `mentionsTeams` means the members of teams, and `mentionsOnline` all online users
 * (`@here`). Authors are not notified.
 */
export const mentioning = {
  mentions: Type.Optional(Type.Array(Id, { maxItems: noteMentionsMax, uniqueItems: true })),
  mentionsTeams: Type.Optional(Type.Array(Id, { maxItems: noteMentionsMax, uniqueItems: true })),
  mentionsOnline: Type.Optional(Type.Boolean()),
};

/** A note to be written; with `clientNoteId` writing it again is safe. */
export const NoteInput = Strict({
  /** May be left out where there are attachments. */
  content: Type.Optional(MessageContent),
  /** The text with formatting; `content` is derived from it then. */
  markdown: Type.Optional(MessageMarkdown),
  /** Uploads of the writer's own that nothing has brought yet. */
  attachments: Type.Optional(AttachmentInputs),
  ...mentioning,
  clientNoteId: Type.Optional(Id),
});

export const Mention = Type.Object(
  {
    conversationId: Id,
    /** The activity that wrote the note. */
    activityNo: Seq,
    /** Current name of the author. */
    actorName: Nullable(Type.String()),
    /** Current text; null if the note was removed. */
    body: Nullable(Type.String()),
    /** Visitor of the conversation, for the names and colours that stay with them. */
    visitorId: Nullable(Id),
    customerName: Nullable(Type.String()),
    customerEmail: Nullable(Type.String()),
    createdAt: Timestamp,
    readAt: Nullable(Timestamp),
  },
  { $id: 'Mention' },
);
export type Mention = Type.Static<typeof Mention>;

/** Earlier text of a note. */
export const NoteVersion = Type.Object({
  activityNo: Seq,
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
    /** The activity that wrote it. */
    activityNo: Seq,
    /** Last message before the note; 0 if there is none. */
    afterSeq: Seq,
    actorName: Nullable(Type.String()),
    /** The passage that holds what was looked for, and where. */
    match: Type.Object(without(SearchMatch.properties, 'seq')),
    visitorId: Nullable(Id),
    customerName: Nullable(Type.String()),
    customerEmail: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { $id: 'FoundNote' },
);
export type FoundNote = Type.Static<typeof FoundNote>;
