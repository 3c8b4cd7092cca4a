/** The things of the product, as every door answers them. docs/product.md#the-things-and-their-fields. */
import * as Type from 'typebox';
import { MessageSource } from './answers.ts';
import { Attachment, WebsiteFiles } from './attachments.ts';
import { calledChannelIds, conversationChannelIds } from './channels/list.ts';
import { Original } from './copilot.ts';
import { WebsiteHelp } from './help.ts';
import { languageCodes } from './languages.ts';
import { messageMaxLength, sendDelaySecondsMax } from './limits.ts';
import { Said } from './said.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from './schema.ts';
import { secretMask } from './secret-fields.ts';

export const roles = ['admin', 'representative'] as const;
export const Role = OneOf(roles);
export type Role = Type.Static<typeof Role>;

export const availabilities = ['online', 'busy', 'offline'] as const;
export const Availability = OneOf(availabilities);
export type Availability = Type.Static<typeof Availability>;

export const conversationStatuses = ['active', 'waiting', 'closed'] as const;
export const ConversationStatus = OneOf(conversationStatuses);
export type ConversationStatus = Type.Static<typeof ConversationStatus>;

/** By which customers come. */
export const ConversationChannel = OneOf(conversationChannelIds);
export type ConversationChannel = Type.Static<typeof ConversationChannel>;
/** From what can wait to what cannot; `normal` unless somebody said otherwise. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const Priority = OneOf(priorities);
export type Priority = Type.Static<typeof Priority>;

export const senderTypes = ['customer', 'ai', 'representative'] as const;
export const SenderType = OneOf(senderTypes);
export type SenderType = Type.Static<typeof SenderType>;

export const User = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Ada Byron'] }),
    email: Type.String({ examples: ['ada@example.com'] }),
    username: Type.String({ examples: ['ada'] }),
    role: Role,
    /** Another role than the two: what they may do follows from it. */
    roleId: Type.Optional(Id),
    status: Availability,
    profileImageUrl: Nullable(Type.String()),
    /** Of the dashboard; null is the browser's. */
    language: Nullable(OneOf(languageCodes)),
    /** What they send waits for so long, and can be taken back; 0 sends at once. */
    sendDelaySeconds: Type.Integer({ minimum: 0, maximum: sendDelaySecondsMax }),
    /** They read and write conversations in other languages in their own, where they have not chosen otherwise. */
    readTranslated: Type.Boolean(),
    createdAt: Timestamp,
  },
  { $id: 'User' },
);
export type User = Type.Static<typeof User>;

/** What the email that a message arrived by contains besides its `content`: `GET …/messages/:seq/email` returns it. */
export const MessageEmail = Type.Object(
  {
    /** Text that `content` leaves out: quotations, a signature, or what is beyond the longest message. */
    hasQuotedText: Type.Boolean(),
    /** It has an HTML part. */
    hasHtml: Type.Boolean(),
  },
  { $id: 'MessageEmail' },
);
export type MessageEmail = Type.Static<typeof MessageEmail>;

export const Message = Type.Object(
  {
    id: Id,
    conversationId: Id,
    seq: Seq,
    /** Empty where it brings files alone. */
    content: Type.String({ examples: ['Hello, is the blue one in stock?'] }),
    senderType: SenderType,
    senderId: Nullable(Id),
    senderName: Nullable(Type.String()),
    messageType: Type.Literal('text'),
    createdAt: Timestamp,
    clientMessageId: Nullable(Id),
    /** As they are now; absent where there are none, and from the `lastMessage` of lists. */
    attachments: Type.Optional(Type.Array(Attachment)),
    /** Of one that was translated before it was sent: what its author wrote. Absent from the `lastMessage` of lists. */
    original: Type.Optional(Original),
    /** Of an answer of the assistant's that rests on sources: those that everybody can read. Absent where there are none. */
    sources: Type.Optional(Type.Array(MessageSource)),
    /** Of a question of the assistant's: what it can be answered with in one tap. */
    choices: Type.Optional(Type.Array(Type.String(), { maxItems: 4 })),
    /** Of one that arrived by email; absent where the email has nothing more, and from the `lastMessage` of lists. */
    email: Type.Optional(MessageEmail),
    /** Of one that was changed or removed: which edit of the conversation, counted from 1, was its last. */
    editNo: Type.Optional(Seq),
    /** When it was last changed. */
    editedAt: Type.Optional(Timestamp),
    /** When it was removed: `content` is empty since. */
    removedAt: Type.Optional(Timestamp),
  },
  { $id: 'Message' },
);
export type Message = Type.Static<typeof Message>;

/** The whole email that a message arrived by. */
export const OriginalEmail = Type.Object(
  {
    /** The whole text, up to 200,000 characters. */
    text: Type.String(),
    /** What of it the message leaves out; null where it leaves out nothing. */
    quotedText: Nullable(Type.String()),
    /** It has an HTML part, which `GET …/email/page` returns. */
    hasHtml: Type.Boolean(),
    /** The HTML names pictures on other servers, which are loaded on request alone. */
    hasRemotePictures: Type.Boolean(),
    /** The email was longer than what is stored of it. */
    isCut: Type.Boolean(),
  },
  { $id: 'OriginalEmail' },
);
export type OriginalEmail = Type.Static<typeof OriginalEmail>;

/** What a message said before it was changed or removed. */
export const MessageVersion = Type.Object(
  {
    content: Type.String(),
    /** Who changed it then. */
    replacedBy: Nullable(Id),
    replacedByName: Nullable(Type.String()),
    replacedAt: Timestamp,
  },
  { $id: 'MessageVersion' },
);
export type MessageVersion = Type.Static<typeof MessageVersion>;

/**
 * What a person may write. Its ends are trimmed by the server, and 1 to 10,000 characters have to be left: the room
 * beyond is for what is trimmed.
 */
export const MessageContent = Type.String({ minLength: 1, maxLength: 2 * messageMaxLength, pattern: '\\S' });

/** Where a search found something: a passage of a message, and which stretches of it are what was looked for. */
export const SearchMatch = Type.Object({
  seq: Seq,
  text: Type.String({ examples: ['… is the blue one in stock?'] }),
  /** Start and end (exclusive) in UTF-16 units of `text`, ascending, not overlapping. */
  ranges: Type.Array(
    Type.Unsafe<[number, number]>(
      Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2, examples: [[9, 13]] }),
    ),
  ),
});
export type SearchMatch = Type.Static<typeof SearchMatch>;

/**
 * In lists `messages` is empty and `lastMessage` is set (its content cut to 300 characters, or the names of its files); one conversation carries
 * its newest 50 messages, oldest first.
 */
export const Conversation = Type.Object(
  {
    id: Id,
    status: ConversationStatus,
    customerEmail: Nullable(Type.String({ examples: ['customer@example.com'] })),
    customerName: Nullable(Type.String()),
    createdAt: Timestamp,
    /** The last activity; lists are ordered by it. */
    updatedAt: Timestamp,
    visitorId: Nullable(Id),
    websiteId: Nullable(Id),
    website: Nullable(Type.String({ examples: ['shop.example.com'] })),
    channel: ConversationChannel,
    /** The page it began on: its path, cut to 100 characters. */
    pagePath: Nullable(Type.String({ examples: ['/pricing'] })),
    representative: Nullable(Type.String()),
    assignedRepresentativeId: Nullable(Id),
    /** The team that it was given to; `GET /api/teams` says what it is called. Absent where it was given to none. */
    teamId: Type.Optional(Id),
    isAiAssisted: Type.Boolean(),
    lastSeq: Seq,
    /** The number of the newest act: of two states of a conversation, the one with fewer acts or messages is the older. */
    lastActNo: Type.Optional(Seq),
    /**
     * Customer messages that the reader has not read, at least 1 of what they marked unread. Where everybody is told the
     * same (frames, webhooks), and of conversations listed beside something else, those that nobody of the team has read.
     */
    unreadCount: Type.Integer({ minimum: 0 }),
    /** Since when the customer waits for a person; null when nobody waits. */
    waitingSince: Nullable(Timestamp),
    /** Why the assistant gave way, and below it, line by line, what is asked, which facts were given, what was tried. */
    handOffReason: Nullable(Type.String()),
    /** In the order in which they were put on; `GET /api/tags` says what they are called. */
    tagIds: Type.Array(Id),
    priority: Priority,
    /** In no list but that of spam. */
    isSpam: Type.Boolean(),
    /** Out of the open lists for everybody until then; null when it is not snoozed. */
    snoozedUntil: Nullable(Timestamp),
    /** Whether the customer's next message ends the snooze. */
    wakesOnReply: Type.Boolean(),
    /** The conversation that it was merged into: closed, it leads there. Absent where it was not. */
    mergedInto: Type.Optional(Id),
    /** The conversations that were merged into it, as many as are left of them; absent where none was. */
    mergedIds: Type.Optional(Type.Array(Id)),
    /** Forward-only cursors: everything up to this seq has reached, or been read by, that side. */
    customerDeliveredSeq: Seq,
    customerReadSeq: Seq,
    staffDeliveredSeq: Seq,
    staffReadSeq: Seq,
    lastMessage: Nullable(Message),
    messages: Type.Array(Message),
    /** In the results of a search alone: the message that matches best; null where something else does. */
    match: Type.Optional(Nullable(SearchMatch)),
  },
  { $id: 'Conversation' },
);
export type Conversation = Type.Static<typeof Conversation>;

/** What a call has made of a conversation. */
export const ChangedConversation = Type.Object(
  {
    ...Conversation.properties,
    /** The act that tells of the change, by which it can be undone; null where it was so already. */
    actNo: Nullable(Seq),
  },
  { $id: 'ChangedConversation' },
);
export type ChangedConversation = Type.Static<typeof ChangedConversation>;

export const Website = Type.Object(
  {
    id: Id,
    domain: Type.String({ examples: ['shop.example.com'] }),
    name: Type.String(),
    isActive: Type.Boolean(),
    allowedPages: Type.Array(Type.String()),
    whitelistMode: Type.Boolean(),
    files: WebsiteFiles,
    help: WebsiteHelp,
    /** When a page of it first asked for the widget; null while none has. */
    firstSeenAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { $id: 'Website' },
);
export type Website = Type.Static<typeof Website>;

export const Stats = Type.Object(
  {
    /** Active and waiting. */
    activeConversations: Type.Integer(),
    onlineRepresentatives: Type.Integer(),
    totalConversations: Type.Integer(),
    totalMessages: Type.Integer(),
    totalWebsites: Type.Integer(),
    totalRepresentatives: Type.Integer(),
    /** Share 0 to 1 over the last 30 days; null before the first measured answer. */
    aiResponseRate: Nullable(Type.Number()),
    averageResponseSeconds: Nullable(Type.Number()),
  },
  { $id: 'Stats' },
);
export type Stats = Type.Static<typeof Stats>;

/** A representative with workload; at most 3 conversations are listed, `activeConversationCount` counts all. */
export const Representative = Type.Object(
  {
    ...User.properties,
    isActive: Type.Optional(Type.Boolean({ description: 'False for a deactivated account, which admins alone see' })),
    activeConversationCount: Type.Integer({ minimum: 0 }),
    activeConversations: Type.Array(Type.Object({ conversation: Conversation, website: Nullable(Website) })),
  },
  { $id: 'Representative' },
);
export type Representative = Type.Static<typeof Representative>;

/** The channel that a customer comes by, where that is one outside the house. */
export const CustomerChannelProfile = Type.Object({
  id: OneOf(calledChannelIds),
  /** The customer's name there, such as `@jane`. */
  handle: Nullable(Type.String({ examples: ['@jane'] })),
  /** Since when nothing reaches them, because they want nothing more; null while they can be written to. */
  unreachableSince: Nullable(Timestamp),
  /** How many messages of the conversation did not go out, and will not by themselves. */
  undelivered: Type.Integer({ minimum: 0 }),
});

/** What the address of a page said of the link that led to it: `utm_campaign`, `utm_source` and `utm_medium`. */
export const Campaign = Type.Object({
  name: Nullable(Type.String({ examples: ['spring-sale'] })),
  source: Nullable(Type.String({ examples: ['newsletter'] })),
  medium: Nullable(Type.String({ examples: ['email'] })),
});
export type Campaign = Type.Static<typeof Campaign>;

/** What a representative sees of the person on the other side. */
export const VisitorProfile = Type.Object(
  {
    id: Id,
    /** The person, whatever else they come by. */
    contactId: Id,
    /** Since when nothing of theirs reaches the team. */
    blockedAt: Nullable(Timestamp),
    email: Nullable(Type.String()),
    /** Since when the address gets no mail because its owner wants none; null while it may. */
    unsubscribedAt: Nullable(Timestamp),
    /** True when the website vouched for the email with a valid hash. */
    emailVerified: Type.Boolean(),
    name: Nullable(Type.String()),
    pageUrl: Nullable(Type.String()),
    pageTitle: Nullable(Type.String()),
    /** The page of another website that they came from last; null for a search engine or app that names none. */
    referrer: Nullable(Type.String({ examples: ['https://www.google.com/'] })),
    /** The campaign whose link they came by last. */
    campaign: Nullable(Campaign),
    userAgent: Nullable(Type.String()),
    /** The page's. */
    locale: Nullable(Type.String({ examples: ['de'] })),
    /** What the browser is set to, the most wanted first. */
    browserLanguages: Type.Array(Type.String({ examples: ['de-AT'] })),
    timeZone: Nullable(Type.String()),
    /** Null for a visitor of the widget. */
    channel: Nullable(CustomerChannelProfile),
    isOnline: Type.Boolean(),
    /** What they had read in the help centre when they wrote. */
    readArticle: Nullable(Type.Object({ id: Id, title: Type.String() })),
    lastSeenAt: Nullable(Timestamp),
    createdAt: Timestamp,
    /** The contact's, in whichever browser. */
    earlierConversations: Type.Array(Conversation),
    /** How many other contacts have an address of this one's, without proof that they are the same person; at most 100. */
    proposedContacts: Type.Integer({ minimum: 0 }),
  },
  { $id: 'VisitorProfile' },
);
export type VisitorProfile = Type.Static<typeof VisitorProfile>;

/** An address whose owner wants no mail. */
export const MailUnsubscribe = Type.Object(
  { id: Id, address: Type.String({ examples: ['customer@example.com'] }), unsubscribedAt: Timestamp },
  { $id: 'MailUnsubscribe' },
);
export type MailUnsubscribe = Type.Static<typeof MailUnsubscribe>;

/** Of one's own sign-in address. */
export const EmailChangeState = Type.Object(
  {
    /** Waits for the confirmation of its mailbox; the present address goes on until then. */
    pending: Nullable(Type.Object({ email: Type.String(), expiresAt: Timestamp })),
    /** Whether a mailbox, an administrator or a directory has confirmed the present one. */
    isConfirmed: Type.Boolean(),
    /** Whether confirmations can be mailed; where not, an administrator changes the address. */
    isMailed: Type.Boolean(),
  },
  { $id: 'EmailChangeState' },
);
export type EmailChangeState = Type.Static<typeof EmailChangeState>;

export const Invitation = Type.Object(
  {
    id: Id,
    role: Role,
    /** Another role than the two. */
    roleId: Type.Optional(Id),
    createdBy: Nullable(Type.String()),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    usedAt: Nullable(Timestamp),
    /** Who has made an account with it. */
    usedBy: Nullable(Type.String()),
  },
  { $id: 'Invitation' },
);
export type Invitation = Type.Static<typeof Invitation>;

/** A short text that the assistant and the suggestions answer from. */
export const Article = Type.Object(
  {
    id: Id,
    title: Type.String(),
    content: Type.String(),
    /** Where everybody reads it; absent where it is not in the help centre. */
    url: Type.Optional(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Article' },
);
export type Article = Type.Static<typeof Article>;

/** What a delivery can be by. */
export const Channel = OneOf(calledChannelIds);
export type Channel = Type.Static<typeof Channel>;

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dead'] as const;

/** One call to the outside: `failed` will be tried again by itself, `dead` waits for somebody to press retry. */
export const Delivery = Type.Object(
  {
    id: Id,
    channel: Channel,
    status: OneOf(deliveryStatuses),
    /** What it was about, in words: `New conversation`, `Hand-off`. */
    summary: Type.String(),
    /** The same by code; null where it has none. */
    said: Nullable(Said),
    target: Nullable(Type.String()),
    conversationId: Nullable(Id),
    attempts: Type.Integer(),
    responseStatus: Nullable(Type.Integer()),
    lastError: Nullable(Type.String()),
    /** The same by code; null for words of the other side's. */
    errorSaid: Nullable(Said),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Delivery' },
);
export type Delivery = Type.Static<typeof Delivery>;

export const webhookEvents = [
  'conversation.created',
  'conversation.updated',
  'conversation.closed',
  'conversation.deleted',
  'message.posted',
  'message.updated',
  'audit.entry',
] as const;

/** An outgoing webhook signed as Standard Webhooks asks; a secret is shown once, when it is made. */
export const Webhook = Type.Object(
  {
    id: Id,
    /** The mask of a secret: whoever has the address may call it. */
    url: Type.String({ examples: [secretMask] }),
    /** To know it by. */
    host: Type.String({ examples: ['hooks.example.com'] }),
    events: Type.Array(OneOf(webhookEvents)),
    isActive: Type.Boolean(),
    /** After the secret was replaced: until then deliveries are signed with the one before as well. */
    previousSecretUntil: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { $id: 'Webhook' },
);
export type Webhook = Type.Static<typeof Webhook>;

/** What came of a test delivery. */
export const WebhookTest = Type.Object(
  {
    /** Whether the receiver answered with a 2xx. */
    success: Type.Boolean(),
    /** Null without an answer. */
    responseStatus: Nullable(Type.Integer()),
    milliseconds: Type.Integer(),
    /** What the receiver said, or why there is no answer. */
    message: Type.String(),
    /** The same by code; absent for words of the receiver's. */
    said: Type.Optional(Said),
  },
  { $id: 'WebhookTest' },
);
export type WebhookTest = Type.Static<typeof WebhookTest>;

export const AuditEntry = Type.Object(
  {
    id: Id,
    at: Timestamp,
    actorId: Nullable(Id),
    actorName: Nullable(Type.String()),
    action: Type.String({ examples: ['website.deleted'] }),
    subject: Nullable(Type.String()),
    /** What the subject is called now, in the list; absent where it is not there any more, or has no name. */
    subjectName: Type.Optional(Type.String()),
    details: Type.Unsafe<Record<string, unknown>>(
      Type.Object({}, { additionalProperties: true, examples: [{ domain: 'shop.example.com' }] }),
    ),
    /** Where the call came from. */
    address: Nullable(Type.String({ examples: ['203.0.113.7'] })),
    /** Its place in the chain, and its hash there; null for a moment, until the worker has put it there. */
    no: Nullable(Type.Integer()),
    hash: Nullable(Type.String()),
  },
  { $id: 'AuditEntry' },
);
export type AuditEntry = Type.Static<typeof AuditEntry>;
