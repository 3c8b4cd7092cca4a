/** Mailboxes beside the first one, which the Email tab and the environment describe. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/server-texts.ts';
import { nameMaxLength } from '../users/limits.ts';
import { allOptional, expected, Id, linePattern, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { Secret } from '../settings/secret-fields.ts';
import { MailProvider } from './mail-oauth.ts';
import { mailboxBehaviour } from './mailbox-behaviour.ts';

export const mailboxesMax = 100;
export const mailboxAliasesMax = 20;

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: '^[^\\s/@]+$', examples: ['mail.example.com'] });
const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const User = Type.String({ maxLength: 254, pattern: linePattern, examples: ['support@example.com'] });
const Address = Type.String({ format: 'email', maxLength: 254, examples: ['support@example.com'] });

const server = {
  host: Host,
  port: Port,
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: Type.Boolean(),
  user: User,
};

/** Reading by IMAP. */
const reading = {
  folder: Type.String({ minLength: 1, maxLength: 200, pattern: linePattern, examples: ['INBOX'] }),
  /** Whether stored mails get the flag `\\Seen`; nothing else in the mailbox is ever changed. */
  marksSeen: Type.Optional(Type.Boolean()),
};

export const mailWebhookProviders = ['mailgun', 'postmark', 'ses'] as const;
export const MailWebhookProvider = OneOf(mailWebhookProviders);
export type MailWebhookProvider = (typeof mailWebhookProviders)[number];

/** Each way by which mail arrives. */
export const receivingKinds = {
  /** The mail provider forwards to our SMTP port. */
  forward: Strict({ kind: Type.Literal('forward') }),
  imap: Strict({ kind: Type.Literal('imap'), ...server, password: Secret, ...reading }),
  /** With access that the mailbox's owner gives at the provider; the tokens are stored apart and never returned. */
  imap_oauth: Strict({ kind: Type.Literal('imap_oauth'), provider: MailProvider, ...server, ...reading }),
  /** A provider calls us with each mail. */
  webhook: Strict({
    kind: Type.Literal('webhook'),
    provider: MailWebhookProvider,
    /** Key that the provider signs its calls with, or the password in the address that it calls. */
    secret: Secret,
    // The bucket that receipt rules of SES store larger mails in, and a key that may read it.
    bucket: Type.Optional(Type.String({ maxLength: 63, pattern: '^([a-z0-9][a-z0-9.-]+)?$', examples: ['shop-mail'] })),
    region: Type.Optional(Type.String({ maxLength: 30, pattern: '^([a-z]+(-[a-z0-9]+)+)?$', examples: ['eu-west-1'] })),
    accessKeyId: Type.Optional(Type.String({ maxLength: 128, pattern: '^\\w*$', examples: ['AKIAIOSFODNN7EXAMPLE'] })),
    secretAccessKey: Type.Optional(Secret),
  }),
};

/** Bucket that mails are read from. */
export interface MailBucket {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Each way by which mail is sent. */
export const sendingKinds = {
  /** By the mail server of the Email tab. */
  installation: Strict({ kind: Type.Literal('installation') }),
  smtp: Strict({ kind: Type.Literal('smtp'), ...server, allowPlaintext: Type.Boolean(), password: Secret }),
  /** With the access that the mailbox is received with. */
  smtp_oauth: Strict({ kind: Type.Literal('smtp_oauth'), ...server }),
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
  ...mailboxBehaviour,
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

/** A code that a mailbox's owner enters on any device. */
export const DeviceConsent = Type.Object({
  userCode: Type.String({ examples: ['WDJB-MJHT'] }),
  verificationUrl: Type.String({ examples: ['https://microsoft.com/devicelogin'] }),
  expiresAt: Timestamp,
});
export type DeviceConsent = Type.Static<typeof DeviceConsent>;

/** Whether a mailbox's owner allows us to read and send (OAuth 2). */
export const MailConsent = Type.Object(
  {
    /** `refused`: the provider no longer accepts it, so it must be given again. */
    state: OneOf(['missing', 'granted', 'refused']),
    provider: MailProvider,
    grantedAt: Nullable(Timestamp),
    /** Code that waits to be entered. */
    device: Nullable(DeviceConsent),
  },
  { $id: 'MailConsent' },
);
export type MailConsent = Type.Static<typeof MailConsent>;

/** Steps of the check of a mailbox, in order. */
export const mailboxCheckSteps = ['receiving', 'sending', 'arrival', 'threading', 'spf', 'dkim', 'dmarc'] as const;
export type MailboxCheckStep = (typeof mailboxCheckSteps)[number];

/** Result of trying a mailbox with messages to itself, and of reading its DNS. */
export const MailboxCheck = Type.Object(
  {
    steps: Type.Array(
      Type.Object({
        step: OneOf(mailboxCheckSteps),
        outcome: OneOf(['works', 'warning', 'failed', 'skipped']),
        message: Type.String(),
        /** Message key for `message`; absent for texts of other servers. */
        localized: Type.Optional(LocalizedText),
      }),
    ),
    /** DNS records to add, or to put in the place of those with this name. */
    records: Type.Array(
      Type.Object({
        step: OneOf(['spf', 'dkim', 'dmarc']),
        type: OneOf(['TXT', 'CNAME']),
        name: Type.String({ examples: ['_dmarc.example.com'] }),
        value: Type.String({ examples: ['v=DMARC1; p=none; rua=mailto:postmaster@example.com'] }),
      }),
    ),
  },
  { $id: 'MailboxCheck' },
);
export type MailboxCheck = Type.Static<typeof MailboxCheck>;
