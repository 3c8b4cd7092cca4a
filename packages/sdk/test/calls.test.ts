import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createParley, type Parley, type ParleyError, type ParleyOptions } from '../src/index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
/** Answers of the server in their order; the last one is given again. */
let answers: Answer[];
let asked: IncomingMessage[];

beforeEach(async () => {
  asked = [];
  answers = [];
  server = createServer((request, response) => {
    asked.push(request);
    (answers.length > 1 ? answers.shift() : answers[0])?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const client = (options: Partial<ParleyOptions> = {}): Parley =>
  createParley({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, key: 'parley_key', ...options });
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    { type: `urn:parley:problem:${code}`, title: code, status, detail: 'No.', code, requestId: 'r1' },
    status,
    headers,
  );
const cut: Answer = (request) => void request.socket.destroy();
const refused = (call: Promise<unknown>): Promise<ParleyError> =>
  call.then(
    () => expect.unreachable(),
    (error: ParleyError) => error,
  );
const addresses = () => asked.map(({ method, url }) => `${method} ${url}`);

describe('a call', () => {
  test('it fills the path, encodes the query and sends the key', async () => {
    answers = [json([])];
    await client().listMessages({ params: { id: 'a/b' }, query: { after: 3, limit: 10 } });
    expect(addresses()).toEqual(['GET /api/conversations/a%2Fb/messages?after=3&limit=10']);
    expect(asked[0]?.headers.authorization).toBe('Bearer parley_key');
  });

  test('it resolves to null for an answer without a body', async () => {
    answers = [(_, response) => void response.writeHead(204).end()];
    expect(await client().deleteTag({ params: { id: 'x' } })).toBeNull();
  });

  test('a file or stream is handed out unread', async () => {
    answers = [json({ exportedAt: 'now' })];
    const response = await client().exportConversations();
    expect(response.bodyUsed).toBe(false);
    expect(await response.json()).toEqual({ exportedAt: 'now' });
  });
});

describe('a list', () => {
  const pages = [json([1, 2], 200, { link: '</api/contacts?limit=2&cursor=a%2Bb>; rel="next"' }), json([3], 200)];

  test('awaiting it gives the first page alone', async () => {
    answers = [...pages];
    expect(await client().listContacts({ query: { limit: 2 } })).toEqual([1, 2]);
    expect(asked).toHaveLength(1);
  });

  test('iterating it reads all pages, each once and as it is needed', async () => {
    answers = [...pages];
    const askedAt: [item: unknown, calls: number][] = [];
    for await (const item of client().listContacts({ query: { limit: 2 } })) askedAt.push([item, asked.length]);
    expect(askedAt).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    expect(addresses()).toEqual(['GET /api/contacts?limit=2', 'GET /api/contacts?limit=2&cursor=a%2Bb']);
  });
});

describe('a failure', () => {
  test('a refusal has its code, its fields and the id in the log', async () => {
    answers = [
      json({ code: 'invalid', detail: 'No name.', errors: [{ path: 'name', message: 'No.' }], requestId: 'r1' }, 422),
    ];
    const error = await refused(client().addTag({ body: { name: '' } }));
    expect(error).toMatchObject({
      name: 'ParleyError',
      code: 'invalid',
      status: 422,
      message: 'No name.',
      requestId: 'r1',
    });
    expect(error.fields).toEqual([{ path: 'name', message: 'No.' }]);
    expect(asked).toHaveLength(1);
  });

  test('what is no answer of Parley has the code unknown', async () => {
    answers = [(_, response) => void response.writeHead(418).end('<html>teapot</html>')];
    expect(await refused(client().listTags())).toMatchObject({ code: 'unknown', status: 418 });
  });

  test('a write without an answer is made again under the same Idempotency-Key', async () => {
    answers = [cut, refusal(503, 'unavailable'), json({ id: 't1' }, 201)];
    expect(await client().addTag({ body: { name: 'vip' } })).toEqual({ id: 't1' });
    expect(asked).toHaveLength(3);
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  test('the caller’s own Idempotency-Key is sent', async () => {
    answers = [json({ id: 't1' }, 201)];
    await client().addTag({ body: { name: 'vip' } }, { idempotencyKey: 'order-4711' });
    expect(asked[0]?.headers['idempotency-key']).toBe('order-4711');
  });

  test('a visitor’s write is repeated only if the server knows it again', async () => {
    const visitor = client({ visitorToken: 'token' });
    answers = [cut, json({})];
    expect(
      await refused(visitor.reactAsVisitor({ params: { id: 'x', seq: 1 }, body: { emoji: '👍' } } as never)),
    ).toMatchObject({ code: 'unreachable', status: 0 });
    answers = [cut, json({ seq: 1 })];
    expect(await visitor.postVisitorMessage({ body: { content: 'Hi', clientMessageId: 'c1' } })).toEqual({ seq: 1 });
  });

  test('a pause longer than a minute is left to the caller', async () => {
    answers = [refusal(429, 'rate_limited', { 'retry-after': '3600' })];
    expect(await refused(client().addTag({ body: { name: 'x' } }))).toMatchObject({ retryAfterSeconds: 3600 });
    expect(asked).toHaveLength(1);
  });

  test('retries end, and with the last refusal', async () => {
    answers = [refusal(503, 'unavailable', { 'retry-after': '0' })];
    expect(await refused(client({ retries: 1 }).listRepresentatives())).toMatchObject({ code: 'unavailable' });
    expect(asked).toHaveLength(2);
  });

  test('a server that never answers is given up, and an aborted call ends with the caller’s reason', async () => {
    answers = [() => undefined];
    expect(await refused(client({ retries: 0, timeoutMs: 20 }).listTags())).toMatchObject({ code: 'unreachable' });
    const ended = new AbortController();
    const call = client().listTags({}, { signal: ended.signal });
    ended.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});
