/**
 * A small IMAP4rev1 server (RFC 3501) with one mailbox in memory: as much of the protocol as a client needs that logs
 * in, opens the mailbox, searches by UID or date, fetches whole messages and waits for more (IDLE). Mails are added by
 * `deliver`.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

interface StoredMail {
  uid: number;
  raw: Buffer;
  at: Date;
  isSeen: boolean;
}

export interface ImapServerOptions {
  /** Offers no IDLE, so that clients have to ask. */
  withoutIdle?: boolean;
  /** Accepts a token of this user (XOAUTH2) instead of the password. */
  acceptsToken?: (token: string) => boolean;
}

export interface ImapServer {
  /** For `IMAP_URL`. */
  url: string;
  host: string;
  port: number;
  user: string;
  password: string;
  mails: StoredMail[];
  /** Commands received, without their tags. */
  commands: string[];
  deliver(raw: string | Buffer): number;
  /** Recreates the mailbox, with the same mails under new numbers. */
  renumber(): void;
  /** Ends every connection, as a server that is killed. */
  hangUp(): void;
  /** Open connections that wait for mail by IDLE. */
  idling(): number;
  close(): Promise<void>;
}

const user = 'support@example.com';
const password = 'secret word';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const internalDate = (at: Date): string =>
  `${String(at.getUTCDate()).padStart(2, ' ')}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)} +0000`;

/** `1,3:5,7:*` as a test. The last message always matches a range that ends in `*`. */
function inSet(set: string, last: number): (number: number) => boolean {
  const ranges = set.split(',').map((part) => {
    const [from = '', to = from] = part.split(':');
    const bounds = [from, to].map((bound) => (bound === '*' ? last : Number(bound)));
    return [Math.min(...bounds), Math.max(...bounds)] as const;
  });
  return (number) => ranges.some(([from, to]) => number >= from && number <= to);
}

/** An envelope with From filled in and the rest left out. RFC 3501, section 7.4.2. */
function envelope(raw: Buffer): string {
  const head = raw.toString('latin1').split(/\r?\n\r?\n/, 1)[0] ?? '';
  const [, name = '', host = ''] = /^from:.*?([\w.+-]+)@([\w.-]+)/im.exec(head) ?? [];
  const from = name ? `((NIL NIL "${name}" "${host}"))` : 'NIL';
  return `(NIL NIL ${from} ${from} ${from} NIL NIL NIL NIL NIL)`;
}

/** Starts an IMAP server on a free port of 127.0.0.1. */
export async function startImapServer({
  withoutIdle = false,
  acceptsToken,
}: ImapServerOptions = {}): Promise<ImapServer> {
  let uidValidity = 100;
  let uidNext = 1;
  const sockets = new Set<Socket>();
  /** Tells the waiting clients how many mails there are. */
  const waiting = new Set<() => void>();
  const capabilities = [
    'IMAP4rev1 SASL-IR',
    acceptsToken ? 'AUTH=XOAUTH2' : 'AUTH=PLAIN',
    ...(withoutIdle ? [] : ['IDLE']),
  ].join(' ');

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that is killed in the middle is part of the test.
    socket.on('error', () => undefined);
    let buffered = '';
    let awaitingPlain: string | null = null;
    let idleTag: string | null = null;
    const announce = (): void => send(`* ${imap.mails.length} EXISTS`);
    socket.on('close', () => waiting.delete(announce));
    const send = (line: string | Buffer): void => void socket.write(Buffer.isBuffer(line) ? line : `${line}\r\n`);
    send(`* OK [CAPABILITY ${capabilities}] ready`);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      buffered += text;
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        if (idleTag !== null) endIdle(line);
        else if (awaitingPlain === null) command(line);
        else login(awaitingPlain, line);
      }
    });

    function login(tag: string, plain: string): void {
      awaitingPlain = null;
      if (acceptsToken) return loginByToken(tag, plain);
      const [, name, word] = Buffer.from(plain, 'base64').toString('utf8').split('\0');
      send(name === user && word === password ? `${tag} OK logged in` : `${tag} NO [AUTHENTICATIONFAILED] wrong`);
    }

    /** https://developers.google.com/gmail/imap/xoauth2-protocol: a refusal is a challenge first, answered by nothing. */
    function loginByToken(tag: string, initial: string): void {
      const [first = '', auth = ''] = Buffer.from(initial, 'base64').toString().split('\u0001');
      const name = first.replace(/^user=/, '');
      const token = auth.replace(/^auth=Bearer /, '');
      if (name === user && acceptsToken?.(token)) return send(`${tag} OK logged in`);
      if (initial === '') return send(`${tag} NO [AUTHENTICATIONFAILED] invalid token`);
      awaitingPlain = tag;
      send(`+ ${Buffer.from('{"status":"400","schemes":"bearer"}').toString('base64')}`);
    }

    function endIdle(line: string): void {
      if (line.toUpperCase() !== 'DONE') return;
      send(`${idleTag} OK done`);
      idleTag = null;
      waiting.delete(announce);
    }

    function command(line: string): void {
      const [tag = '*', name = '', ...rest] = line.split(' ');
      const verb = name.toUpperCase() === 'UID' ? `UID ${rest.shift()?.toUpperCase()}` : name.toUpperCase();
      const text = rest.join(' ');
      imap.commands.push(`${verb} ${text}`.trim());
      const last = imap.mails.at(-1)?.uid ?? 0;
      switch (verb) {
        case 'CAPABILITY':
          send(`* CAPABILITY ${capabilities}`);
          return send(`${tag} OK done`);
        case 'AUTHENTICATE':
          if (rest[1]) return login(tag, rest[1]);
          awaitingPlain = tag;
          return send('+ ');
        case 'LOGIN': {
          const good = !acceptsToken && text.includes(user) && text.includes(password);
          return send(good ? `${tag} OK logged in` : `${tag} NO [AUTHENTICATIONFAILED] wrong`);
        }
        case 'LIST':
        case 'LSUB':
          send('* LIST (\\HasNoChildren) "/" INBOX');
          return send(`${tag} OK done`);
        case 'NAMESPACE':
          send('* NAMESPACE (("" "/")) NIL NIL');
          return send(`${tag} OK done`);
        case 'SELECT':
        case 'EXAMINE':
          send(`* ${imap.mails.length} EXISTS`);
          send('* 0 RECENT');
          send('* FLAGS (\\Seen \\Deleted)');
          send(`* OK [UIDVALIDITY ${uidValidity}] numbers hold`);
          send(`* OK [UIDNEXT ${uidNext}] next`);
          return send(`${tag} OK [${verb === 'SELECT' ? 'READ-WRITE' : 'READ-ONLY'}] open`);
        case 'UID SEARCH': {
          const set = /\bUID (\S+)/i.exec(text)?.[1];
          const since = /\bSINCE "?(\d{1,2})-(\w{3})-(\d{4})"?/i.exec(text);
          const day = since
            ? new Date(Date.UTC(Number(since[3]), months.indexOf(since[2] ?? ''), Number(since[1])))
            : null;
          const matches = set ? inSet(set, last) : () => true;
          const found = imap.mails.filter((mail) => matches(mail.uid) && (day === null || mail.at >= day));
          send(`* SEARCH${found.map((mail) => ` ${mail.uid}`).join('')}`);
          return send(`${tag} OK done`);
        }
        case 'UID FETCH': {
          const matches = inSet(rest[0] ?? '', last);
          for (const [index, mail] of imap.mails.entries()) {
            if (!matches(mail.uid)) continue;
            const parts = `UID ${mail.uid} RFC822.SIZE ${mail.raw.length} INTERNALDATE "${internalDate(mail.at)}" ENVELOPE ${envelope(mail.raw)}`;
            const wanted = /BODY(?:\.PEEK)?\[\](<\d+\.\d+>)?/i.exec(text);
            if (!wanted) {
              send(`* ${index + 1} FETCH (${parts})`);
              continue;
            }
            const limit = Number(/\.(\d+)>/.exec(wanted[1] ?? '')?.[1] ?? Infinity);
            const raw = mail.raw.subarray(0, limit);
            send(`* ${index + 1} FETCH (${parts} BODY[]${wanted[1] ? '<0>' : ''} {${raw.length}}`);
            send(raw);
            send(')');
          }
          return send(`${tag} OK done`);
        }
        case 'LOGOUT':
          send('* BYE');
          send(`${tag} OK done`);
          return void socket.end();
        case 'IDLE':
          if (withoutIdle) return send(`${tag} BAD unknown command`);
          idleTag = tag;
          waiting.add(announce);
          send('+ idling');
          return announce();
        case 'UID STORE': {
          const matches = inSet(rest[0] ?? '', last);
          for (const mail of imap.mails) if (matches(mail.uid)) mail.isSeen ||= text.includes('\\Seen');
          return send(`${tag} OK done`);
        }
        case 'NOOP':
        case 'CLOSE':
        case 'UNSELECT':
        case 'ID':
        case 'ENABLE':
          return send(`${tag} OK done`);
        default:
          return send(`${tag} BAD unknown command`);
      }
    }
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const imap: ImapServer = {
    url: `imap://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/INBOX`,
    host: '127.0.0.1',
    port,
    user,
    password,
    mails: [],
    commands: [],
    deliver(raw) {
      const uid = uidNext++;
      imap.mails.push({ uid, raw: Buffer.from(raw), at: new Date(), isSeen: false });
      for (const announce of waiting) announce();
      return uid;
    },
    renumber() {
      uidValidity += 1;
      uidNext = 1;
      for (const mail of imap.mails) mail.uid = uidNext++;
    },
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
    idling: () => waiting.size,
    async close() {
      imap.hangUp();
      server.close();
      await once(server, 'close');
    },
  };
  return imap;
}
