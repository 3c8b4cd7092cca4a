/** Answers of an external server that are meant to do harm, or that repeat what they were called with. */
import { createServer, type Server } from 'node:http';
import { createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createOutbound } from '@parley/service/outbound';
import { OutboundError } from '@parley/service/outbound-errors';
import { afterEach, describe, expect, test } from 'vitest';
import { CallFailed, quote, secretsOf } from '../src/external/answer.ts';
import { type ChatPost, sendChatPost } from '../src/integrations/chat-post.ts';
import { createTrello } from '../src/integrations/trello/api.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function listening(server: Server | RawServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

function client(timeoutMs = 5_000) {
  const outbound = createOutbound({ allowPrivate: true, timeoutMs });
  closing.push(() => outbound.close());
  return outbound;
}

const post: ChatPost = { title: 't', customer: 'c', website: 'w', text: 'x', url: 'https://chat.example.com/' };
const postTo = (origin: string, timeoutMs?: number) =>
  sendChatPost(client(timeoutMs), { webhookUrl: `${origin}/services/T1/SECRETPATH99`, channel: '' }, post, 'id');

/** The processor's milliseconds for it: waiting for a busy machine doesn't count. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const bodies: Record<string, (length: number) => string> = {
  'opening brackets': (length) => '<'.repeat(length),
  'opened tags': (length) => '<a'.repeat(length / 2),
  'one tag without an end': (length) => `<${'a'.repeat(length - 1)}`,
  blanks: (length) => ' '.repeat(length),
  'blanks around letters': (length) => ' a'.repeat(length / 2),
  'one line of JSON': (length) => `{"a":"${'b'.repeat(length - 8)}"}`,
};

describe('an answer’s excerpt', () => {
  test.each(Object.entries(bodies))('it costs the same for 4 MB as for 4 KB: %s', async (_name, bodyOf) => {
    const [small, one, four] = [bodyOf(4_096), bodyOf(1_000_000), bodyOf(4_000_000)];
    const often = (text: string) => () => {
      for (let time = 0; time < 50; time += 1) quote(text);
    };
    often(small)();
    const base = Math.max(5, await cost(often(small)));
    expect(await cost(often(one))).toBeLessThan(base * 10);
    expect(await cost(often(four))).toBeLessThan(base * 10);
  });

  test('it is one short line without markup', () => {
    expect(quote('<html>\n<b class="x">No  such</b>\r\nhook</html>')).toBe('No such hook');
    expect(quote('x'.repeat(500))).toBe(`${'x'.repeat(200)}…`);
  });

  test.each([
    ['the whole address', (address: string) => `no hook at ${address}`],
    ['its path', (address: string) => `Cannot POST ${new URL(address).pathname}`],
    ['its path as JSON', (address: string) => JSON.stringify({ path: address }).replaceAll('/', '\\/')],
    ['its token alone', () => 'unknown token 8f3kSECRETtokenX and key%20SECRETquery'],
    ['its decoded token', () => 'unknown key SECRETquery'],
    ['its path behind markup and blanks', (address: string) => `${'<br> '.repeat(810)}${new URL(address).pathname}`],
  ])('it holds nothing of the address that was called, when the other side repeats %s', (_name, answer) => {
    const address = 'https://hooks.example.com/services/T000/8f3kSECRETtokenX?auth=key%20SECRETquery';
    const words = quote(answer(address), secretsOf(address));
    expect(words).not.toMatch(/SECRET/);
    expect(words).toContain('…');
  });
});

describe('a post to a server', () => {
  test.each([1, 4])('an answer of %d MB of opening brackets costs what a short answer costs', async (mega) => {
    const big = Buffer.from('<'.repeat(mega * 1_000_000));
    let body: Buffer | string = 'no';
    const origin = await listening(createServer((_request, response) => response.writeHead(500).end(body)));
    const refused = () => expect(postTo(origin)).rejects.toThrow(/answered 500/);
    await refused();
    const short = await cost(refused);
    body = big;
    // The rest is receiving the bytes under way; the same work took more than a second before.
    expect(await cost(refused)).toBeLessThan(short * 10 + 150);
  });

  test('a 2xx answer longer than anybody reads counts as arrived', async () => {
    const origin = await listening(createServer((_request, response) => response.end('ok'.repeat(2_000_000))));
    expect((await postTo(origin)).status).toBe(200);
  });

  test('an answer that drips is given up when the time is over', async () => {
    const origin = await listening(
      createServer((_request, response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
        response.writeHead(500);
      }),
    );
    await expect(postTo(origin, 400)).rejects.toThrow('didn’t answer within 0.4 seconds');
  });

  test.each([
    ['headers without end', 'HTTP/1.1 200 OK\r\n', `x-more: ${'y'.repeat(1_000)}\r\n`],
    ['one header without end', 'HTTP/1.1 200 OK\r\nx-more: ', 'y'.repeat(1_000)],
    ['interim answers without end', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ])('an answer with %s is given up in time and at little cost', async (_name, first, more) => {
    const origin = await listening(
      createRawServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(first);
        const timer = setInterval(() => socket.write(more), 1);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const spent = await cost(() => expect(postTo(origin, 1_000)).rejects.toBeInstanceOf(OutboundError));
    expect(spent).toBeLessThan(1_000);
  });

  test('an answer of packed bytes is shown as it is, never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const origin = await listening(
      createServer((_request, response) => response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb)),
    );
    expect(await cost(() => expect(postTo(origin)).rejects.toThrow('answered 500'))).toBeLessThan(500);
  });
});

test.each([
  ['a megabyte of nested lists', '['.repeat(1_000_000)],
  ['a list of half a million nothings', `[${'0,'.repeat(500_000)}0]`],
])('Trello’s answer of %s is refused quickly', async (_name, body) => {
  const origin = await listening(createServer((_request, response) => response.end(body)));
  const trello = createTrello(client(), origin, { apiKey: 'k', token: 't', boardId: 'b' });
  const card = { name: 'n', description: 'd', link: 'l', reference: 'r' };
  const spent = await cost(async () => {
    const failure: unknown = await trello.card(card, false).catch((error: unknown) => error);
    expect(failure instanceof CallFailed || failure instanceof OutboundError).toBe(true);
  });
  expect(spent).toBeLessThan(1_000);
});
