/** Resources of the product, as every endpoint returns them. docs/product.md#the-things-and-their-fields. */
import { CompanyOfContact } from './conversations/companies.ts';
import * as Type from 'typebox';
import { MessageSource } from './assistant/answers.ts';
import { Attachment, WebsiteFiles } from './messages/attachments.ts';
import { MessageBlocks, MessageResponse } from './messages/blocks.ts';
import { WebsiteForms } from './forms/forms.ts';
import { BounceReason } from './channels/mail-states.ts';
import { deliveryTargets } from './channels/integrations.ts';
import { returnedProperties } from './conversations/conversation-fields.ts';
import { Original } from './assistant/copilot.ts';
import { WebsiteHelp } from './knowledge/help.ts';
import { dateFormats, hourFormats } from './users/time-format.ts';
import { languageCodes } from './text/languages.ts';
import { mailSignatureMaxLength, messageMaxLength, sendDelaySecondsMax } from './messages/limits.ts';
import { LocalizedText } from './i18n/localized-text.ts';
import { Capacity, UserLanguages, UserSkills } from './users/routing.ts';
import { Id, Nullable, OneOf, Seq, Strict, Timestamp } from './schema.ts';
import { WebsiteProactive } from './proactive/proactive.ts';
import { secretMask } from './settings/secret-fields.ts';
import { WebsiteLook } from './settings/settings.ts';
import { countrySources } from './visitors/countries.ts';
import { LiveVisitorMode } from './visitors/live-visitors.ts';
import { TrackedEvent } from './visitors/tracked-events.ts';

export const roles = ['admin', 'representative'] as const;
export const Role = OneOf(roles);
export type Role = Type.Static<typeof Role>;

export const availabilities = ['online', 'busy', 'offline'] as const;
export const Availability = OneOf(availabilities);
export type Availability = Type.Static<typeof Availability>;

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
    /** Role other than the two of `role`; it determines the permissions. */
    roleId: Type.Optional(Id),
    status: Availability,
    profileImageUrl: Nullable(Type.String()),
    /** Language of the dashboard; null follows the browser. */
    language: Nullable(OneOf(languageCodes)),
    /** IANA time zone that the dashboard shows times in; null follows the browser. */
    timeZone: Nullable(Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] })),
    /** Order of day, month and year in dates; null follows the language. */
    dateFormat: Nullable(OneOf(dateFormats)),
    hourFormat: Nullable(OneOf(hourFormats)),
    /** Messages of this user wait this long and can be taken back; 0 sends at once. */
    sendDelaySeconds: Type.Integer({ minimum: 0, maximum: sendDelaySecondsMax }),
    /** They read and write conversations in other languages in their own, where they have not chosen otherwise. */
    readTranslated: Type.Boolean(),
    /** Below their replies by email, as Markdown with the variables of canned replies; empty for that of the mailbox. */
    mailSignature: Type.String({ maxLength: mailSignatureMaxLength }),
    createdAt: Timestamp,
  },
  { $id: 'User' },
);
export type User = Type.Static<typeof User>;

/** Describes what an email has beyond the message's `content`; `GET …/messages/:seq/email` returns that. */
export const MessageEmail = Type.Object(
  {
    /** Text that `content` leaves out: quotations, a signature, or what is beyond the longest message. */
    hasQuotedText: Type.Boolean(),
    /** Whether that text is only a signature; absent means no. */
    isSignature: Type.Optional(Type.Boolean()),
    /** It has an HTML part. */
    hasHtml: Type.Boolean(),
    /** The HTML has more than text, and the thread shows it instead of the text; absent means no. */
    isRich: Type.Optional(Type.Boolean()),
  },
  { $id: 'MessageEmail' },
);
export type MessageEmail = Type.Static<typeof MessageEmail>;

/** Emoji that someone put on a message; each person puts one of a kind. */
export const Reaction = Type.Object({
  emoji: Type.String({ examples: ['👍'] }),
  senderType: SenderType,
  senderId: Nullable(Id),
  /** Null for a customer, whom the conversation names. */
  senderName: Nullable(Type.String()),
});
export type Reaction = Type.Static<typeof Reaction>;

/** All reactions to a message; `reactionNo` counts their changes, so the higher of two is the newer. */
export const MessageReactions = Type.Object({ seq: Seq, reactionNo: Seq, reactions: Type.Array(Reaction) });
export type MessageReactions = Type.Static<typeof MessageReactions>;

/** Message that another one quotes, as it is now. */
export const QuotedMessage = Type.Object({
  id: Id,
  seq: Seq,
  senderType: SenderType,
  senderName: Nullable(Type.String()),
  /** First 200 characters of its text, or the names of its files; empty once it was removed. */
  content: Type.String({ examples: ['Hello, is the blue one in stock?'] }),
  isRemoved: Type.Boolean(),
});
export type QuotedMessage = Type.Static<typeof QuotedMessage>;

export const Message = Type.Object(
  {
    id: Id,
    conversationId: Id,
    seq: Seq,
    /** Empty if the message has only files. */
    content: Type.String({ examples: ['Hello, is the blue one in stock?'] }),
    senderType: SenderType,
    senderId: Nullable(Id),
    senderName: Nullable(Type.String()),
    messageType: Type.Literal('text'),
    createdAt: Timestamp,
    clientMessageId: Nullable(Id),
    /** Text with formatting; absent if it has none, and from the `lastMessage` of lists. */
    markdown: Type.Optional(Type.String({ examples: ['Hello, is the **blue** one in stock?'] })),
    /** Current state of the files; absent if there are none, and from the `lastMessage` of lists. */
    attachments: Type.Optional(Type.Array(Attachment)),
    /** Text that the author wrote, if it was translated before sending. Absent from the `lastMessage` of lists. */
    original: Type.Optional(Original),
    /** Public sources that an answer of the assistant cites; absent if there are none. */
    sources: Type.Optional(Type.Array(MessageSource)),
    /**
     * Answers that the customer can give in one tap, in their language. Two questions of the assistant have some: whether
     * to run an action, and whether its answer helped.
     */
    choices: Type.Optional(Type.Array(Type.String(), { maxItems: 4 })),
    /** Question that the choices answer, if the text itself doesn't ask it: whether the answer helped. */
    question: Type.Optional(Type.String()),
    /** Buttons, cards or a form below its text; absent if there are none, and from the `lastMessage` of lists. */
    blocks: Type.Optional(MessageBlocks),
    /** Buttons or form that a customer’s message answers. */
    response: Type.Optional(MessageResponse),
    /** Absent without an email or if it has nothing more, and from the `lastMessage` of lists. */
    email: Type.Optional(MessageEmail),
    /** Number of its last edit, counted from 1 per conversation; absent if it was never edited or removed. */
    editNo: Type.Optional(Seq),
    /** Time of the last edit. */
    editedAt: Type.Optional(Timestamp),
    /** Time of the removal; `content` is empty from then on. */
    removedAt: Type.Optional(Timestamp),
    /** Conversation that it was split off into; `removedAt` says when. */
    movedTo: Type.Optional(Id),
    /** Message that this one answers; absent if it quotes none, and from the `lastMessage` of lists. */
    replyTo: Type.Optional(QuotedMessage),
    /** In the order in which they were put; absent if there are none, and from the `lastMessage` of lists. */
    reactions: Type.Optional(Type.Array(Reaction)),
    /** Number of changes of its reactions; absent if it never had any. */
    reactionNo: Type.Optional(Seq),
  },
  { $id: 'Message' },
);
export type Message = Type.Static<typeof Message>;

/** Why pictures of other servers are loaded in an email. */
export const PicturesAllowed = Type.Object({
  for: OneOf(['conversation', 'sender']),
  /** Name of the user who allowed it; null for one that was deleted. */
  by: Nullable(Type.String()),
});
export type PicturesAllowed = Type.Static<typeof PicturesAllowed>;

/** The whole email that a message arrived by. */
export const OriginalEmail = Type.Object(
  {
    /** The whole text, up to 200,000 characters. */
    text: Type.String(),
    /** Text that the message leaves out; null if it leaves out nothing. */
    quotedText: Nullable(Type.String()),
    /** It has an HTML part, which `GET …/email/page` returns. */
    hasHtml: Type.Boolean(),
    /** Number of pictures on other servers, which are loaded on request alone. */
    remotePictures: Type.Integer({ minimum: 0 }),
    /** Number of pictures left out that only report that an email was read. */
    trackingPixels: Type.Integer({ minimum: 0 }),
    /** Why they are loaded without a request; null if they aren’t. */
    picturesAllowed: Nullable(PicturesAllowed),
    /** Ids of files of the email that its HTML shows. */
    shownFiles: Type.Array(Id),
    /** Address that it came from; null if it named none. Unverified. */
    sender: Nullable(Type.String()),
    /** Addresses that it names as recipients, while it is stored as it came. */
    to: Type.Array(Type.String()),
    cc: Type.Array(Type.String()),
    subject: Nullable(Type.String()),
    /** Its own date; null for none, and once the email is no longer stored as it came. */
    date: Nullable(Timestamp),
    /** It can be downloaded as it came. */
    isStored: Type.Boolean(),
    /** The email was longer than what is stored of it. */
    isCut: Type.Boolean(),
  },
  { $id: 'OriginalEmail' },
);
export type OriginalEmail = Type.Static<typeof OriginalEmail>;

/** The source of an email: as it came, with all its headers. */
export const EmailSource = Type.Object(
  {
    /** Its beginning, up to 256 KiB, as text. */
    source: Type.String(),
    isCut: Type.Boolean(),
    /** Size of the whole email in bytes. */
    size: Type.Integer({ minimum: 0 }),
  },
  { $id: 'EmailSource' },
);
export type EmailSource = Type.Static<typeof EmailSource>;

/** Content of a message before one of its edits or its removal. */
export const MessageVersion = Type.Object(
  {
    content: Type.String(),
    /** Author of the edit or removal. */
    replacedBy: Nullable(Id),
    replacedByName: Nullable(Type.String()),
    replacedAt: Timestamp,
  },
  { $id: 'MessageVersion' },
);
export type MessageVersion = Type.Static<typeof MessageVersion>;

/**
 * Text of a message. The server trims the ends, and 1 to 10,000 characters must remain: the longer maximum leaves room
 * for what is trimmed.
 */
export const MessageContent = Type.String({ minLength: 1, maxLength: 2 * messageMaxLength, pattern: '\\S' });

/**
 * The text of a message as formatted text (docs/markdown.md); `content` is what it reads as without formatting, and is
 * derived from it. Of the team alone.
 */
export const MessageMarkdown = Type.String({
  minLength: 1,
  maxLength: 2 * messageMaxLength,
  pattern: '\\S',
  examples: ['Yes, in **all** sizes.'],
});

/** A reaction to put on a message, or with `isOn: false` to take back. */
export const ReactionChange = Strict({
  /** An emoji. */
  emoji: Type.String({ minLength: 1, maxLength: 16, examples: ['👍'] }),
  isOn: Type.Boolean(),
});
export type ReactionChange = Type.Static<typeof ReactionChange>;

/** Passage of a message that matches a search, with the ranges that match. */
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
 * In lists `messages` is empty and `lastMessage` is set, with its content cut to 300 characters or the names of its
 * files. A single conversation carries its newest 50 messages, oldest first.
 */
export const Conversation = Type.Object(
  {
    ...returnedProperties,
    /** English text of `handOffSummary`: reason, then in lines what is asked, which facts were given and what was tried. */
    handOffReason: Nullable(Type.String()),
    lastMessage: Nullable(Message),
    messages: Type.Array(Message),
    /** Best matching message, in search results only; null if something else matches. */
    match: Type.Optional(Nullable(SearchMatch)),
  },
  { $id: 'Conversation' },
);
export type Conversation = Type.Static<typeof Conversation>;

/** Conversation after a call that changed it. */
export const ChangedConversation = Type.Object(
  {
    ...Conversation.properties,
    /** Activity that records the change and can be undone; null if nothing changed. */
    activityNo: Nullable(Seq),
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
    /** Team that its new conversations are assigned to. */
    teamId: Nullable(Id),
    /** Schedule of its own; null follows that of its team, then business hours. */
    scheduleId: Nullable(Id),
    /** Customers who wait for a person are told when one will answer, where there are working times. */
    promisesReplies: Type.Boolean(),
    /** Minutes away after which visitors get unseen replies by email; null for never. */
    mailAfterMinutes: Nullable(Type.Integer({ examples: [2] })),
    /** Path of the push worker file on the website; null without push messages. */
    pushWorker: Nullable(Type.String({ examples: ['/parley-push.js'] })),
    /** Changes to the widget's look; the rest follows the widget settings. */
    look: WebsiteLook,
    forms: WebsiteForms,
    /** Whether the team sees who has its pages open. */
    liveVisitors: LiveVisitorMode,
    /** Rules for its proactive messages. */
    proactive: WebsiteProactive,
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

/** Absence that is under way. */
export const PresentAbsence = Type.Object({
  until: Timestamp,
  /** User who covers. */
  coveredBy: Nullable(Type.Object({ id: Id, name: Type.String() })),
});

/** Shifts that have begun and go on. */
export const PresentShift = Type.Object({
  /** End of the one under way; null outside their shifts. */
  until: Nullable(Timestamp),
  /** Beginning of the next one; null if there is none. */
  next: Nullable(Timestamp),
});

/** A representative with workload; at most 3 conversations are listed, `activeConversationCount` counts all. */
export const Representative = Type.Object(
  {
    ...User.properties,
    isActive: Type.Optional(Type.Boolean({ description: 'False for a deactivated account, which admins alone see' })),
    unconfirmedEmail: Type.Optional(
      Type.String({
        description:
          'Address that waits for confirmation from its mailbox, for callers who may change profiles of others',
      }),
    ),
    availability: Type.Unsafe<Availability>({
      ...Availability,
      description:
        'The status while they have a dashboard open and use it; otherwise `offline`, as in an absence and outside their shifts',
    }),
    absence: Nullable(PresentAbsence),
    /** Null without shifts. */
    shift: Nullable(PresentShift),
    capacity: Capacity,
    languages: UserLanguages,
    skills: UserSkills,
    activeConversationCount: Type.Integer({ minimum: 0 }),
    activeConversations: Type.Array(Type.Object({ conversation: Conversation, website: Nullable(Website) })),
  },
  { $id: 'Representative' },
);
export type Representative = Type.Static<typeof Representative>;

/** External channel that a customer writes through. */
export const CustomerChannelProfile = Type.Object({
  id: OneOf(deliveryTargets),
  /** Name of an API channel. */
  name: Type.Optional(Type.String()),
  /** Whether it reports what was received and read. */
  receipts: Type.Boolean(),
  /** The customer's name there, such as `@jane`. */
  handle: Nullable(Type.String({ examples: ['@jane'] })),
  /** Time since when nothing reaches the customer, because they opted out; null while they can be written to. */
  unreachableSince: Nullable(Timestamp),
  /** How many messages of the conversation did not go out, and will not by themselves. */
  undelivered: Type.Integer({ minimum: 0 }),
  /** Time until which the customer can be answered there; absent for channels without such a limit. */
  replyUntil: Type.Optional(Timestamp),
});

/** UTM parameters of the page address: `utm_campaign`, `utm_source` and `utm_medium`. */
export const Campaign = Type.Object({
  name: Nullable(Type.String({ examples: ['spring-sale'] })),
  source: Nullable(Type.String({ examples: ['newsletter'] })),
  medium: Nullable(Type.String({ examples: ['email'] })),
});
export type Campaign = Type.Static<typeof Campaign>;

/** Visitor as representatives see them. */
/** Page of the website that the visitor opened. */
export const VisitedPage = Type.Object({
  url: Type.String({ examples: ['https://shop.example.com/pricing'] }),
  title: Nullable(Type.String()),
  at: Timestamp,
});
export type VisitedPage = Type.Static<typeof VisitedPage>;

export const VisitorProfile = Type.Object(
  {
    id: Id,
    /** Contact that the visitor belongs to, over all channels. */
    contactId: Id,
    /** Time since when messages of the contact are blocked. */
    blockedAt: Nullable(Timestamp),
    email: Nullable(Type.String()),
    /** Time when the address opted out of mail; null while mail may be sent. */
    unsubscribedAt: Nullable(Timestamp),
    /** Why and when mail to the address came back; null if it didn't, or was allowed again. */
    mailBounce: Nullable(Type.Object({ reason: BounceReason, isStopped: Type.Boolean(), at: Timestamp })),
    /** True when the website vouched for the email with a valid hash, or its owner has written from it by mail. */
    emailVerified: Type.Boolean(),
    /** Mailbox of a conversation by mail; `id` is null for the first one. */
    mailbox: Type.Optional(Type.Object({ id: Nullable(Id), name: Type.String(), address: Type.String() })),
    name: Nullable(Type.String()),
    pageUrl: Nullable(Type.String()),
    pageTitle: Nullable(Type.String()),
    company: Nullable(CompanyOfContact),
    /** Pages that the visitor opened last, newest first; at most 20. */
    pages: Type.Array(VisitedPage),
    /** Events that websites tracked of the contact, newest first; at most 20. */
    events: Type.Array(TrackedEvent),
    /** The page of another website that they came from last; null for a search engine or app that names none. */
    referrer: Nullable(Type.String({ examples: ['https://www.google.com/'] })),
    /** Campaign of the link that they followed last. */
    campaign: Nullable(Campaign),
    /** Country by ISO 3166-1, and how it is known; null if it isn't. */
    country: Nullable(Type.Object({ code: Type.String({ examples: ['DE'] }), source: OneOf(countrySources) })),
    userAgent: Nullable(Type.String()),
    /** Language of the page. */
    locale: Nullable(Type.String({ examples: ['de'] })),
    /** Languages of the browser in order of preference. */
    browserLanguages: Type.Array(Type.String({ examples: ['de-AT'] })),
    timeZone: Nullable(Type.String()),
    /** Null for a visitor of the widget. */
    channel: Nullable(CustomerChannelProfile),
    isOnline: Type.Boolean(),
    /** Help centre article that they had read when they wrote. */
    readArticle: Nullable(Type.Object({ id: Id, title: Type.String() })),
    lastSeenAt: Nullable(Timestamp),
    createdAt: Timestamp,
    /** Earlier conversations of the contact, in all browsers. */
    earlierConversations: Type.Array(Conversation),
    /** Number of other contacts with the same address and without proof that they are the same person; at most 100. */
    proposedContacts: Type.Integer({ minimum: 0 }),
  },
  { $id: 'VisitorProfile' },
);
export type VisitorProfile = Type.Static<typeof VisitorProfile>;

/** Address that opted out of mail. */
export const MailUnsubscribe = Type.Object(
  { id: Id, address: Type.String({ examples: ['customer@example.com'] }), unsubscribedAt: Timestamp },
  { $id: 'MailUnsubscribe' },
);
export type MailUnsubscribe = Type.Static<typeof MailUnsubscribe>;

/** State of a change of the caller's own sign-in address. */
export const EmailChangeState = Type.Object(
  {
    /** New address that waits for confirmation from its mailbox; the present address remains valid until then. */
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
    /** Role other than the two of `role`. */
    roleId: Type.Optional(Id),
    /** Address that it was made for; null for a link alone. */
    email: Nullable(Type.String()),
    /** When it was sent there last; null while it wasn't. */
    mailedAt: Nullable(Timestamp),
    createdBy: Nullable(Type.String()),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    usedAt: Nullable(Timestamp),
    /** User who registered with it. */
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
    /** Public address in the help centre; absent if it is not published there. */
    url: Type.Optional(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Article' },
);
export type Article = Type.Static<typeof Article>;

/** Channels of deliveries. */
export const Channel = OneOf(deliveryTargets);
export type Channel = Type.Static<typeof Channel>;

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dead'] as const;

/** Outgoing call. A `failed` one is retried automatically, a `dead` one only by hand. */
export const Delivery = Type.Object(
  {
    id: Id,
    channel: Channel,
    status: OneOf(deliveryStatuses),
    /** Subject of the delivery in English: `New conversation`, `Hand-off`. */
    summary: Type.String(),
    /** Message key for `summary`; null if it has none. */
    localized: Nullable(LocalizedText),
    target: Nullable(Type.String()),
    conversationId: Nullable(Id),
    attempts: Type.Integer(),
    responseStatus: Nullable(Type.Integer()),
    lastError: Nullable(Type.String()),
    /** Message key for `lastError`; null for an error text of the receiver's. */
    errorLocalized: Nullable(LocalizedText),
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
  'sla.warned',
  'sla.breached',
  'rating.given',
  'form.completed',
  'audit.entry',
] as const;

/** An outgoing webhook, signed according to Standard Webhooks. Its secret is shown once, when it is created. */
export const Webhook = Type.Object(
  {
    id: Id,
    /** Mask of the address, which is a secret: every caller that knows it can post there. */
    url: Type.String({ examples: [secretMask] }),
    /** Host of the address, to recognise the webhook by. */
    host: Type.String({ examples: ['hooks.example.com'] }),
    events: Type.Array(OneOf(webhookEvents)),
    isActive: Type.Boolean(),
    /** Time until which deliveries carry a signature with the previous secret as well. */
    previousSecretUntil: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { $id: 'Webhook' },
);
export type Webhook = Type.Static<typeof Webhook>;

export const WebhookTest = Type.Object(
  {
    /** Whether the receiver answered with a 2xx. */
    success: Type.Boolean(),
    /** Null without an answer. */
    responseStatus: Nullable(Type.Integer()),
    milliseconds: Type.Integer(),
    /** Response of the receiver, or the reason why there is none. */
    message: Type.String(),
    /** Message key for `message`; absent for a response of the receiver's. */
    localized: Type.Optional(LocalizedText),
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
    /** Current name of the subject, in lists only; absent if the subject was deleted or has no name. */
    subjectName: Type.Optional(Type.String()),
    details: Type.Unsafe<Record<string, unknown>>(
      Type.Object({}, { additionalProperties: true, examples: [{ domain: 'shop.example.com' }] }),
    ),
    /** IP address of the caller. */
    address: Nullable(Type.String({ examples: ['203.0.113.7'] })),
    /** Position in the hash chain; it and `hash` are null until the worker has added the entry. */
    no: Nullable(Type.Integer()),
    hash: Nullable(Type.String()),
  },
  { $id: 'AuditEntry' },
);
export type AuditEntry = Type.Static<typeof AuditEntry>;
