/**
 * The second log of a conversation, beside its messages: what happened to it, for the staff alone. Nothing of it ever
 * reaches a visitor, a mail, a prompt or a webhook of messages.
 */
import * as Type from 'typebox';
import { Attachment } from './attachments.ts';
import type { StoredAttributes } from './attributes.ts';
import { ConversationStatus, Priority, SenderType } from './entities.ts';
import { ignoredReasons } from './inbound-mail.ts';
import { CalledTool } from './tools.ts';
import { allOptional, Id, Nullable, OneOf, Seq, Timestamp } from './schema.ts';

/** What changes a conversation. */
export const changeKinds = [
  'assigned',
  'taken_over',
  'handed_off',
  'handed_back',
  'closed',
  'reopened',
  'identified',
  'snoozed',
  'unsnoozed',
  'prioritised',
  'tagged',
  'described',
  'marked_spam',
  'unmarked_spam',
  'merged',
  'unmerged',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Those that leave everything as it is for the customer, who hears nothing of them. */
export const staffChangeKinds: ReadonlySet<ChangeKind> = new Set([
  'snoozed',
  'unsnoozed',
  'prioritised',
  'tagged',
  'described',
  'marked_spam',
  'unmarked_spam',
  'merged',
  'unmerged',
]);

/** What the team writes beside a conversation, and does to what it wrote. */
export const noteKinds = ['noted', 'note_edited', 'note_removed'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** What the assistant did beside answering. */
export const toolKinds = ['tool_called'] as const;

/** Mails that belong to the conversation and are not the customer's own words, and their becoming messages. */
export const mailKinds = ['mail_received', 'mail_added'] as const;

/** The kinds of acts that change a conversation; an undo is told to whoever reacts as the change that it makes. */
export const changingActKinds = [...changeKinds, 'undone'] as const;
export type ChangingActKind = (typeof changingActKinds)[number];

export const actKinds = [...changingActKinds, ...noteKinds, ...toolKinds, ...mailKinds] as const;
export type ActKind = (typeof actKinds)[number];

/** Rules of the house that change conversations by themselves. */
export const rules = ['idle', 'unanswered', 'snooze'] as const;

/** Who or what brought an act about. */
export const Cause = Type.Union([
  Type.Object({
    by: Type.Literal('representative'),
    userId: Id,
    /** The reply with which it was done: by taking over what nobody had, or by its macro. All of it is undone as one. */
    messageSeq: Type.Optional(Seq),
  }),
  Type.Object({ by: Type.Literal('customer') }),
  Type.Object({ by: Type.Literal('assistant') }),
  Type.Object({ by: Type.Literal('rule'), rule: OneOf(rules) }),
  /** A mail that is not the customer's, or that was read again. */
  Type.Object({ by: Type.Literal('mail') }),
]);
export type Cause = Type.Static<typeof Cause>;

/** A mail that was not posted by itself, as it says of itself: its sender is proven by nothing. */
export const MailOfAct = Type.Object({
  mailId: Id,
  /** Empty where it names nobody. */
  senderName: Type.String(),
  senderAddress: Nullable(Type.String()),
  subject: Type.String(),
  /** Why it was not posted as the customer's. */
  reason: OneOf(ignoredReasons),
  /** Names of what was sent along. */
  fileNames: Type.Array(Type.String()),
});
export type MailOfAct = Type.Static<typeof MailOfAct>;

/** The fields of a conversation that acts tell of; in an act only those that it changed. */
export const ActFields = Type.Object(
  allOptional({
    status: ConversationStatus,
    assignedRepresentativeId: Nullable(Id),
    /** That representative's name at the time. */
    representative: Nullable(Type.String()),
    teamId: Nullable(Id),
    /** That team's name at the time. */
    team: Nullable(Type.String()),
    isAiAssisted: Type.Boolean(),
    customerEmail: Nullable(Type.String()),
    customerName: Nullable(Type.String()),
    tagIds: Type.Array(Id),
    /** What those were called at the time. */
    tags: Type.Array(Type.String()),
    priority: Priority,
    isSpam: Type.Boolean(),
    snoozedUntil: Nullable(Timestamp),
    wakesOnReply: Type.Boolean(),
    /** All of the conversation's, by key. */
    attributes: Type.Unsafe<StoredAttributes>(Type.Object({}, { additionalProperties: true })),
    /** Who snoozed it. */
    snoozedBy: Nullable(Id),
    /** What it was merged into. */
    mergedInto: Nullable(Id),
    /** What was merged into it. */
    mergedIds: Type.Array(Id),
    /** What the assistant called, and how that ended. */
    tool: CalledTool,
    /** What came by mail and was not posted. */
    mail: MailOfAct,
  }),
);
export type ActFields = Type.Static<typeof ActFields>;

/** How the note stands that an act wrote, edited or removed. */
export const NoteState = Type.Object({
  /** The act that wrote it. */
  actNo: Seq,
  editedAt: Nullable(Timestamp),
  /** Who is mentioned in it. */
  mentions: Type.Array(Id),
  /** Its files, for the team alone; none once it is removed. */
  attachments: Type.Optional(Type.Array(Attachment)),
});
export type NoteState = Type.Static<typeof NoteState>;

export const Act = Type.Object(
  {
    conversationId: Id,
    /** 1, 2, 3 … per conversation, without gaps. */
    actNo: Seq,
    /** The last message before it; acts after the same message follow each other by `actNo`. */
    afterSeq: Seq,
    kind: OneOf(actKinds),
    cause: Cause,
    /** The representative who caused it, as they are called now. */
    actorName: Nullable(Type.String()),
    before: ActFields,
    after: ActFields,
    /** Why, in words; of a note what it says now, empty where it brings files alone, null once it is removed; of a mail what it says. */
    body: Nullable(Type.String()),
    note: Nullable(NoteState),
    /** The batch of conversations with which it was made. */
    batchId: Nullable(Id),
    /** The act that it undoes. */
    undoOf: Nullable(Seq),
    /** It happened in another installation, from where the conversation was copied: told here, and not undone. */
    isCopied: Type.Optional(Type.Boolean()),
    createdAt: Timestamp,
  },
  { $id: 'Act' },
);
export type Act = Type.Static<typeof Act>;

/** What stands in the way of a change: what somebody did to the same before, or has written since. */
export const InTheWay = Type.Object(
  {
    act: Type.Optional(Act),
    message: Type.Optional(
      Type.Object({
        seq: Seq,
        senderType: SenderType,
        senderId: Nullable(Id),
        senderName: Nullable(Type.String()),
        createdAt: Timestamp,
      }),
    ),
  },
  { $id: 'InTheWay' },
);
export type InTheWay = Type.Static<typeof InTheWay>;
