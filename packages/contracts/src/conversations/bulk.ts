/** Many conversations changed together, in the background, with one undo. */
import * as Type from 'typebox';
import { AttributeContent, AttributeKey } from './attributes.ts';
import { Priority } from './conversation-fields.ts';
import { tagsPerConversationMax } from './limits.ts';
import { MessageContent } from '../entities.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

const TagIds = Type.Array(Id, { maxItems: tagsPerConversationMax, uniqueItems: true });

/** Commands for many conversations. */
export const BulkCommand = Type.Union([
  Strict({ type: Type.Literal('assign'), representativeId: Nullable(Id) }),
  /** Assigns a team, or none; an assignee outside the team is removed. */
  Strict({ type: Type.Literal('assign_team'), teamId: Nullable(Id) }),
  /** Returns it to the assistant, and unassigns it. */
  Strict({ type: Type.Literal('return_to_assistant') }),
  /** An equal answer to each customer, by the caller, which no undo takes back; refused by closed conversations. */
  Strict({ type: Type.Literal('reply'), content: MessageContent }),
  Strict({ type: Type.Literal('close') }),
  Strict({ type: Type.Literal('reopen') }),
  Strict({ type: Type.Literal('tag'), add: Type.Optional(TagIds), remove: Type.Optional(TagIds) }),
  Strict({ type: Type.Literal('prioritise'), priority: Priority }),
  /** An attribute of the conversations, or of their contacts or companies, which no undo restores; null takes its value away. */
  Strict({ type: Type.Literal('set_attribute'), key: AttributeKey, value: Nullable(AttributeContent) }),
  Strict({ type: Type.Literal('snooze'), until: Timestamp, wakesOnReply: Type.Optional(Type.Boolean()) }),
  Strict({ type: Type.Literal('unsnooze') }),
]);
export type BulkCommand = Type.Static<typeof BulkCommand>;

export const bulkLimits = {
  /** Conversations listed by id. */
  ids: 500,
  /** Conversations selected by a filter. */
  conversations: 10_000,
  commands: 5,
  /** Refusals returned with a batch. */
  refusals: 20,
} as const;

export const batchStatuses = ['waiting', 'running', 'done', 'failed'] as const;

export const Batch = Type.Object(
  {
    id: Id,
    actorId: Id,
    commands: Type.Array(BulkCommand),
    /** The batch that this one undoes. */
    undoOf: Nullable(Id),
    /** Whether it makes what it changes as it was; the undo of an undo does it again. */
    isUndo: Type.Boolean(),
    /** `failed` was given up halfway; what it did can be undone. */
    status: OneOf(batchStatuses),
    total: Type.Integer({ minimum: 0 }),
    changed: Type.Integer({ minimum: 0 }),
    /** They were so already. */
    unchanged: Type.Integer({ minimum: 0 }),
    refused: Type.Integer({ minimum: 0 }),
    /** The first of the refused, and why. */
    refusals: Type.Array(
      Type.Object({
        conversationId: Id,
        customer: Nullable(Type.String({ examples: ['customer@example.com'] })),
        reason: Type.String({ examples: ['Ben Cole has assigned it since.'] }),
        /** Message key for `reason`; null if it has none. */
        localized: Nullable(LocalizedText),
      }),
    ),
    createdAt: Timestamp,
    finishedAt: Nullable(Timestamp),
  },
  { $id: 'Batch' },
);
export type Batch = Type.Static<typeof Batch>;
