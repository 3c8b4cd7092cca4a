/** Mailboxes beside the first one, which the Email tab and the environment describe. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/server-texts.ts';
import { nameMaxLength } from '../users/limits.ts';
import { allOptional, expected, Id, linePattern, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { Secret } from '../settings/secret-fields.ts';

export const mailboxesMax = 100;
export const mailboxAliasesMax = 20;
/** UTF-16 units of a signature, and of the text of an automatic reply. */
export const mailboxTextMaxLength = 4_000;
export const assistantDelaySecondsMax = 24 * 3600;

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: '^[^\\s/@]+$', examples: ['mail.example.com'] });
const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const User = Type.String({ maxLength: 254, pattern: linePattern, examples: ['support@example.com'] });
const Address = Type.String({ format: 'email', maxLength: 254, examples: ['support@example.com'] });

/** Access to a mailbox of Google or Microsoft (OAuth 2); the tokens are stored apart and never returned. */
const oauth = {
  provider: OneOf(['google', 'microsoft']),
  user: User,
  clientId: Type.String({ minLength: 1, maxLength: 500, pattern: '^[!-~]+$' }),
  clientSecret: Secret,
  /** Microsoft's directory; empty for any. */
  tenant: Type.String({ maxLength: 100, pattern: '^[\\w.-]*$' }),
};

/** Each way by which mail arrives. */
export const receivingKinds = {
  /** The mail provider forwards to our SMTP port. */
  forward: Strict({ kind: Type.Literal('forward') }),
  imap: Strict({
    kind: Type.Literal('imap'),
    host: Host,
    port: Port,
    /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
    secure: Type.Boolean(),
    user: User,
    password: Secret,
    folder: Type.String({ minLength: 1, maxLength: 200, pattern: linePattern, examples: ['INBOX'] }),
  }),
  imap_oauth: Strict({ kind: Type.Literal('imap_oauth'), ...oauth }),
  /** A provider calls us with each mail. */
  webhook: Strict({
    kind: Type.Literal('webhook'),
    provider: OneOf(['mailgun', 'postmark', 'ses']),
    /** Key that the provider signs its calls with, or the password in the address that it calls. */
    secret: Secret,
  }),
};

/** Each way by which mail is sent. */
export const sendingKinds = {
  /** By the mail server of the Email tab. */
  installation: Strict({ kind: Type.Literal('installation') }),
  smtp: Strict({
    kind: Type.Literal('smtp'),
    host: Host,
    port: Port,
    secure: Type.Boolean(),
    allowPlaintext: Type.Boolean(),
    user: User,
    password: Secret,
  }),
  /** With the access that the mailbox is received with. */
  smtp_oauth: Strict({ kind: Type.Literal('smtp_oauth') }),
};

export const Receiving = Type.Union([
  receivingKinds.forward,
  receivingKinds.imap,
  receivingKinds.imap_oauth,
  receivingKinds.webhook,
]);
export type Receiving = Type.Static<typeof Receiving>;

export const Sending = Type.Union([sendingKinds.installation, sendingKinds.smtp, sendingKinds.smtp_oauth]);
export type Sending = Type.Static<typeof Sending>;

const fields = {
  name: Name({ maxLength: 60 }),
  /** Address that mails come to and are sent from; lower case. */
  address: Address,
  /** Further addresses that lead to it. */
  aliases: Type.Array(Address, { maxItems: mailboxAliasesMax, uniqueItems: true }),
  /** Website of the conversations that its mails open. */
  websiteId: Nullable(Id),
  /** Team that they are assigned to. */
  teamId: Nullable(Id),
  /** Name beside the address of sent mails; empty for the Email tab's. */
  senderName: Type.String({ maxLength: nameMaxLength, pattern: linePattern }),
  /** Below every reply, as Markdown. */
  signature: Type.String({ maxLength: mailboxTextMaxLength }),
  /** When a new conversation is confirmed automatically. */
  autoReply: OneOf(['off', 'always', 'outside_hours']),
  autoReplyText: Type.String({ maxLength: mailboxTextMaxLength }),
  /** Whether the assistant answers new conversations, and how long it waits before. */
  assistant: Type.Boolean(),
  assistantDelaySeconds: Type.Integer({ minimum: 0, maximum: assistantDelaySecondsMax }),
  /** Whether a mail that answers nothing opens a conversation. */
  opensConversations: Type.Boolean(),
  receiving: Receiving,
  sending: Sending,
};

export const Mailbox = Type.Object(
  {
    id: Id,
    ...fields,
    /** Newest mail that came in. */
    receivedAt: Nullable(Timestamp),
    /** Last look into it or test of it. */
    checkedAt: Nullable(Timestamp),
    /** Why that failed; null where it worked. */
    failure: Nullable(Type.Object({ message: Type.String(), localized: Type.Optional(LocalizedText) })),
    /** Conversations that answer from it. */
    conversationCount: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
  },
  { $id: 'Mailbox' },
);
export type Mailbox = Type.Static<typeof Mailbox>;

const { name, address, receiving, sending, ...others } = fields;
export const NewMailbox = Strict({ name, address, receiving, sending, ...allOptional(others) });
export type NewMailbox = Type.Static<typeof NewMailbox>;

export const MailboxChange = Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 });
export type MailboxChange = Type.Static<typeof MailboxChange>;

/** Fields of a mailbox without its state. */
export type MailboxFields = { [Name in keyof typeof fields]: Type.Static<(typeof fields)[Name]> };
