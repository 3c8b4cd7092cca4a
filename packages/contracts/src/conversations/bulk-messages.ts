/** Bulk messages: one text to many contacts, each in a conversation of their own. */
import * as Type from 'typebox';
import { Filter } from '../filter/filter.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { mailStates } from '../channels/mail-states.ts';
import { ConversationChannel } from './conversation-fields.ts';
import { Attachment } from '../messages/attachments.ts';
import { bulkMessageLimits } from './limits.ts';

/**
 * Contacts to write to: either by id, or all that a search of the contacts finds at the moment.
 */
export const BulkReceivers = {
  contactIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: bulkMessageLimits.contacts, uniqueItems: true })),
  search: Type.Optional(
    Strict({
      /** Beginnings of words, like the search of the contacts; empty for all contacts. */
      q: Type.String({ maxLength: 200 }),
      companyId: Type.Optional(Id),
      /** Compares attributes of contacts and companies. */
      filter: Type.Optional(Filter),
    }),
  ),
};

/** `waiting` can be undone without anything being sent; `failed` was given up halfway. */
export const bulkMessageStatuses = ['waiting', 'sending', 'done', 'stopped', 'failed'] as const;

export const BulkMessage = Type.Object(
  {
    id: Id,
    /** Id that its author gave it. */
    clientBulkMessageId: Id,
    authorId: Id,
    authorName: Type.String({ examples: ['Ada Byron'] }),
    /** Null for the best way to reach each contact. */
    channel: Nullable(ConversationChannel),
    mailboxId: Nullable(Id),
    assignedRepresentativeId: Nullable(Id),
    teamId: Nullable(Id),
    tagIds: Type.Array(Id),
    subject: Nullable(Type.String()),
    /** Text with variables, as those of canned replies. */
    content: Type.String({ examples: ['Hello {{customer.firstName | "there"}}, the outage is over.'] }),
    /** The text with formatting; null if it has none. */
    markdown: Nullable(Type.String()),
    /** Files that go with each message. */
    attachments: Type.Optional(Type.Array(Attachment)),
    /** Whether each conversation is closed until its contact replies. */
    closes: Type.Boolean(),
    status: OneOf(bulkMessageStatuses),
    /** Before this time nothing is sent. */
    sendAt: Timestamp,
    /** Contacts, those left out included. */
    total: Type.Integer({ minimum: 0 }),
    sent: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({ minimum: 0 }),
    leftOut: Type.Integer({ minimum: 0 }),
    /** Contacts who have replied in the conversation. */
    replied: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    finishedAt: Nullable(Timestamp),
  },
  { $id: 'BulkMessage' },
);
export type BulkMessage = Type.Static<typeof BulkMessage>;

/** `left_out` was decided when the message was made, `stopped` by its author. */
export const bulkRecipientStates = ['waiting', 'sent', 'failed', 'left_out', 'stopped'] as const;

/** A contact of a bulk message, and what became of it. */
export const BulkRecipient = Type.Object(
  {
    /** Null once the contact is erased. */
    contactId: Nullable(Id),
    /** Visitor id of the contact in lists; names and colours of contacts without a name derive from it. */
    visitorId: Nullable(Id),
    name: Nullable(Type.String({ examples: ['Jane Roe'] })),
    email: Nullable(Type.String({ examples: ['jane@example.com'] })),
    state: OneOf(bulkRecipientStates),
    channel: Nullable(ConversationChannel),
    /** Why it was left out or failed. */
    reason: Nullable(Type.String({ examples: ['This address has unsubscribed from email.'] })),
    /** Message key for `reason`; null if it has none. */
    localized: Nullable(LocalizedText),
    /** Conversation that was started; null as well once it is deleted. */
    conversationId: Nullable(Id),
    /** State of its mail; null for other channels. */
    mailState: Nullable(OneOf(mailStates)),
    hasReplied: Type.Boolean(),
  },
  { $id: 'BulkRecipient' },
);
export type BulkRecipient = Type.Static<typeof BulkRecipient>;

/** A contact with the text that they would get, or the reason why they would get none. */
export const BulkPreview = Type.Object(
  {
    recipients: Type.Array(
      Type.Object({
        contactId: Id,
        visitorId: Nullable(Id),
        name: Nullable(Type.String({ examples: ['Jane Roe'] })),
        email: Nullable(Type.String({ examples: ['jane@example.com'] })),
        channel: ConversationChannel,
        subject: Nullable(Type.String()),
        content: Type.String({ examples: ['Hello Jane, the outage is over.'] }),
        markdown: Nullable(Type.String()),
      }),
    ),
    leftOut: Type.Array(
      Type.Object({
        contactId: Id,
        visitorId: Nullable(Id),
        name: Nullable(Type.String()),
        email: Nullable(Type.String()),
        reason: Type.String({ examples: ['This address has unsubscribed from email.'] }),
        localized: LocalizedText,
      }),
    ),
  },
  { $id: 'BulkPreview' },
);
export type BulkPreview = Type.Static<typeof BulkPreview>;
