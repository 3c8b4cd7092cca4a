/** Whether mail can come in: looked at as the poller and the sending servers do. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { cleanLine } from '@parley/contracts/text/clean-line';
import type { MailCheck } from '@parley/contracts/jobs';
import { englishOf, type LocalizedText, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import type { JobContext } from '../job-context.ts';
import { mailboxOf, openMailbox } from './mailbox.ts';

/** Time limit, since an admin is waiting. */
const patienceMs = 30_000;
const wordsLength = 300;

type CheckContext = Pick<JobContext, 'config' | 'external' | 'log'>;

/** Tries the configuration once. */
export async function checkReceiving(context: CheckContext): Promise<MailCheck> {
  const { IMAP_URL: mailbox, INBOUND_SMTP_PORT: port } = context.config;
  const address = context.external.replyAddress;
  if (address === null) return answer('not_configured', localize('reply_address_missing'));
  if (mailbox === undefined && port === 0) return answer('not_configured', localize('nothing_reads', { address }));
  const found: LocalizedText[] = [];
  try {
    if (mailbox !== undefined) found.push(await lookIntoMailbox(context, mailbox));
    if (port !== 0) found.push(await knockAtDoor(port, address));
  } catch (error) {
    return answer('failed', wordsOf(error));
  }
  const believed = context.config.INBOUND_AUTHSERV_ID;
  if (mailbox !== undefined) {
    found.push(
      believed === undefined
        ? localize('authentication_results_untrusted')
        : localize('authentication_results_trusted', { name: believed }),
    );
  }
  return answer(
    'works',
    found.reduce((first, second) => localize('and_then', { first, second })),
  );
}

function answer(outcome: MailCheck['outcome'], words: Text): MailCheck {
  const localized = localizedOf(words);
  return { outcome, words: englishOf(words), ...(localized && { localized }) };
}

async function lookIntoMailbox(context: CheckContext, address: string): Promise<LocalizedText> {
  const { options } = mailboxOf(address);
  const { opened, name, leave } = await openMailbox(context, address, patienceMs);
  await leave();
  const of = { host: options.host, user: options.auth.user, name };
  return opened.exists === 1
    ? localize('mailbox_holds_one', of)
    : localize('mailbox_holds', { ...of, count: opened.exists });
}

/** @throws when nobody greets */
async function knockAtDoor(port: number, address: string): Promise<LocalizedText> {
  const socket = connect({ port, host: '127.0.0.1', timeout: patienceMs });
  socket.once('timeout', () => socket.destroy(new Error(`Port ${port} is silent.`)));
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    if (!greeting.toString('latin1').startsWith('220')) throw new Error(`Port ${port} belongs to another server.`);
    socket.end('QUIT\r\n');
    return localize('port_accepts', { port: String(port), address });
  } finally {
    socket.destroy();
  }
}

/** A server's own words where it gave some. */
function wordsOf(error: unknown): Text {
  if (!(error instanceof Error)) return cleanLine(String(error), wordsLength);
  const response = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : '';
  const theirs = cleanLine(response, wordsLength);
  if ('authenticationFailed' in error && error.authenticationFailed)
    return response ? localize('mailbox_refused_with', { words: theirs }) : localize('mailbox_refused');
  return theirs || cleanLine(error.message, wordsLength);
}
