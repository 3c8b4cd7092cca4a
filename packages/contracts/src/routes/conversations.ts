import * as Type from 'typebox';
import { Activity } from '../conversations/activities.ts';
import { AttachmentInputs, SentFile } from '../messages/attachments.ts';
import { BlocksDraft } from '../messages/blocks.ts';
import { Macro } from '../messages/canned-replies.ts';
import { Batch } from '../conversations/bulk.ts';
import { Original } from '../assistant/copilot.ts';
import {
  changeProperties,
  ConversationChannel,
  ConversationStatus,
  MessageRecipients,
} from '../conversations/conversation-fields.ts';
import {
  ChangedConversation,
  Conversation,
  EmailSource,
  Message,
  MessageContent,
  MessageMarkdown,
  MessageVersion,
  OriginalEmail,
  ReactionChange,
  VisitorProfile,
} from '../entities.ts';
import {
  conversationsPerPageMax,
  customerFilesMax,
  splitMessagesMax,
  subjectMaxLength,
  tagsMax,
  tagsPerConversationMax,
} from '../conversations/limits.ts';
import { messagesPerPageMax } from '../messages/limits.ts';
import { MessageTemplate, SentTemplate } from '../messages/message-templates.ts';
import { searchMaxLength } from '../filter/limits.ts';
import { filterTextMax } from '../filter/filter.ts';
import { NoteInput } from '../conversations/notes.ts';
import { route } from '../route.ts';
import { nameMaxLength } from '../users/limits.ts';
import { ReachableEmail } from './visitor.ts';
import {
  CleanLine,
  Defaulted,
  Described,
  Id,
  IdParam,
  NoContent,
  Nullable,
  OneOf,
  PageLimit,
  Seq,
  Strict,
} from '../schema.ts';
import { ListSort } from '../conversations/views.ts';

export const conversationsTag = {
  name: 'Conversations',
  description: 'Reading, answering, assigning and closing conversations.',
};
const tag = conversationsTag;

/** Maximum length of the address of a picture that we fetch. */
export const remotePictureAddressMax = 4_000;

const UndoneActivity = Type.Object(
  {
    /** State after the change. */
    conversation: Conversation,
    /** The undo. */
    activity: Activity,
    /** Undos of `others`, in their order. */
    others: Type.Optional(Type.Array(Activity)),
  },
  { $id: 'UndoneActivity' },
);
const params = Strict({ id: IdParam });

export const listConversations = route({
  method: 'GET',
  path: '/api/conversations',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List conversations by last activity, or by the longest wait; the Link header has the next page',
  query: Strict({
    status: Type.Optional(Described(ConversationStatus, 'Only what is in this state.')),
    assigned: Type.Optional(
      Type.Union([OneOf(['me', 'none']), Id], {
        description: 'Only those of the caller, of nobody, or of this person.',
      }),
    ),
    snoozed: Type.Optional(Type.Boolean({ description: 'Only those that are snoozed, or only the others' })),
    spam: Type.Optional(Type.Boolean({ description: 'Spam alone, which is in no other list' })),
    filter: Type.Optional(Type.String({ maxLength: filterTextMax, description: 'A Filter as JSON' })),
    sort: Type.Optional(Described(ListSort, 'In which order.')),
    q: Type.Optional(
      Type.String({
        maxLength: searchMaxLength,
        description:
          'Words, "phrases" and -exclusions; and filters as words, each of which `-` turns round: ' +
          '`from:` name or address of the customer, `assignee:` a name, `me` or `nobody`, `tag:`, `status:`, `website:` ' +
          'its domain or `none`, `channel:`, `priority:`, `is:` unread, read, snoozed, open, mine, unassigned, assisted or followed, ' +
          '`has:` email, name or tag, `before:` (begun) and `after:` (active) a day (2026-11-21, 2026-11, today, 7d; UTC). ' +
          'Several values stand with commas between, what has blanks in quotes',
      }),
    ),
    limit: PageLimit(conversationsPerPageMax),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'As in the Link header of the page before.' })),
  }),
  responses: { 200: Type.Array(Conversation) },
});

export const countUnread = route({
  method: 'GET',
  path: '/api/unread',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary:
    'Count the caller’s unread open conversations: assigned to them or nobody, neither the assistant’s nor snoozed',
  responses: { 200: Type.Object({ conversations: Type.Integer() }) },
});

export const getConversation = route({
  method: 'GET',
  path: '/api/conversations/:id',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Get a conversation with its newest 50 messages, oldest first',
  params,
  responses: { 200: Conversation },
});

export const listMessages = route({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'List messages before or after a seq, oldest first',
  params,
  query: Strict({
    before: Type.Optional(Described(Seq, 'Only what is older than this one.')),
    after: Type.Optional(Described(Seq, 'Only what is newer than this seq.')),
    limit: PageLimit(messagesPerPageMax),
  }),
  responses: { 200: Type.Array(Message) },
});

const message = Strict({ id: IdParam, seq: Described(Seq, 'Which message.') });

export const editMessage = route({
  method: 'PATCH',
  path: '/api/conversations/:id/messages/:seq',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Edit one’s own message, or any of the team as an admin; both sides see that it was edited',
  refusals: ['conflict'],
  params: message,
  body: Strict({
    content: MessageContent,
    /** The text with formatting; `content` is derived from it then. */
    markdown: Type.Optional(MessageMarkdown),
    /** Last `editNo` that the caller has seen, 0 without one; a different current one → 409. */
    expectedEditNo: Type.Optional(Seq),
  }),
  responses: { 200: Message },
});

export const removeMessage = route({
  method: 'DELETE',
  path: '/api/conversations/:id/messages/:seq',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Remove one’s own message, or any of the team as an admin; its place stays',
  refusals: ['conflict'],
  params: message,
  responses: { 200: Message },
});

export const reactToMessage = route({
  method: 'POST',
  path: '/api/conversations/:id/messages/:seq/reactions',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Put an emoji on a message, or take one’s own back; both sides see it',
  refusals: ['conflict'],
  params: message,
  body: ReactionChange,
  responses: { 200: Message },
});

export const listMessageVersions = route({
  method: 'GET',
  path: '/api/conversations/:id/messages/:seq/history',
  access: 'staff',
  permission: 'messages.read_history',
  conversations: ['params.id'],
  tag,
  summary: 'List the earlier texts of a message, oldest first',
  params: message,
  responses: { 200: Type.Array(MessageVersion) },
});

export const getOriginalEmail = route({
  method: 'GET',
  path: '/api/conversations/:id/messages/:seq/email',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Get the whole email of a message, with its recipients and the text that the message leaves out',
  params: message,
  responses: { 200: OriginalEmail },
});

export const getOriginalEmailPage = route({
  method: 'GET',
  path: '/api/conversations/:id/messages/:seq/email/page',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary:
    'Get the HTML of a message’s email as a page for a frame, without the email’s scripts and forms, and without pictures of other servers unless they are allowed or asked for',
  params: message,
  query: Strict({
    pictures: Defaulted(
      Type.Boolean({
        description: 'Show pictures of other servers this time. We fetch them, and their servers learn that',
      }),
      false,
    ),
    folded: Defaulted(Type.Boolean({ description: 'Leave out the quoted mail' }), false),
    dark: Defaulted(Type.Boolean({ description: 'Turn light colours into dark ones' }), false),
  }),
  responses: { 200: Type.String() },
  raw: true,
});

export const allowPictures = route({
  method: 'PUT',
  path: '/api/conversations/:id/messages/:seq/email/pictures',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Show pictures of other servers in the emails of this conversation, or of the email’s sender, from now on',
  params: message,
  body: Strict({ for: OneOf(['conversation', 'sender']) }),
  responses: { 204: NoContent },
});

export const blockPictures = route({
  method: 'DELETE',
  path: '/api/conversations/:id/messages/:seq/email/pictures',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Ask again before pictures of other servers are shown in emails of this conversation and of this sender',
  params: message,
  responses: { 204: NoContent },
});

export const getEmailSource = route({
  method: 'GET',
  path: '/api/conversations/:id/messages/:seq/email/source',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Get the email of a message as it came, with its headers, as text, while it is stored',
  params: message,
  responses: { 200: EmailSource },
});

export const downloadEmail = route({
  method: 'GET',
  path: '/api/conversations/:id/messages/:seq/email/raw',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Download the email of a message as it came (.eml), while it is stored',
  params: message,
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const readRemotePicture = route({
  method: 'GET',
  path: '/api/mail/pictures',
  access: 'link',
  tag,
  summary: 'Get a picture of another server that an email names, with a link that the page of the email contains',
  query: Strict({
    url: Type.String({ maxLength: remotePictureAddressMax, description: 'Its address.' }),
    link: Type.String({ maxLength: 200, description: 'The signature.' }),
  }),
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const listActivities = route({
  method: 'GET',
  path: '/api/conversations/:id/activities',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'List the activities of a conversation before or after an activityNo, oldest first; the newest by default',
  params,
  query: Strict({
    before: Type.Optional(Described(Seq, 'Only what is older than this one.')),
    after: Type.Optional(Described(Seq, 'Only what is newer than this seq.')),
    limit: PageLimit(messagesPerPageMax, messagesPerPageMax),
  }),
  responses: { 200: Type.Array(Activity) },
});

export const getVisitorProfile = route({
  method: 'GET',
  path: '/api/conversations/:id/visitor',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Get the customer of a conversation: page, browser, local time, earlier conversations',
  params,
  responses: { 200: VisitorProfile },
});

export const listCustomerFiles = route({
  method: 'GET',
  path: '/api/conversations/:id/files',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: `The last ${customerFilesMax} files that the customer sent and received, in all of their conversations`,
  params,
  responses: { 200: Type.Array(SentFile) },
});

export const signOutVisitor = route({
  method: 'POST',
  path: '/api/conversations/:id/visitor/sign-out',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Sign the customer out in every browser; they come back as a new visitor',
  params,
  responses: { 204: NoContent },
});

export const updateConversation = route({
  method: 'PATCH',
  path: '/api/conversations/:id',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary:
    'Assign, close, reopen, return to the assistant, tag, prioritise or snooze, with an optional note: all or nothing',
  refusals: ['already_taken', 'conversation_closed', 'attributes_missing', 'conflict'],
  params,
  body: Strict(
    {
      ...changeProperties,
      /** Written together with the change, or neither. */
      note: Type.Optional(NoteInput),
      addTags: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: tagsPerConversationMax, uniqueItems: true })),
      removeTags: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: tagsMax, uniqueItems: true })),
    },
    { minProperties: 1 },
  ),
  responses: { 200: ChangedConversation },
});

export const takeOver = route({
  method: 'POST',
  path: '/api/conversations/:id/takeover',
  access: 'staff',
  permission: 'conversations.assign',
  conversations: ['params.id'],
  tag,
  summary: 'Take a conversation over from the assistant; of two callers one wins, and the other is told who',
  refusals: ['already_taken', 'conversation_closed'],
  params,
  body: Strict({ representativeId: Id }),
  responses: { 200: ChangedConversation },
});

export const undoActivity = route({
  method: 'POST',
  path: '/api/conversations/:id/activities/:activityNo/undo',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Undo an activity or an undo, with the whole batch if it is the caller’s; 409 names the conflicting change',
  params: Strict({ id: IdParam, activityNo: Described(Seq, 'Which note: the activity that wrote it.') }),
  query: Strict({
    scope: Type.Optional(
      OneOf(['activity', 'batch'], { description: '`activity` leaves the rest of its batch; `batch` unless told' }),
    ),
    others: Type.Optional(
      Type.String({
        pattern: '^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,19}$',
        description: 'Numbers of further activities of the conversation, undone behind it: all of them, or none',
        examples: ['6,5'],
      }),
    ),
  }),
  responses: { 200: UndoneActivity, 202: Batch },
});

export const suggestReplies = route({
  method: 'POST',
  path: '/api/conversations/:id/ai-suggestions',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Get up to three suggested replies, from the model or from the team’s own answers',
  params,
  responses: {
    200: Type.Object({
      suggestions: Type.Array(Type.String()),
      /** For each suggestion the article it was drawn from, if any. */
      sources: Type.Array(Nullable(Type.String())),
    }),
  },
});

export const mergeConversation = route({
  method: 'POST',
  path: '/api/conversations/:id/merge',
  access: 'staff',
  permission: 'conversations.merge',
  conversations: ['params.id', 'body.into'],
  tag,
  summary:
    'Merge a conversation into another one of the same contact: it closes and points there, and no message moves. Returns the other one',
  params,
  body: Strict({ into: Id }),
  responses: { 200: ChangedConversation },
});

export const splitConversation = route({
  method: 'POST',
  path: '/api/conversations/:id/split',
  access: 'staff',
  permission: 'conversations.merge',
  conversations: ['params.id'],
  tag,
  summary:
    'Move messages into a new conversation of the same customer: single ones, or all from one on. Repeating it is safe',
  refusals: ['conflict', 'too_large'],
  params,
  body: Strict({
    /** Either these … */
    seqs: Type.Optional(Type.Array(Seq, { minItems: 1, maxItems: splitMessagesMax, uniqueItems: true })),
    /** … or all from this one on. */
    fromSeq: Type.Optional(Seq),
    clientSplitId: Id,
  }),
  responses: { 200: Type.Object({ conversation: ChangedConversation, splitOff: Conversation }) },
});

export const listRelatedConversations = route({
  method: 'GET',
  path: '/api/conversations/:id/related',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'List the conversations that are linked to this one or continue it, in either direction, the newest first',
  params,
  responses: { 200: Type.Array(Conversation) },
});

export const listMergedConversations = route({
  method: 'GET',
  path: '/api/conversations/:id/merged',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'List the conversations merged into this one, oldest first',
  params,
  responses: { 200: Type.Array(Conversation) },
});

export const markSpam = route({
  method: 'POST',
  path: '/api/conversations/:id/spam',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Mark a conversation as spam, which hides it from all other lists, and optionally block its customer',
  params,
  body: Strict({ block: Type.Optional(Type.Boolean()) }),
  responses: { 200: Conversation },
});

export const unmarkSpam = route({
  method: 'DELETE',
  path: '/api/conversations/:id/spam',
  access: 'staff',
  permission: 'conversations.update',
  conversations: ['params.id'],
  tag,
  summary: 'Remove the spam mark, which returns a conversation to the lists',
  params,
  responses: { 200: Conversation },
});

export const deleteConversation = route({
  method: 'DELETE',
  path: '/api/conversations/:id',
  access: 'staff',
  permission: 'conversations.delete',
  conversations: ['params.id'],
  tag,
  summary: 'Delete a conversation',
  params,
  responses: { 204: NoContent },
});

export const deleteAllConversations = route({
  method: 'DELETE',
  path: '/api/conversations/messages/all',
  access: 'staff',
  permission: 'conversations.delete_all',
  tag,
  summary: 'Delete all conversations and their messages',
  responses: {
    200: Type.Object({ deletedConversations: Type.Integer(), deletedMessages: Type.Integer() }),
  },
});

export const startConversation = route({
  method: 'POST',
  path: '/api/conversations',
  access: 'staff',
  permission: 'conversations.reply',
  tag,
  summary: 'Start a conversation with a contact or a new address by its first message; repeating it is safe',
  refusals: ['not_found', 'conflict', 'attributes_missing'],
  body: Strict({
    /** Exactly one of `contactId`, `email` and `externalId`. */
    contactId: Type.Optional(Id),
    /** A contact's address, or a new one: it counts as unverified. */
    email: Type.Optional(ReachableEmail),
    /** Customer number that a website has signed. */
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['4711'] })),
    /** Name of a new contact. */
    name: Type.Optional(CleanLine({ minLength: 1, maxLength: nameMaxLength })),
    /** Defaults to the best way to reach the contact. */
    channel: Type.Optional(ConversationChannel),
    /** Website that the conversation belongs to; that of the contact's browser by default. */
    websiteId: Type.Optional(Id),
    /** Mailbox that its mails come from; null, or left out, for the first one. */
    mailboxId: Type.Optional(Nullable(Id)),
    /** Assignee; the caller unless given, unless it is a service. */
    assignedRepresentativeId: Type.Optional(Nullable(Id)),
    teamId: Type.Optional(Nullable(Id)),
    /** Subject of the mail. */
    subject: Type.Optional(CleanLine({ minLength: 1, maxLength: subjectMaxLength })),
    /** May be left out where there are files. */
    content: Type.Optional(MessageContent),
    markdown: Type.Optional(MessageMarkdown),
    attachments: Type.Optional(AttachmentInputs),
    clientMessageId: Id,
    /** Close the conversation after the message. */
    closes: Type.Optional(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({ conversation: Conversation, message: Message }),
    201: Type.Object({ conversation: Conversation, message: Message }),
  },
});

export const postMessage = route({
  method: 'POST',
  path: '/api/messages',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['body.conversationId'],
  tag,
  summary: 'Send a message; repeating it with the same clientMessageId is safe',
  refusals: [
    'not_found',
    'conflict',
    'already_taken',
    'conversation_closed',
    'attributes_missing',
    'conversation_moved',
    'reply_window_closed',
    'blank_left',
  ],
  body: Strict({
    conversationId: Id,
    /** May be left out where there are files. */
    content: Type.Optional(MessageContent),
    attachments: Type.Optional(AttachmentInputs),
    senderType: Type.Optional(Type.Literal('representative')),
    senderId: Type.Optional(Nullable(Id)),
    messageType: Type.Optional(Type.Literal('text')),
    clientMessageId: Type.Optional(Id),
    /** Newest seq that the author has seen; a later answer by another user → 409 conversation_moved. */
    basedOnSeq: Type.Optional(Seq),
    macro: Type.Optional(Macro),
    /** Text that the author wrote, if `content` is its translation. */
    original: Type.Optional(Original),
    /** The text with formatting; `content` is derived from it then. */
    markdown: Type.Optional(MessageMarkdown),
    /** Buttons, cards or a form below the text, which may be left out then. */
    blocks: Type.Optional(BlocksDraft),
    /** Message of the conversation that this one quotes. */
    replyTo: Type.Optional(Id),
    /** Recipients of its mail beside the customer; the participants unless given. Those in To and Cc become participants. */
    recipients: Type.Optional(MessageRecipients),
  }),
  responses: { 200: Message, 201: Message },
});

export const listMessageTemplates = route({
  method: 'GET',
  path: '/api/conversations/:id/templates',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'List the approved templates of the conversation’s channel, which reach the customer at any time',
  refusals: ['not_found', 'conflict', 'not_configured', 'other_side_failed'],
  params,
  query: Strict({
    fresh: Type.Optional(
      Type.Boolean({ description: 'Ask the channel now; otherwise the list may be five minutes old.' }),
    ),
  }),
  responses: { 200: Type.Array(MessageTemplate) },
});

export const sendMessageTemplate = route({
  method: 'POST',
  path: '/api/conversations/:id/templates',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Send an approved template with its values; repeating it with the same clientMessageId is safe',
  refusals: ['not_found', 'conflict', 'not_configured', 'other_side_failed', 'conversation_closed'],
  params,
  body: Strict({ ...SentTemplate.properties, clientMessageId: Id }),
  responses: { 200: Message, 201: Message },
});
