import net from 'node:net';
import { TLSSocket } from 'node:tls';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { afterEach, expect, test } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { statement } from '../src/prepared.ts';

const direct = new URL(process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Connects two sockets; either end takes the other with it. */
function join(client: net.Socket, server: net.Socket): void {
  for (const [socket, other] of [
    [client, server],
    [server, client],
  ] as const) {
    socket.on('error', () => other.destroy());
    socket.on('close', () => other.destroy());
    socket.pipe(other);
  }
}

const toPostgres = () => net.connect(Number(direct.port), direct.hostname);

/** Listens in front of the real Postgres; answers its URL. `serve` gets each connection with its first message. */
async function inFront(serve: (client: net.Socket, first: Buffer) => void, search = ''): Promise<string> {
  const server = net.createServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', (first) => {
      client.pause();
      serve(client, first);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => server.close());
  const address = server.address();
  const url = new URL(direct);
  url.host = `localhost:${typeof address === 'object' ? address?.port : ''}`;
  url.search = search;
  return url.href;
}

function open(url: string, onConnectionError?: (error: Error) => void) {
  const db = createDatabase(url, { max: 2, ...(onConnectionError && { onConnectionError }) });
  closers.push(() => db.destroy());
  return db;
}

/** An ErrorResponse as PgBouncer 1.21 sends it (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test('a pooler that refuses time limits as startup parameters is connected to without them, and reported once', async () => {
  const url = await inFront((client, first) => {
    if (first.includes('statement_timeout')) {
      client.end(refusal('unsupported startup parameter: statement_timeout'));
      return;
    }
    const server = toPostgres();
    server.write(first);
    join(client, server);
  });
  const reports: string[] = [];
  const db = open(url, ({ message }) => reports.push(message));
  const one = statement<object, { n: number }>(() => sql`select 1 as n`);
  const both = await Promise.all([sql<{ n: number }>`select 2 as n`.execute(db), one(db, {})]);
  expect(both.map((answer) => ('rows' in answer ? answer.rows : answer)[0]?.n)).toEqual([2, 1]);
  expect(reports).toEqual(['A pooler refuses statement_timeout: set it for the role']);
});

test('a direct connection keeps its time limits', async () => {
  const { rows } = await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(
    open(direct.href),
  );
  expect(rows[0]?.timeout).toBe('30s');
});

test('sslmode means what it means to psql: require encrypts without checking, verify-full checks the certificate', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const encrypted = (search: string) =>
    inFront((client) => {
      // Whatever asks for encryption first sends SSLRequest, which is answered by one letter.
      client.write('S');
      const secure = new TLSSocket(client, { isServer: true, key, cert });
      join(secure, toPostgres());
    }, search);
  const { rows } = await sql<{ n: number }>`select 3 as n`.execute(open(await encrypted('?sslmode=require')));
  expect(rows).toEqual([{ n: 3 }]);
  const checking = open(await encrypted('?sslmode=verify-full'));
  await expect(sql`select 3 as n`.execute(checking)).rejects.toThrow(/self-signed certificate/);
});
