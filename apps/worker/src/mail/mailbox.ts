/** Connections to mailboxes by IMAP. */
import type { ExternalContext } from '@parley/core/external/services';
import { mailboxAccessToken } from '@parley/core/mail/oauth/tokens';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { assertPublicHost } from '@parley/service/public-address';
import { ImapFlow, type MailboxObject } from 'imapflow';

/** A mailbox that is read by IMAP, with what is needed to log in. */
export interface ImapMailbox {
  /** Mailbox's id, or `environment` for that of `IMAP_URL`. */
  source: string;
  mailboxId: string | null;
  host: string;
  port: number;
  secure: boolean;
  user: string;
  folder: string;
  /** Sets the flag `\Seen` on mails that are stored; otherwise the mailbox is never changed. */
  marksSeen: boolean;
  login: { password: string } | { oauth: true };
  /** True for a server that an admin typed in, which must not be in a private network. */
  isGuarded: boolean;
}

export const environmentSource = 'environment';

/** `imaps://user:password@host:993/INBOX`. Port 143 with STARTTLS where the server offers it for `imap://`. */
export function environmentMailbox(address: string): ImapMailbox {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  return {
    source: environmentSource,
    mailboxId: null,
    host: url.hostname,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    user: decodeURIComponent(url.username),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    marksSeen: false,
    login: { password: decodeURIComponent(url.password) },
    isGuarded: false,
  };
}

/** Returns how a mailbox, with its secrets readable, is read; null if not by IMAP. */
export function imapMailboxOf({ id, receiving }: Pick<Mailbox, 'id' | 'receiving'>): ImapMailbox | null {
  if (receiving.kind !== 'imap' && receiving.kind !== 'imap_oauth') return null;
  const { host, port, secure, user, folder, marksSeen = false } = receiving;
  const login = receiving.kind === 'imap' ? { password: receiving.password } : ({ oauth: true } as const);
  return { source: id, mailboxId: id, host, port, secure, user, folder, marksSeen, login, isGuarded: true };
}

/** Names the place of a mailbox without its password: what is known of one place holds for no other. */
export const placeOf = ({ user, host, port }: Pick<ImapMailbox, 'user' | 'host' | 'port'>): string =>
  `imap:${encodeURIComponent(user)}@${host}:${port}`;

export interface OpenMailbox {
  client: ImapFlow;
  opened: MailboxObject;
  /** Says goodbye, or hangs up. */
  leave: () => Promise<void>;
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 5 * 60_000 };

/**
 * Connects, logs in and opens the folder, for reading alone unless mails are marked as seen.
 *
 * @throws what the server says, or the network; ConsentNeeded
 */
export async function openMailbox(
  context: ExternalContext,
  mailbox: ImapMailbox,
  { idleMs }: { idleMs?: number } = {},
): Promise<OpenMailbox> {
  const token = 'oauth' in mailbox.login ? await mailboxAccessToken(context, mailbox.source) : null;
  try {
    return await connect(context, mailbox, token, idleMs);
  } catch (error) {
    // A token may have been revoked before its time: another one shows whether consent has ended.
    if (token === null || !isLoginRefused(error)) throw error;
    return connect(context, mailbox, await mailboxAccessToken(context, mailbox.source, { rejected: token }), idleMs);
  }
}

async function connect(
  context: ExternalContext,
  mailbox: ImapMailbox,
  accessToken: string | null,
  idleMs: number | undefined,
): Promise<OpenMailbox> {
  const { host, user, login } = mailbox;
  const address = mailbox.isGuarded ? (await assertPublicHost(host, context.external.addresses)).address : host;
  const client = new ImapFlow({
    host: address,
    // The certificate is the name's, whatever address was checked.
    ...(address !== host && { servername: host, tls: { servername: host } }),
    port: mailbox.port,
    secure: mailbox.secure,
    auth: 'password' in login ? { user, pass: login.password } : { user, accessToken: accessToken ?? '' },
    logger: false,
    disableAutoIdle: true,
    ...(idleMs !== undefined && { maxIdleTime: idleMs }),
    ...timeouts,
  });
  // Without a listener a broken connection would end the process.
  client.on('error', (error: Error) => context.log.info({ err: error, host }, 'the connection to a mailbox failed'));
  const leave = async (): Promise<void> => {
    await client.logout().catch(() => client.close());
  };
  try {
    await client.connect();
    const opened = await client.mailboxOpen(mailbox.folder, { readOnly: !mailbox.marksSeen });
    return { client, opened, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Returns true if the server knows user or password otherwise. */
export const isLoginRefused = (error: unknown): boolean =>
  error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true;
