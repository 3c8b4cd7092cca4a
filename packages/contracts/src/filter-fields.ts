/** Fields of conversation filters. A new field is one entry here and a column in `@parley/db/conversations/filter`. */
import { conversationChannelIds } from './channels/list.ts';
import { conversationStatuses, priorities } from './conversation-fields.ts';
import type { Conversation } from './entities.ts';

/** Parts of a conversation that filters read. */
export type Filterable = Pick<
  Conversation,
  | 'id'
  | 'status'
  | 'isAiAssisted'
  | 'assignedRepresentativeId'
  | 'teamId'
  | 'websiteId'
  | 'channel'
  | 'unreadCount'
  | 'createdAt'
  | 'updatedAt'
  | 'waitingSince'
  | 'customerEmail'
  | 'customerName'
  | 'tagIds'
  | 'priority'
  | 'snoozedUntil'
>;

/** Values for the relative words of a filter. */
export interface FilterMeaning {
  /** Id of the caller. */
  me: string;
  /** Milliseconds since the epoch, for `older_than` and `newer_than`. */
  now: number;
}

/** Data outside the conversation, such as whether the caller follows it. */
export interface FilterKnowledge extends FilterMeaning {
  follows: (conversationId: string) => boolean;
}

/** How the values of a field are written and compared, and so which operators it has. */
export type FieldKind =
  /** A value of a fixed list. */
  | { kind: 'choice'; values: readonly string[]; of: (conversation: Filterable) => string }
  /** Yes or no. */
  | { kind: 'flag'; of: (conversation: Filterable, known: FilterKnowledge) => boolean }
  /** An id or none; `me` means the caller, `nobody` and `none` mean none. */
  | { kind: 'id'; words: readonly ('me' | 'nobody' | 'none')[]; of: (conversation: Filterable) => string | null }
  /** An instant, perhaps none. */
  | { kind: 'instant'; nullable: boolean; of: (conversation: Filterable) => string | null }
  /** Some ids, perhaps none. */
  | { kind: 'set'; of: (conversation: Filterable) => readonly string[] }
  /** A text in which words are looked for. */
  | { kind: 'text'; of: (conversation: Filterable) => string }
  /** A text of which is only asked whether there is one. */
  | { kind: 'presence'; of: (conversation: Filterable) => string | null };

/** The operators of each kind, and what their value is. */
export const filterOperators = {
  choice: { is: 'one', in: 'some' },
  flag: { is: 'boolean' },
  id: { is: 'one', in: 'some' },
  instant: { before: 'instant', after: 'instant', older_than: 'duration', newer_than: 'duration', known: 'boolean' },
  set: { has: 'one', has_any: 'some', known: 'boolean' },
  text: { contains: 'text' },
  presence: { known: 'boolean' },
} as const satisfies Record<
  FieldKind['kind'],
  Record<string, 'one' | 'some' | 'boolean' | 'instant' | 'duration' | 'text'>
>;

type OperatorsOf<K> = K extends keyof typeof filterOperators ? keyof (typeof filterOperators)[K] : never;
export type FilterOperator = OperatorsOf<keyof typeof filterOperators>;

export const filterFields = {
  status: { kind: 'choice', values: conversationStatuses, of: ({ status }) => status },
  aiAssisted: { kind: 'flag', of: ({ isAiAssisted }) => isAiAssisted },
  assignee: { kind: 'id', words: ['me', 'nobody'], of: (each) => each.assignedRepresentativeId },
  team: { kind: 'id', words: ['none'], of: ({ teamId = null }) => teamId },
  website: { kind: 'id', words: ['none'], of: ({ websiteId }) => websiteId },
  channel: { kind: 'choice', values: conversationChannelIds, of: ({ channel }) => channel },
  tag: { kind: 'set', of: ({ tagIds }) => tagIds },
  priority: { kind: 'choice', values: priorities, of: ({ priority }) => priority },
  snoozed: { kind: 'flag', of: ({ snoozedUntil }) => snoozedUntil !== null },
  unread: { kind: 'flag', of: ({ unreadCount }) => unreadCount > 0 },
  following: { kind: 'flag', of: ({ id }, { follows }) => follows(id) },
  createdAt: { kind: 'instant', nullable: false, of: ({ createdAt }) => createdAt },
  updatedAt: { kind: 'instant', nullable: false, of: ({ updatedAt }) => updatedAt },
  waitingSince: { kind: 'instant', nullable: true, of: ({ waitingSince }) => waitingSince },
  snoozedUntil: { kind: 'instant', nullable: true, of: ({ snoozedUntil }) => snoozedUntil },
  customer: { kind: 'text', of: (each) => `${each.customerEmail ?? ''} ${each.customerName ?? ''}` },
  customerEmail: { kind: 'presence', of: ({ customerEmail }) => customerEmail },
  customerName: { kind: 'presence', of: ({ customerName }) => customerName },
} as const satisfies Record<string, FieldKind>;

export type FilterField = keyof typeof filterFields;
export const filterFieldNames = Object.keys(filterFields) as FilterField[];

/** How a field's values are written and compared. */
export const kindOf = (field: FilterField): FieldKind => filterFields[field];
