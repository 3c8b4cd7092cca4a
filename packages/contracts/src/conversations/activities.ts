/**
 * The activity log of a conversation, beside its messages: what happened to it, for staff only. Nothing of it ever
 * reaches a visitor, a mail, a prompt or a webhook of messages.
 */
import * as Type from 'typebox';
import { Attachment } from '../messages/attachments.ts';
import { recordedProperties, settingKinds } from './conversation-fields.ts';
import { SenderType } from '../entities.ts';
import { HandOffSummary } from '../assistant/hand-off-packet.ts';
import { RatingOfActivity } from '../ratings/ratings.ts';
import { dueKinds } from '../sla/due-kinds.ts';
import { ignoredReasons } from '../channels/inbound-mail.ts';
import { CalledTool } from '../assistant/tools.ts';
import { Text } from '../i18n/localized-text.ts';
import { allOptional, Id, Nullable, OneOf, Seq, Timestamp } from '../schema.ts';

/** Kinds of activities that change a conversation. */
export const changeKinds = [
  'assigned',
  'taken_over',
  'handed_off',
  'returned_to_assistant',
  'closed',
  'reopened',
  'identified',
  'snoozed',
  'unsnoozed',
  ...settingKinds,
  'tagged',
  'described',
  'marked_spam',
  'unmarked_spam',
  'merged',
  'unmerged',
  'split',
  'split_off',
  'sla_warned',
  'sla_breached',
  'rated',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Changes that stay invisible to the customer and cause no notification to them. */
export const staffChangeKinds: ReadonlySet<ChangeKind> = new Set([
  'snoozed',
  'unsnoozed',
  ...settingKinds,
  'tagged',
  'described',
  'marked_spam',
  'unmarked_spam',
  'merged',
  'unmerged',
  'split',
  'split_off',
  'sla_warned',
  'sla_breached',
  'rated',
]);

/** Kinds of activities that write, edit or remove a note of the team. */
export const noteKinds = ['noted', 'note_edited', 'note_removed'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Kinds of activities of the assistant beside its answers. */
export const toolKinds = ['tool_called'] as const;

/** Runs of rules that changed nothing of the conversation: they sent a message, notified users or called a webhook. */
export const ruleKinds = ['rule_ran'] as const;

/** Mails that belong to the conversation and are not the customer's own words, and their becoming messages. */
export const mailKinds = ['mail_received', 'mail_added'] as const;

/** Kinds of activities that change a conversation; subscribers receive an undo as the change that it makes. */
export const changingActivityKinds = [...changeKinds, 'undone'] as const;
export type ChangingActivityKind = (typeof changingActivityKinds)[number];

/** How a conversation began, where its customer didn't begin it. */
export const originKinds = ['started'] as const;

export const activityKinds = [
  ...changingActivityKinds,
  ...noteKinds,
  ...toolKinds,
  ...ruleKinds,
  ...mailKinds,
  ...originKinds,
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Built-in rules that change conversations. */
export const rules = ['idle', 'unanswered', 'snooze', 'sla', 'routing'] as const;

/** Origin of an activity. */
export const Cause = Type.Union([
  Type.Object({
    by: Type.Literal('representative'),
    userId: Id,
    /** Reply that caused it, by taking over an unassigned conversation or by its macro. All is undone together. */
    messageSeq: Type.Optional(Seq),
  }),
  Type.Object({ by: Type.Literal('customer') }),
  Type.Object({ by: Type.Literal('assistant') }),
  Type.Object({ by: Type.Literal('rule'), rule: OneOf(rules) }),
  /** A rule of the installation (`contracts/rules`), with its name at the time. */
  Type.Object({ by: Type.Literal('automation'), ruleId: Id, name: Type.String(), runId: Id }),
  /** A mail that is not the customer's, or that was read again. */
  Type.Object({ by: Type.Literal('mail') }),
  /** An import from another product, with the name of the one who did it there. */
  Type.Object({ by: Type.Literal('import'), name: Nullable(Type.String()) }),
]);
export type Cause = Type.Static<typeof Cause>;

/** Mail that was not posted automatically. Its sender is a claim without proof. */
export const MailOfActivity = Type.Object({
  mailId: Id,
  /** Empty if the mail names no sender. */
  senderName: Type.String(),
  senderAddress: Nullable(Type.String()),
  subject: Type.String(),
  /** Why it was not posted as the customer's. */
  reason: OneOf(ignoredReasons),
  /** Names of what was sent along. */
  fileNames: Type.Array(Type.String()),
});
export type MailOfActivity = Type.Static<typeof MailOfActivity>;

/** Messages that were split off: to which conversation, or from which one, with their seqs where they were. */
export const SplitOfActivity = Type.Object({ conversationId: Id, seqs: Type.Array(Seq) });
export type SplitOfActivity = Type.Static<typeof SplitOfActivity>;
/** Target or promise that a conversation was due for, as it was then. */
export const DueOfActivity = Type.Object({
  kind: OneOf(dueKinds),
  at: Timestamp,
  /** Name of the SLA policy; null for a promise. */
  policy: Nullable(Type.String()),
});
export type DueOfActivity = Type.Static<typeof DueOfActivity>;

/** Fields that an activity records: only those it changed, with names as they were at the time. */
export const ActivityFields = Type.Object(
  allOptional({
    ...recordedProperties,
    /** Action that the assistant called, and its outcome. */
    tool: CalledTool,
    /** Kinds of actions that a rule has done. */
    ruleActions: Type.Array(Type.String()),
    /** Mail that arrived and was not posted as a message. */
    mail: MailOfActivity,
    split: SplitOfActivity,
    /** Names of attributes that it was closed without, though they are required. */
    leftEmpty: Type.Array(Type.String()),
    /** Target that was due. */
    due: DueOfActivity,
    /** Customer's answer to the question how satisfied they are. */
    rated: RatingOfActivity,
    /** Summary of a hand-off; `body` is its English text. */
    handOffSummary: HandOffSummary,
    /** Why a rule did it; `body` is its English text. */
    reason: Text,
  }),
);
export type ActivityFields = Type.Static<typeof ActivityFields>;

/** State of the note that an activity wrote, edited or removed. */
export const NoteState = Type.Object({
  /** The activity that wrote it. */
  activityNo: Seq,
  editedAt: Nullable(Timestamp),
  /** Users mentioned in the note. */
  mentions: Type.Array(Id),
  /** Its text with formatting; absent if it has none. */
  markdown: Type.Optional(Type.String()),
  /** Its files, for the team alone; none once it is removed. */
  attachments: Type.Optional(Type.Array(Attachment)),
});
export type NoteState = Type.Static<typeof NoteState>;

export const Activity = Type.Object(
  {
    conversationId: Id,
    /** 1, 2, 3 … per conversation, without gaps. */
    activityNo: Seq,
    /** The last message before it; activities after the same message follow each other by `activityNo`. */
    afterSeq: Seq,
    kind: OneOf(activityKinds),
    cause: Cause,
    /** Current name of the representative who caused it. */
    actorName: Nullable(Type.String()),
    before: ActivityFields,
    after: ActivityFields,
    /** Reason, text of a note or text of a mail. Empty if a note has only files; null once a note is removed. */
    body: Nullable(Type.String()),
    note: Nullable(NoteState),
    /** The batch of conversations with which it was made. */
    batchId: Nullable(Id),
    /** The activity that it undoes. */
    undoOf: Nullable(Seq),
    /** Copied from another installation together with the conversation: it is shown and can't be undone. */
    isCopied: Type.Optional(Type.Boolean()),
    createdAt: Timestamp,
  },
  { $id: 'Activity' },
);
export type Activity = Type.Static<typeof Activity>;

/** Conflict with a change: an earlier activity on the same field, or a message written since. */
export const InTheWay = Type.Object(
  {
    activity: Type.Optional(Activity),
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
