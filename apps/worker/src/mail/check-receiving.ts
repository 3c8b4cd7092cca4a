/** Whether mail can come in: looked at as the poller and the sending servers do. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { MailCheck } from '@parley/contracts/jobs';
import { englishOf, type LocalizedText, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import type { ExternalContext } from '@parley/core/external/services';
import type { JobContext } from '../job-context.ts';
import { failureText } from './failure.ts';
import { environmentMailbox, openMailbox } from './mailbox.ts';

/** Time limit, since an admin is waiting. */
const patienceMs = 30_000;
type CheckContext = ExternalContext & Pick<JobContext, 'config'>;

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
    return answer('failed', failureText(error));
  }
  const { emailConfig } = await context.settings.read();
  const believed = emailConfig.authservId || context.config.INBOUND_AUTHSERV_ID;
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
  const mailbox = environmentMailbox(address);
  const { host, user, folder: name } = mailbox;
  const { opened, leave } = await openMailbox(context, mailbox);
  await leave();
  return opened.exists === 1
    ? localize('mailbox_holds_one', { host, user, name })
    : localize('mailbox_holds', { host, user, name, count: opened.exists });
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
