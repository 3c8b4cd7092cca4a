/** A mail server that takes every mail, or refuses as told, and keeps what it got. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

export interface MailServer {
  host: string;
  port: number;
  mails: ReceivedMail[];
  /** Refusals for the next mails: an SMTP status and words; null takes the mail. */
  refusals: ({ status: number; words: string } | null)[];
  /** Called with each refusal, before it is said. */
  onRefusal: () => unknown;
  /** How many have tried to log in. */
  logins: number;
  /** Milliseconds before a mail is acknowledged, after it has been kept. */
  delayMs: number;
  /** Ends every connection, as a server that is killed: also between keeping a mail and acknowledging it. */
  hangUp(): void;
  close(): Promise<void>;
}

/** The value of a header of a raw mail, unfolded; empty when there is none. */
export function headerOf(raw: string, name: string): string {
  const head = (raw.split(/\r?\n\r?\n/, 1)[0] ?? '').replaceAll(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}

/** Hands a mail to a mail server. @throws Error with the server's refusal */
export async function handOver(
  port: number,
  { from, to, raw }: { from: string; to: string; raw: string },
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const replies = createInterface(socket)[Symbol.asyncIterator]();
  const expectReply = async (code: string): Promise<void> => {
    for (;;) {
      const { value, done } = await replies.next();
      if (done || !value.startsWith(code)) throw new Error(done ? 'The server hung up.' : value);
      // A dash after the code: more lines follow.
      if (value[3] !== '-') return;
    }
  };
  try {
    await expectReply('220');
    const commands = [
      ['EHLO mx.customers.example', '250'],
      [`MAIL FROM:<${from}>`, '250'],
      [`RCPT TO:<${to}>`, '250'],
      ['DATA', '354'],
      [`${raw.replaceAll(/^\./gm, '..')}\r\n.`, '250'],
      ['QUIT', '221'],
    ] as const;
    for (const [command, code] of commands) {
      socket.write(`${command}\r\n`);
      await expectReply(code);
    }
  } finally {
    socket.destroy();
  }
}

/** Starts a mail server on a free port of 127.0.0.1. With `login` it takes mail from that user only, by password or token. */
export async function startMailServer(
  login?: { user: string; pass: string } | { user: string; acceptsToken: (token: string) => boolean },
): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    logger: false,
    ...(login && 'acceptsToken' in login && { authMethods: ['XOAUTH2'] }),
    onAuth({ username, password, accessToken }, _session, callback) {
      mailServer.logins += 1;
      const isTheirs =
        login !== undefined &&
        username === login.user &&
        ('pass' in login ? password === login.pass : accessToken !== undefined && login.acceptsToken(accessToken));
      if (isTheirs) callback(null, { user: username });
      else callback(new Error('Invalid username or password'));
    },
    onData(stream, session, callback) {
      const take = async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(Buffer.from(chunk));
        const refusal = mailServer.refusals.shift();
        if (refusal) {
          await mailServer.onRefusal();
          callback(Object.assign(new Error(refusal.words), { responseCode: refusal.status }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        mailServer.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        if (mailServer.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, mailServer.delayMs));
        callback(null, 'queued');
      };
      // A client that is killed within its mail ends the stream with an error.
      take().catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))));
    },
  });
  // A client that is killed in the middle is part of the test.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  const sockets = new Set<Socket>();
  listener.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const mailServer: MailServer = {
    host: '127.0.0.1',
    port,
    mails: [],
    refusals: [],
    onRefusal: () => undefined,
    logins: 0,
    delayMs: 0,
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return mailServer;
}
