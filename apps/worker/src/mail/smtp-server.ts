/** Accepting mail directly, for `REPLY_ADDRESS` and the mailboxes' addresses alone: this is no relay. */
import type { AddressInfo, Socket } from 'node:net';
import type { ExternalContext } from '@parley/core/external/services';
import { mailMaxBytes } from '@parley/core/mail/parse';
import { mailboxAddressesOf } from '@parley/core/mail/reply-address';
import { receiveMail } from '@parley/core/mail/receive';
import { findMailboxByAddress } from '@parley/db/mail/mailboxes';
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

/** Maximum recipients of a mail. Ours goes to one address; RFC 5321, section 4.5.3.1.8, requires room for a hundred. */
const mostRecipients = 100;

/** Keeps a mail as it arrives; `held` counts for all connections, up to `most`. */
async function readWhole(stream: SMTPServerDataStream, held: { bytes: number; most: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let kept = 0;
  let isFull = false;
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      isFull ||= held.bytes + piece.length > held.most;
      // Read on to the end, as the protocol asks, without keeping it.
      if (isFull || bytes > mailMaxBytes) continue;
      chunks.push(piece);
      kept += piece.length;
      held.bytes += piece.length;
    }
    if (bytes > mailMaxBytes) throw reply(552, 'The message is too large.');
    if (isFull) throw reply(452, 'Too much mail at once; please try again later.');
    return Buffer.concat(chunks);
  } finally {
    held.bytes -= kept;
  }
}

export interface SmtpLimits {
  /** Maximum concurrent connections. Further ones are asked to come back. */
  connections: number;
  /** Without a word for so long a connection is cut; and after so long however slowly it speaks. Milliseconds. */
  silenceMs: number;
  longestConnectionMs: number;
  /** Maximum bytes of mails that are not stored yet, over all connections. */
  heldBytes: number;
}
const usualLimits: SmtpLimits = {
  connections: 100,
  silenceMs: 60_000,
  longestConnectionMs: 10 * 60_000,
  heldBytes: 4 * mailMaxBytes,
};

/** Listens on `INBOUND_SMTP_PORT`. A mail is acknowledged once it is stored, never before. */
export async function receiveOverSmtp(
  context: ExternalContext,
  config: Pick<WorkerConfig, 'INBOUND_SMTP_PORT' | 'HOST'>,
  limits: SmtpLimits = usualLimits,
): Promise<SmtpReceiver> {
  const { replyAddress } = context.external;
  const held = { bytes: 0, most: limits.heldBytes };
  const server = new SMTPServer({
    banner: 'Parley',
    size: mailMaxBytes,
    // Certificates belong to the mail server in front.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    maxClients: limits.connections,
    socketTimeout: limits.silenceMs,
    logger: false,
    onRcptTo({ address }, { envelope }, callback) {
      if (envelope.rcptTo.length >= mostRecipients) return callback(reply(452, 'Too many recipients.'));
      if (isOurs(replyAddress, address)) return callback(null);
      findMailboxByAddress(context.db, mailboxAddressesOf(address)).then(
        (mailboxId) => callback(mailboxId === undefined ? reply(550, 'No such mailbox here.') : null),
        (error: unknown) => {
          context.log.warn({ err: error }, 'the mailbox of a mail could not be read; its sender tries again');
          callback(reply(451, 'Please try again later.'));
        },
      );
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope;
      const recipients = rcptTo.map(({ address }) => address.toLowerCase());
      const store = async (): Promise<void> => {
        await receiveMail(context, {
          source: 'smtp',
          mailboxId: (await findMailboxByAddress(context.db, recipients.flatMap(mailboxAddressesOf))) ?? null,
          envelopeFrom: mailFrom ? mailFrom.address.toLowerCase() || null : null,
          envelopeTo: recipients,
          raw: await readWhole(stream, held),
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
  listener.on('connection', (socket: Socket) => {
    const longest = setTimeout(() => socket.destroy(), limits.longestConnectionMs);
    socket.once('close', () => clearTimeout(longest));
  });
  const address = listener.address() as AddressInfo;
  return {
    port: address.port,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
