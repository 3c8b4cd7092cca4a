/** Values of a mailbox's form as typed, and the mailbox that they describe. */
import { behaviourDefaults, type MailboxBehaviour, behaviourOf } from '@parley/contracts/channels/mailbox-behaviour';
import type { MailProvider } from '@parley/contracts/channels/mail-oauth';
import type {
  Mailbox,
  MailBucket,
  MailWebhookProvider,
  Receiving,
  Sending,
} from '@parley/contracts/channels/mailboxes';

export interface Server {
  host: string;
  port: string;
  secure: boolean;
  user: string;
  password: string;
}

export interface Typed
  extends MailboxBehaviour,
    Pick<Mailbox, 'name' | 'address' | 'websiteId' | 'teamId' | 'senderName' | 'opensConversations'> {
  aliases: string;
  receivingKind: Receiving['kind'];
  /** Server of both kinds of IMAP. */
  imap: Server & { folder: string; marksSeen: boolean };
  /** Provider of an account that is opened by OAuth. */
  provider: MailProvider;
  webhook: { provider: MailWebhookProvider; secret: string } & MailBucket;
  sendingKind: Sending['kind'];
  /** Server of both kinds of SMTP. */
  smtp: Server & { allowPlaintext: boolean };
}

const imapServer: Typed['imap'] = {
  host: '',
  port: '993',
  secure: true,
  user: '',
  password: '',
  folder: 'INBOX',
  marksSeen: false,
};
const smtpServer: Typed['smtp'] = {
  host: '',
  port: '587',
  secure: false,
  user: '',
  password: '',
  allowPlaintext: false,
};
const noBucket: MailBucket = { bucket: '', region: '', accessKeyId: '', secretAccessKey: '' };
const hook: Typed['webhook'] = { provider: 'mailgun', secret: '', ...noBucket };

const withoutKind = <C extends { kind: string }>({ kind: _kind, ...rest }: C): Omit<C, 'kind'> => rest;

/** Returns the values of a mailbox, or of a new one. */
export function typedOf(mailbox: Mailbox | undefined): Typed {
  const { receiving, sending } = mailbox ?? {};
  return {
    name: mailbox?.name ?? '',
    address: mailbox?.address ?? '',
    aliases: mailbox?.aliases.join('\n') ?? '',
    websiteId: mailbox?.websiteId ?? null,
    teamId: mailbox?.teamId ?? null,
    senderName: mailbox?.senderName ?? '',
    ...behaviourOf(mailbox ?? behaviourDefaults),
    opensConversations: mailbox?.opensConversations ?? true,
    receivingKind: receiving?.kind ?? 'imap',
    imap:
      receiving && 'host' in receiving
        ? { ...imapServer, ...withoutKind(receiving), port: String(receiving.port) }
        : imapServer,
    provider: receiving?.kind === 'imap_oauth' ? receiving.provider : 'google',
    webhook: receiving?.kind === 'webhook' ? { ...hook, ...withoutKind(receiving) } : hook,
    sendingKind: sending?.kind ?? 'installation',
    smtp:
      sending && 'host' in sending
        ? { ...smtpServer, ...withoutKind(sending), port: String(sending.port) }
        : smtpServer,
  };
}

const serverOf = ({ host, port, secure, user }: Server) => ({ host, port: Number(port) || 0, secure, user });

function receivingOf({ receivingKind, imap, provider, webhook }: Typed): Receiving {
  const { password, folder, marksSeen } = imap;
  const reading = { ...serverOf(imap), folder, marksSeen };
  switch (receivingKind) {
    case 'forward':
      return { kind: 'forward' };
    case 'imap':
      return { kind: 'imap', ...reading, password };
    case 'imap_oauth':
      return { kind: 'imap_oauth', ...reading, provider };
    case 'webhook': {
      const { provider: from, secret, ...bucket } = webhook;
      return { kind: 'webhook', provider: from, secret, ...(from === 'ses' && bucket.bucket !== '' && bucket) };
    }
  }
}

function sendingOf({ sendingKind, smtp }: Typed): Sending {
  const { password, allowPlaintext } = smtp;
  switch (sendingKind) {
    case 'installation':
      return { kind: 'installation' };
    case 'smtp':
      return { kind: 'smtp', ...serverOf(smtp), password, allowPlaintext };
    case 'smtp_oauth':
      return { kind: 'smtp_oauth', ...serverOf(smtp) };
  }
}

/** Returns the mailbox as calls take it. */
export function bodyOf(typed: Typed) {
  const { websiteId, teamId, opensConversations } = typed;
  return {
    ...behaviourOf(typed),
    name: typed.name.trim(),
    address: typed.address.trim().toLowerCase(),
    aliases: [
      ...new Set(
        typed.aliases
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    ],
    websiteId,
    teamId,
    senderName: typed.senderName.trim(),
    opensConversations,
    receiving: receivingOf(typed),
    sending: sendingOf(typed),
  };
}
