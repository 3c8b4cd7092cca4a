/**
 * Describes every field of a conversation once. The resource (`entities.ts`), its columns
 * (`@parley/db/conversations/fields`) and the export derive from this list.
 */
import * as Type from 'typebox';
import { AttributeContent, type StoredAttributes } from './attributes.ts';
import { conversationChannelIds } from '../channels/list.ts';
import { deliveryStates } from '../channels/mail-states.ts';
import { HandOffSummary } from '../assistant/hand-off-packet.ts';
import { dueKinds } from '../sla/due-kinds.ts';
import { emailMaxLength, nameMaxLength } from '../users/limits.ts';
import { participantsMax, relatedMax, subjectMaxLength } from './limits.ts';
import type { Permission } from '../permissions/permissions.ts';
import { allOptional, CleanLine, Id, linePattern, Nullable, OneOf, Seq, Timestamp } from '../schema.ts';

export const conversationStatuses = ['active', 'waiting', 'closed'] as const;
export const ConversationStatus = OneOf(conversationStatuses);
export type ConversationStatus = Type.Static<typeof ConversationStatus>;

/** Scores that customers give, as filters name them; `none` without one. */
export const conversationRatings = ['none', '1', '2', '3', '4', '5'] as const;
export const ConversationRating = OneOf(conversationRatings);
export type ConversationRating = Type.Static<typeof ConversationRating>;

/** Channels that customers write through. */
export const ConversationChannel = OneOf(conversationChannelIds);
export type ConversationChannel = Type.Static<typeof ConversationChannel>;

/** From what can wait to what cannot; `normal` unless set otherwise. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const Priority = OneOf(priorities);
export type Priority = Type.Static<typeof Priority>;

const CameFrom = Type.Object(
  allOptional({
    country: Type.String({ examples: ['DE'] }),
    /** Domain of the page that led to the website. */
    referrer: Type.String({ examples: ['google.com'] }),
    /** UTM parameters of the link. */
    source: Type.String({ examples: ['newsletter'] }),
    medium: Type.String({ examples: ['email'] }),
    campaign: Type.String({ examples: ['spring-sale'] }),
  }),
);

export interface ConversationField {
  /** Its values. */
  type: Type.TSchema;
  /** Form of a conversation without a value: it has null, or leaves the field out where it is null or empty. */
  none?: 'null' | 'absent' | 'empty';
  /** Its column where that has another name, in TypeScript's spelling; null if it is computed from other columns. */
  column?: string | null;
  /** False if the API does not return it; activities record it, or the export has it. */
  isReturned?: false;
  /** False if the export has a name in its place, or nothing. */
  isExported?: false;
  /** Sorts the team's work: a customer's own data is handed out without it. */
  isOfTeam?: true;
  /** Activities contain its values before and after. */
  isRecorded?: true;
  /** `PATCH /api/conversations/:id` changes it. */
  isChangeable?: true;
  /** Kind of activity that changing it writes; without one, commands of its own change it (`@parley/db/conversations/commands`). */
  activity?: string;
  /** Permission for changing it by hand; `conversations.update` without one. */
  permission?: Permission;
  /** Name, in the change, of the value that the caller has seen; a different current one → 409. */
  seen?: string;
  /** Name shared by the fields that one undo restores together; `each` for a list or map of which it restores the changed parts. */
  undo?: string;
  /** Fields of filters that compare it, by their names. */
  filters?: Readonly<Record<string, FieldFilter>>;
  /** Lists can be ordered by it: the last of its values first. */
  isSortable?: true;
}

/** How a filter compares a field. */
export type FieldFilter =
  /** A value of a fixed list, which is never missing. Searches have a word for it too, as in `status:closed`. */
  | { kind: 'choice'; values: readonly string[] }
  /** Yes or no; of any other field, whether it has a value. */
  | { kind: 'flag' }
  /** An id or none; `me` means the caller, `nobody` and `none` mean none. */
  | { kind: 'id'; words: readonly ('me' | 'nobody' | 'none')[] }
  /** An instant, perhaps none. */
  | { kind: 'instant'; nullable: boolean }
  /** Some ids, perhaps none. */
  | { kind: 'set' }
  /** A short text, perhaps none, which is compared as a whole: a part of an object. */
  | { kind: 'word'; part: string }
  /** A text in which words are looked for; of a list, these parts of its elements. */
  | { kind: 'text'; parts?: readonly string[] }
  /** A text of which is only asked whether there is one. */
  | { kind: 'presence' };

/** Header field of a mail that names a participant; `bcc` is none. */
export const participantKinds = ['to', 'cc', 'bcc'] as const;

/** Person who gets the mails of a conversation besides its customer. */
export const Participant = Type.Object(
  {
    address: Type.String({ format: 'email', maxLength: emailMaxLength, examples: ['accounting@example.com'] }),
    name: Nullable(Type.String({ maxLength: nameMaxLength, pattern: linePattern })),
    kind: OneOf(participantKinds),
  },
  { additionalProperties: false },
);
export type Participant = Type.Static<typeof Participant>;

/** Recipients of one message’s mail beside the customer. */
export const MessageRecipients = Type.Array(Participant, { maxItems: participantsMax });

export const conversationFields = {
  id: { type: Id },
  createdAt: { type: Timestamp, filters: { createdAt: { kind: 'instant', nullable: false } } },
  /** The last activity; lists are ordered by it. */
  updatedAt: {
    type: Timestamp,
    column: 'lastActivityAt',
    filters: { updatedAt: { kind: 'instant', nullable: false } },
  },
  /** Time since when the customer waits for a person; null if they don't wait. */
  waitingSince: { type: Timestamp, none: 'null', filters: { waitingSince: { kind: 'instant', nullable: true } } },
  /** Time of the close; absent while it is open. */
  closedAt: {
    type: Timestamp,
    none: 'absent',
    isExported: false,
    filters: { closedAt: { kind: 'instant', nullable: true } },
  },
  status: {
    type: ConversationStatus,
    isRecorded: true,
    undo: 'status',
    isChangeable: true,
    filters: { status: { kind: 'choice', values: conversationStatuses } },
  },
  isAiAssisted: {
    type: Type.Boolean(),
    isRecorded: true,
    undo: 'assignee',
    isChangeable: true,
    permission: 'conversations.assign',
    filters: { aiAssisted: { kind: 'flag' } },
  },
  assignedRepresentativeId: {
    type: Id,
    none: 'null',
    isRecorded: true,
    undo: 'assignee',
    isChangeable: true,
    permission: 'conversations.assign',
    seen: 'expectedRepresentativeId',
    filters: { assignee: { kind: 'id', words: ['me', 'nobody'] } },
  },
  /** Name of the assignee. */
  representative: { type: Type.String(), none: 'null', column: null, isRecorded: true },
  /**
   * Team that the conversation is assigned to; `GET /api/teams` returns its name. Absent if there is none. Assigning one
   * removes an assignee outside of it, unless the same call names them.
   */
  teamId: {
    type: Id,
    none: 'absent',
    isExported: false,
    isRecorded: true,
    undo: 'team',
    isChangeable: true,
    permission: 'conversations.assign',
    filters: { team: { kind: 'id', words: ['none'] } },
  },
  team: { type: Type.String(), none: 'null', column: null, isReturned: false, isRecorded: true },
  websiteId: { type: Id, none: 'null', filters: { website: { kind: 'id', words: ['none'] } } },
  website: { type: Type.String({ examples: ['shop.example.com'] }), none: 'null', column: 'websiteDomain' },
  channel: { type: ConversationChannel, filters: { channel: { kind: 'choice', values: conversationChannelIds } } },
  /** Subject of its mails; absent without one. */
  subject: {
    type: CleanLine({ minLength: 1, maxLength: subjectMaxLength }),
    none: 'absent',
    isRecorded: true,
    isChangeable: true,
    activity: 'retitled',
    seen: 'expectedSubject',
    undo: 'subject',
    filters: { subject: { kind: 'text' } },
  },
  /** Mailbox that its mails come to; absent for the first one, and without mails. */
  mailboxId: { type: Id, none: 'absent', isOfTeam: true, filters: { mailbox: { kind: 'id', words: ['none'] } } },
  /** The page it began on: its path, cut to 100 characters. */
  pagePath: { type: Type.String({ examples: ['/pricing'] }), none: 'null' },
  /** In the order in which they were added; `GET /api/tags` returns their names. */
  tagIds: {
    type: Type.Array(Id),
    isOfTeam: true,
    isExported: false,
    isRecorded: true,
    undo: 'each',
    filters: { tag: { kind: 'set' } },
  },
  tags: { type: Type.Array(Type.String()), column: null, isReturned: false, isRecorded: true },
  priority: {
    type: Priority,
    isOfTeam: true,
    isRecorded: true,
    undo: 'priority',
    isChangeable: true,
    activity: 'prioritised',
    seen: 'expectedPriority',
    filters: { priority: { kind: 'choice', values: priorities } },
    isSortable: true,
  },
  /** SLA policy that applies to it; absent without one. */
  slaPolicyId: { type: Id, isOfTeam: true, none: 'absent', filters: { sla: { kind: 'id', words: ['none'] } } },
  /** Earliest time by which the team is due to answer or to close it; absent while nothing is due. */
  dueAt: { type: Timestamp, isOfTeam: true, none: 'absent', filters: { dueAt: { kind: 'instant', nullable: true } } },
  /** Target that is due then. */
  dueKind: { type: OneOf(dueKinds), isOfTeam: true, none: 'absent' },
  /** Time from which that counts as soon: three quarters of the time have passed. */
  dueSoonAt: {
    type: Timestamp,
    isOfTeam: true,
    none: 'absent',
    filters: { dueSoonAt: { kind: 'instant', nullable: true } },
  },
  /** Time at which it first became overdue; absent if it never did. */
  breachedAt: { type: Timestamp, isOfTeam: true, none: 'absent', filters: { breached: { kind: 'flag' } } },
  /** Newest score that its customer gave, from 1 to 5. */
  rating: {
    type: ConversationRating,
    isOfTeam: true,
    isRecorded: true,
    filters: { rating: { kind: 'choice', values: conversationRatings } },
  },
  /** Time of that score; absent without one. */
  ratedAt: {
    type: Timestamp,
    isOfTeam: true,
    none: 'absent',
    filters: { ratedAt: { kind: 'instant', nullable: true } },
  },
  /** A low score that nobody has followed up. */
  isToFollowUp: {
    type: Type.Boolean(),
    isOfTeam: true,
    isRecorded: true,
    isChangeable: true,
    activity: 'followed_up',
    undo: 'followUp',
    filters: { toFollowUp: { kind: 'flag' } },
  },
  /** Spam is listed only in the spam list. */
  isSpam: { type: Type.Boolean(), isOfTeam: true, column: null, isRecorded: true, undo: 'spam' },
  /** Hidden from the open lists for all users until then; null if not snoozed, and to end a snooze. */
  snoozedUntil: {
    type: Timestamp,
    isOfTeam: true,
    none: 'null',
    isRecorded: true,
    undo: 'snooze',
    isChangeable: true,
    seen: 'expectedSnoozedUntil',
    filters: { snoozed: { kind: 'flag' }, snoozedUntil: { kind: 'instant', nullable: true } },
  },
  /** Whether the customer's next message ends the snooze too; true unless the change to `snoozedUntil` says otherwise. */
  wakesOnReply: {
    type: Type.Boolean(),
    isOfTeam: true,
    column: 'snoozeWakesOnReply',
    isRecorded: true,
    undo: 'snooze',
    isChangeable: true,
  },
  snoozedBy: { type: Id, none: 'null', isReturned: false, isExported: false, isRecorded: true, undo: 'snooze' },
  /**
   * Customer messages that the reader has not read; at least 1 if the reader marked the conversation as unread.
   * Frames, webhooks and conversations listed beside something else count the messages that no user has read.
   */
  unreadCount: { type: Type.Integer({ minimum: 0 }), column: null },
  visitorId: { type: Id, none: 'null' },
  /** Company of the contact; absent without one. */
  companyId: {
    type: Id,
    isOfTeam: true,
    none: 'absent',
    column: null,
    filters: { company: { kind: 'id', words: ['none'] } },
  },
  /** Name of the company. */
  company: { type: Type.String(), isOfTeam: true, none: 'null', column: null, isReturned: false },
  /**
   * Origin of the visitor when the conversation began, as far as their browser and page say; absent if nothing is known.
   */
  cameFrom: {
    type: CameFrom,
    isOfTeam: true,
    none: 'absent',
    filters: {
      country: { kind: 'word', part: 'country' },
      referrer: { kind: 'word', part: 'referrer' },
      utmSource: { kind: 'word', part: 'source' },
      utmMedium: { kind: 'word', part: 'medium' },
      utmCampaign: { kind: 'word', part: 'campaign' },
    },
  },
  customerEmail: {
    type: Type.String({ examples: ['customer@example.com'] }),
    none: 'null',
    isRecorded: true,
    filters: { customerEmail: { kind: 'presence' } },
  },
  customerName: {
    type: Type.String(),
    none: 'null',
    isRecorded: true,
    filters: { customerName: { kind: 'presence' } },
  },
  /**
   * Others who get the conversation’s mails, and whose answers join it under their own names. Addresses in lower case;
   * absent if there are none.
   */
  participants: {
    type: Type.Array(Participant, { maxItems: participantsMax }),
    isOfTeam: true,
    none: 'empty',
    isRecorded: true,
    undo: 'participants',
    isChangeable: true,
    activity: 'participants_changed',
    permission: 'conversations.reply',
    seen: 'expectedParticipants',
    filters: { participant: { kind: 'text', parts: ['address', 'name'] } },
  },
  /** State of the newest mail with messages of it, the worst of its copies; `none` if none has gone out. */
  delivery: {
    type: OneOf(deliveryStates),
    isOfTeam: true,
    column: 'mailState',
    filters: { delivery: { kind: 'choice', values: deliveryStates } },
  },
  /** Summary of the last hand-off, until the assistant has the conversation again. */
  handOffSummary: { type: HandOffSummary, isOfTeam: true, none: 'null' },
  /** All of the conversation's, by key. */
  attributes: {
    type: Type.Unsafe<StoredAttributes>(Type.Object({}, { additionalProperties: true })),
    isReturned: false,
    isRecorded: true,
    undo: 'each',
  },
  /** Values of its attributes and of its contact's and company's, by key. Absent if it has none. */
  attributeValues: {
    // `Type.Record` would add 4 kB to the dashboard's initial script.
    type: Type.Unsafe<Record<string, AttributeContent>>(Type.Object({}, { additionalProperties: AttributeContent })),
    none: 'absent',
    column: null,
    isExported: false,
  },
  /** The conversation that it was merged into: closed, it leads there. Absent where it was not. */
  mergedInto: {
    type: Id,
    isOfTeam: true,
    none: 'absent',
    isRecorded: true,
    undo: 'status',
    permission: 'conversations.merge',
  },
  /** The conversations that were merged into it, as many as are left of them; absent where none was. */
  mergedIds: {
    type: Type.Array(Id),
    isOfTeam: true,
    none: 'empty',
    isRecorded: true,
    undo: 'each',
    permission: 'conversations.merge',
  },
  /** Conversations that users have linked this one to; those linked to it have it there. Absent if there are none. */
  relatedIds: {
    type: Type.Array(Id, { maxItems: relatedMax }),
    isOfTeam: true,
    none: 'empty',
    isRecorded: true,
    undo: 'related',
    isChangeable: true,
    activity: 'related_changed',
    seen: 'expectedRelatedIds',
  },
  /** Closed conversation of the same customer that this one continues; absent if it continues none. */
  continues: { type: Id, none: 'absent' },
  /** User who started it; absent if its customer did. */
  startedBy: { type: Id, none: 'absent', isExported: false },
  lastSeq: { type: Seq },
  /** Newest activity. Of two states of a conversation, the one with fewer activities or messages is older. */
  lastActivityNo: { type: Seq, none: 'absent' },
  /** Forward-only cursors: everything up to this seq has reached, or been read by, that side. */
  customerDeliveredSeq: { type: Seq },
  customerReadSeq: { type: Seq },
  staffDeliveredSeq: { type: Seq },
  staffReadSeq: { type: Seq },
} as const satisfies Record<string, ConversationField>;

type Fields = typeof conversationFields;
export type ConversationFieldName = keyof Fields;
const fieldNames = Object.keys(conversationFields) as ConversationFieldName[];

/** Describes a field without its literal types. */
export const fieldOf = (name: ConversationFieldName): ConversationField => conversationFields[name];

type With<Description> = {
  [Name in ConversationFieldName]: Fields[Name] extends Description ? Name : never;
}[ConversationFieldName];
type ReturnedField = Exclude<ConversationFieldName, With<{ isReturned: false }>>;

/** Fields that customers do not get with their own data. */
export const teamFields = fieldNames.filter((name) => fieldOf(name).isOfTeam === true);
export const exportedFields = fieldNames.filter((name) => fieldOf(name).isExported !== false);

/** Fields that packages/db computes from several columns. */
export type ComputedField = With<{ column: null }>;
/** Returned fields with a column of their own. */
export type StoredField = Exclude<ReturnedField, ComputedField>;
/** Column of a field, in TypeScript's spelling. */
export type ColumnOf<Names extends ConversationFieldName> = {
  [Name in Names]: Fields[Name] extends { column: infer Column extends string } ? Column : Name;
}[Names];
/** The column of a field, in TypeScript's spelling. */
export const columnOf = <Name extends ConversationFieldName>(name: Name): ColumnOf<Name> =>
  (fieldOf(name).column ?? name) as ColumnOf<Name>;

const returnedFields = fieldNames.filter((name): name is ReturnedField => fieldOf(name).isReturned !== false);
export const storedFields = returnedFields.filter((name): name is StoredField => fieldOf(name).column !== null);

type Returned<Field extends ConversationField> = Field extends { none: 'absent' | 'empty' }
  ? Type.TOptional<Field['type']>
  : Field extends { none: 'null' }
    ? Type.TUnion<[Field['type'], Type.TNull]>
    : Field['type'];

const returned = ({ type, none }: ConversationField): Type.TSchema =>
  none === undefined ? type : none === 'null' ? Nullable(type) : Type.Optional(type);

/** Properties of the resource. */
export const returnedProperties = Object.fromEntries(returnedFields.map((name) => [name, returned(fieldOf(name))])) as {
  [Name in ReturnedField]: Returned<Fields[Name]>;
};

/** The value, or null without one: as activities record it, and changes give it. */
type Explicit<Field extends ConversationField> = Field extends { none: 'null' | 'absent' }
  ? Type.TUnion<[Field['type'], Type.TNull]>
  : Field['type'];

const explicit = ({ type, none }: ConversationField): Type.TSchema =>
  none === 'null' || none === 'absent' ? Nullable(type) : type;

const explicitOf = <Name extends ConversationFieldName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, explicit(fieldOf(name))])) as {
    [Each in Name]: Explicit<Fields[Each]>;
  };

type RecordedField = With<{ isRecorded: true }>;
export const recordedFields = fieldNames.filter((name): name is RecordedField => fieldOf(name).isRecorded === true);
export const isRecorded = (name: string): name is RecordedField => recordedFields.some((each) => each === name);
/** Properties of an activity's `before` and `after`. */
export const recordedProperties = explicitOf(recordedFields);

/** Fields that one change sets without any other effect. */
export type SettableField = With<{ activity: string }>;
export const settableFields = fieldNames.filter((name): name is SettableField => fieldOf(name).activity !== undefined);
/** Kinds of activities of setting such a field. */
export const settingKinds = settableFields.map((name) => conversationFields[name].activity);

type ChangeableField = With<{ isChangeable: true }>;
export const changeableFields = fieldNames.filter(
  (name): name is ChangeableField => fieldOf(name).isChangeable === true,
);

/** Fields of which a change can name the value that the caller has seen. */
export type SeenField = With<{ seen: string }>;
export const seenFields = fieldNames.filter((name): name is SeenField => fieldOf(name).seen !== undefined);

/** Properties of a change: new values, and those that the caller has seen. */
export const changeProperties = allOptional({
  ...explicitOf(changeableFields),
  ...(Object.fromEntries(seenFields.map((name) => [conversationFields[name].seen, explicit(fieldOf(name))])) as {
    [Name in SeenField as Fields[Name]['seen']]: Explicit<Fields[Name]>;
  }),
});

/** Permissions for changing fields by hand. */
export const permissionFor = (name: ConversationFieldName): Permission =>
  fieldOf(name).permission ?? 'conversations.update';

/** Fields that an undo restores as a whole. */
export const restoredFields = recordedFields.filter((name) => !['each', undefined].includes(fieldOf(name).undo));

export type FilteredField = With<{ filters: object }>;
/** Fields of filters that compare one field of a conversation. */
export type FieldFilterName = { [Name in FilteredField]: keyof Fields[Name]['filters'] }[FilteredField];
/** Filters with a fixed list of values. */
export type ChoiceName = {
  [Name in FilteredField]: {
    [Each in keyof Fields[Name]['filters']]: Fields[Name]['filters'][Each] extends { kind: 'choice' } ? Each : never;
  }[keyof Fields[Name]['filters']];
}[FilteredField];

/** Filters of the fields, in the order of the fields. */
export const fieldFilters = fieldNames.flatMap((name) =>
  Object.entries(fieldOf(name).filters ?? {}).map(([filter, how]) => ({
    filter: filter as FieldFilterName,
    name: name as FilteredField,
    how,
  })),
);

/** Fields that lists can be ordered by. */
export type SortableField = With<{ isSortable: true }>;
export const sortableFields = fieldNames.filter((name): name is SortableField => fieldOf(name).isSortable === true);
export const isSortable = (name: string | undefined): name is SortableField =>
  sortableFields.some((each) => each === name);
