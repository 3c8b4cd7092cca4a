/** Whether mail can come in: looked at as the poller and the sending servers do. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { cleanLine } from '@parley/contracts/clean-line';
import type { MailCheck } from '@parley/contracts/jobs';
import type { JobContext } from '../job-context.ts';
import { mailboxOf, openMailbox } from './mailbox.ts';

/** Somebody is waiting. */
const patienceMs = 30_000;
const wordsLength = 300;

type CheckContext = Pick<JobContext, 'config' | 'external' | 'log'>;

/** What is configured, tried once. */
export async function checkReceiving(context: CheckContext): Promise<MailCheck> {
  const { IMAP_URL: mailbox, INBOUND_SMTP_PORT: port } = context.config;
  const address = context.external.replyAddress;
  if (address === null) return { outcome: 'not_configured', words: 'Set REPLY_ADDRESS for the worker too.' };
  if (mailbox === undefined && port === 0) {
    return {
      outcome: 'not_configured',
      words: `Nothing reads ${address}: set IMAP_URL to its mailbox, or INBOUND_SMTP_PORT, for the worker.`,
    };
  }
  const found: string[] = [];
  try {
    if (mailbox !== undefined) found.push(await lookIntoMailbox(context, mailbox));
    if (port !== 0) found.push(await knockAtDoor(port, address));
  } catch (error) {
    return { outcome: 'failed', words: cleanLine(wordsOf(error), wordsLength) };
  }
  const believed = context.config.INBOUND_AUTHSERV_ID;
  if (mailbox !== undefined) {
    found.push(
      believed === undefined
        ? 'No verdict on senders is believed: INBOUND_AUTHSERV_ID is not set.'
        : `Verdicts on senders are believed of ${believed}.`,
    );
  }
  return { outcome: 'works', words: found.join(' ') };
}

async function lookIntoMailbox(context: CheckContext, address: string): Promise<string> {
  const { options } = mailboxOf(address);
  const { opened, name, leave } = await openMailbox(context, address, patienceMs);
  await leave();
  const messages = `${opened.exists} ${opened.exists === 1 ? 'message' : 'messages'}`;
  return `Logged in to ${options.host} as ${options.auth.user}; ${name} holds ${messages}.`;
}

/** @throws when nobody greets */
async function knockAtDoor(port: number, address: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', timeout: patienceMs });
  socket.once('timeout', () => socket.destroy(new Error(`Port ${port} is silent.`)));
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    if (!greeting.toString('latin1').startsWith('220')) throw new Error(`Port ${port} is somebody else’s.`);
    socket.end('QUIT\r\n');
    return `Port ${port} accepts mail for ${address}.`;
  } finally {
    socket.destroy();
  }
}

/** A server's own words where it gave some. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : '';
  if ('authenticationFailed' in error && error.authenticationFailed) {
    return `The mailbox refused the user or the password${said ? `: ${said}` : '.'}`;
  }
  return said || error.message;
}
