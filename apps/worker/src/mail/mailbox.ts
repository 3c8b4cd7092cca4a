/** The mailbox that answers by mail arrive in, opened for reading alone. */
import { ImapFlow, type MailboxObject } from 'imapflow';
import type { JobContext } from '../job-context.ts';

/** `imaps://user:password@host:993/INBOX`. Port 143 with STARTTLS where the server offers it for `imap://`. */
export function mailboxOf(address: string) {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  return {
    name: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    /** Names the place without the password. */
    source: `imap:${url.username}@${url.host}`,
    options: {
      host: url.hostname,
      port: Number(url.port) || (secure ? 993 : 143),
      secure,
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      logger: false as const,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
    },
  };
}

export interface OpenMailbox {
  client: ImapFlow;
  opened: MailboxObject;
  /** Names the place without the password. */
  source: string;
  name: string;
  /** Says goodbye, or hangs up. */
  leave: () => Promise<void>;
}

/**
 * Connects, logs in and opens the folder. The connection is cut after `longestMs`.
 *
 * @throws what the server says, or the network
 */
export async function openMailbox(
  context: Pick<JobContext, 'log'>,
  address: string,
  longestMs: number,
): Promise<OpenMailbox> {
  const { options, source, name } = mailboxOf(address);
  const client = new ImapFlow(options);
  // Without a listener a broken connection would end the process.
  client.on('error', (error: Error) => context.log.warn({ err: error }, 'the mailbox connection failed'));
  const longest = setTimeout(() => client.close(), longestMs);
  const leave = async (): Promise<void> => {
    clearTimeout(longest);
    await client.logout().catch(() => client.close());
  };
  try {
    await client.connect();
    const opened = await client.mailboxOpen(name, { readOnly: true });
    return { client, opened, source, name, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}
