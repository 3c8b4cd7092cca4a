import * as Type from 'typebox';
import { AttachmentInputs } from '../messages/attachments.ts';
import { sendDelaySecondsMax } from '../messages/limits.ts';
import { BulkMessage, BulkPreview, BulkReceivers, BulkRecipient } from '../conversations/bulk-messages.ts';
import { ConversationChannel } from '../conversations/conversation-fields.ts';
import { bulkMessageLimits, subjectMaxLength, tagsPerConversationMax } from '../conversations/limits.ts';
import { MessageContent, MessageMarkdown } from '../entities.ts';
import { route } from '../route.ts';
import { CleanLine, Described, Id, IdParam, Nullable, PageLimit, Strict } from '../schema.ts';

const tag = {
  name: 'Bulk messages',
  description: 'One text to many contacts, each in a conversation of their own that begins with it.',
};
const params = Strict({ id: IdParam });
const permission = 'messages.send_bulk';

const fields = {
  ...BulkReceivers,
  /** Defaults to the best way to reach each contact. */
  channel: Type.Optional(ConversationChannel),
  /** Mailbox that the mails come from; null, or left out, for the first one. */
  mailboxId: Type.Optional(Nullable(Id)),
  /** Assignee of the conversations; the caller unless given, unless it is a service. */
  assignedRepresentativeId: Type.Optional(Nullable(Id)),
  teamId: Type.Optional(Nullable(Id)),
  tagIds: Type.Optional(Type.Array(Id, { maxItems: tagsPerConversationMax, uniqueItems: true })),
  /** Subject of the mails; may have variables. */
  subject: Type.Optional(CleanLine({ minLength: 1, maxLength: subjectMaxLength })),
  /** Text with the variables of canned replies, such as `{{customer.firstName | "there"}}`. */
  content: Type.Optional(MessageContent),
  markdown: Type.Optional(MessageMarkdown),
  /** Files of the caller's own, which no other message brings. Each conversation gets them as files of its own. */
  attachments: Type.Optional(AttachmentInputs),
  /** Close each conversation until its contact replies. */
  closes: Type.Optional(Type.Boolean()),
};

export const previewBulkMessage = route({
  method: 'POST',
  path: '/api/bulk-messages/preview',
  access: 'staff',
  permission,
  tag,
  summary: 'Show what each contact would get and who is left out, with the reason; nothing is sent',
  refusals: ['not_found', 'blank_left'],
  body: Strict(fields),
  responses: { 200: BulkPreview },
});

export const sendBulkMessage = route({
  method: 'POST',
  path: '/api/bulk-messages',
  access: 'staff',
  permission,
  tag,
  summary: 'Start a conversation with each of up to 200 contacts by the same text; repeating it is safe',
  description:
    'The worker sends it in the background, after `delaySeconds` and once its files are checked. Mails have a link to unsubscribe. Contacts who ' +
    'can’t be written to are left out, with the reason.',
  refusals: ['not_found', 'conflict', 'blank_left'],
  body: Strict({
    ...fields,
    /** Seconds in which it can be stopped before anything is sent. */
    delaySeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: sendDelaySecondsMax })),
    clientBulkMessageId: Id,
  }),
  responses: { 200: BulkMessage, 202: BulkMessage },
});

export const listBulkMessages = route({
  method: 'GET',
  path: '/api/bulk-messages',
  access: 'staff',
  permission,
  tag,
  summary: 'List one’s own bulk messages, newest first; the Link header has the next page',
  description: 'Users who may change messages of others, and see every conversation, get everybody’s.',
  query: Strict({
    limit: PageLimit(100),
    cursor: Type.Optional(Described(Id, 'As in the Link header of the page before.')),
  }),
  responses: { 200: Type.Array(BulkMessage) },
});

export const getBulkMessage = route({
  method: 'GET',
  path: '/api/bulk-messages/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Get a bulk message, with how many contacts it was sent to and how many have replied',
  params,
  responses: { 200: BulkMessage },
});

export const listBulkRecipients = route({
  method: 'GET',
  path: '/api/bulk-messages/:id/recipients',
  access: 'staff',
  permission,
  tag,
  summary: 'List all contacts of a bulk message, and what became of each',
  params,
  responses: { 200: Type.Array(BulkRecipient, { maxItems: bulkMessageLimits.contacts }) },
});

export const stopBulkMessage = route({
  method: 'POST',
  path: '/api/bulk-messages/:id/stop',
  access: 'staff',
  permission,
  tag,
  summary: 'Stop a bulk message: who has not been written to by now isn’t; repeating it is safe',
  refusals: ['conflict'],
  params,
  responses: { 200: BulkMessage },
});
