/**
 * Describes every field of a conversation once. The resource (`entities.ts`), its columns
 * (`@parley/db/conversations/fields`) and the export derive from this list.
 */
import * as Type from 'typebox';
import type { StoredAttributes } from './attributes.ts';
import { conversationChannelIds } from './channels/list.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from './schema.ts';

export const conversationStatuses = ['active', 'waiting', 'closed'] as const;
export const ConversationStatus = OneOf(conversationStatuses);
export type ConversationStatus = Type.Static<typeof ConversationStatus>;

/** Channels that customers write through. */
export const ConversationChannel = OneOf(conversationChannelIds);
export type ConversationChannel = Type.Static<typeof ConversationChannel>;

/** From what can wait to what cannot; `normal` unless set otherwise. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const Priority = OneOf(priorities);
export type Priority = Type.Static<typeof Priority>;

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
}

export const conversationFields = {
  id: { type: Id },
  createdAt: { type: Timestamp },
  /** The last activity; lists are ordered by it. */
  updatedAt: { type: Timestamp, column: 'lastActivityAt' },
  /** Time since when the customer waits for a person; null if they don't wait. */
  waitingSince: { type: Timestamp, none: 'null' },
  status: { type: ConversationStatus },
  isAiAssisted: { type: Type.Boolean() },
  assignedRepresentativeId: { type: Id, none: 'null' },
  /** Name of the assignee. */
  representative: { type: Type.String(), none: 'null', column: null },
  /** Team that the conversation is assigned to; `GET /api/teams` returns its name. Absent if there is none. */
  teamId: { type: Id, none: 'absent', isExported: false },
  team: { type: Type.String(), none: 'null', column: null, isReturned: false },
  websiteId: { type: Id, none: 'null' },
  website: { type: Type.String({ examples: ['shop.example.com'] }), none: 'null', column: 'websiteDomain' },
  channel: { type: ConversationChannel },
  /** The page it began on: its path, cut to 100 characters. */
  pagePath: { type: Type.String({ examples: ['/pricing'] }), none: 'null' },
  /** In the order in which they were added; `GET /api/tags` returns their names. */
  tagIds: { type: Type.Array(Id), isExported: false },
  tags: { type: Type.Array(Type.String()), column: null, isReturned: false },
  priority: { type: Priority },
  /** Spam is listed only in the spam list. */
  isSpam: { type: Type.Boolean(), column: null },
  /** Hidden from the open lists for all users until then; null if not snoozed. */
  snoozedUntil: { type: Timestamp, none: 'null' },
  /** Whether the customer's next message ends the snooze. */
  wakesOnReply: { type: Type.Boolean(), column: 'snoozeWakesOnReply' },
  /**
   * Customer messages that the reader has not read; at least 1 if the reader marked the conversation as unread.
   * Frames, webhooks and conversations listed beside something else count the messages that no user has read.
   */
  unreadCount: { type: Type.Integer({ minimum: 0 }), column: null },
  visitorId: { type: Id, none: 'null' },
  customerEmail: { type: Type.String({ examples: ['customer@example.com'] }), none: 'null' },
  customerName: { type: Type.String(), none: 'null' },
  /** English text of the hand-off: reason, then in lines what is asked, which facts were given and what was tried. */
  handOffReason: { type: Type.String(), none: 'null' },
  /** All of the conversation's, by key. */
  attributes: {
    type: Type.Unsafe<StoredAttributes>(Type.Object({}, { additionalProperties: true })),
    isReturned: false,
  },
  /** The conversation that it was merged into: closed, it leads there. Absent where it was not. */
  mergedInto: { type: Id, none: 'absent' },
  /** The conversations that were merged into it, as many as are left of them; absent where none was. */
  mergedIds: { type: Type.Array(Id), none: 'empty' },
  lastSeq: { type: Seq },
  /** Newest activity. Of two states of a conversation, the one with fewer activities or messages is older. */
  lastActNo: { type: Seq, none: 'absent' },
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
