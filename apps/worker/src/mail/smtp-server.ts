/** Accepting mail directly, for `REPLY_ADDRESS` and nobody else: this is no relay. */
import type { AddressInfo } from 'node:net';
import type { OutsideContext } from '@parley/core/integrations/outside';
import { mailMaxBytes } from '@parley/core/mail/parse';
import { receiveMail } from '@parley/core/mail/receive';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { WorkerConfig } from '../config.ts';

export interface SmtpReceiver {
  port: number;
  close(): Promise<void>;
}

/** An answer that makes the sending server try again later (4xx) or give up (5xx). RFC 5321, section 4.2. */
const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Whether mail for `address` belongs here: the reply mailbox itself, or it with a `+tag`. */
export function isOurs(replyAddress: string | null, address: string): boolean {
  if (replyAddress === null) return false;
  const [name, domain] = address.toLowerCase().split(/@(?=[^@]*$)/);
  const [ourName, ourDomain] = replyAddress.split(/@(?=[^@]*$)/);
  return domain === ourDomain && name?.split('+', 1)[0] === ourName;
}

async function readWhole(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    // Read on to the end, as the protocol asks, without keeping it.
    if (bytes <= mailMaxBytes) chunks.push(piece);
  }
  if (bytes > mailMaxBytes) throw reply(552, 'The message is too large.');
  return Buffer.concat(chunks);
}

/** Listens on `INBOUND_SMTP_PORT`. A mail is acknowledged once it is stored, never before. */
export async function receiveOverSmtp(context: OutsideContext, config: WorkerConfig): Promise<SmtpReceiver> {
  const { replyAddress } = context.outside;
  const server = new SMTPServer({
    banner: 'Parley',
    size: mailMaxBytes,
    // Certificates belong to the mail server in front.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    maxClients: 100,
    socketTimeout: 60_000,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      callback(isOurs(replyAddress, address) ? null : reply(550, 'No such mailbox here.'));
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope;
      const store = async (): Promise<void> => {
        await receiveMail(context, {
          source: 'smtp',
          envelopeFrom: mailFrom ? mailFrom.address.toLowerCase() || null : null,
          envelopeTo: rcptTo.map(({ address }) => address.toLowerCase()),
          raw: await readWhole(stream),
        });
      };
      store().then(
        () => callback(null, 'Stored'),
        (error: unknown) => {
          if (error instanceof Error && 'responseCode' in error) return callback(error);
          context.log.warn({ err: error }, 'a mail could not be stored; its sender tries again');
          callback(reply(451, 'Please try again later.'));
        },
      );
    },
  });
  server.on('error', (error) => context.log.warn({ err: error }, 'the mail receiver failed'));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  const listener = server.listen(config.INBOUND_SMTP_PORT, config.HOST, resolve);
  await promise;
  const address = listener.address() as AddressInfo;
  return {
    port: address.port,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
