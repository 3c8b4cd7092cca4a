/**
 * Requests that try to make a proxy and the service behind it disagree on where a message ends (RFC 9112, sections 6
 * and 11; RFC 9110, section 7.6.1). One table for every front: what the service understands is the same.
 */
import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answering, noting, RawClient, type Seen } from './raw.ts';

/** Body of every attempt, which the service must never take for a request. */
const smuggled = 'DELETE /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const length = smuggled.length;
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

interface Case {
  title: string;
  raw: string;
  /** Sent when the service has answered the first part. */
  rest?: string;
  /**
   * `passed`: the service sees one request, with this body. `refused`: it sees none and the client gets a 4xx or 5xx or a
   * closed connection. `either`: the RFCs allow both.
   */
  outcome: 'passed' | 'refused' | 'either';
  body?: string;
  /** Headers that the request must have at the service, or, where undefined, must not have. */
  headers?: Record<string, unknown>;
}

/** Returns a call with a body and right framing. */
function framed(method: string, extra: string, framing: 'length' | 'chunked' = 'length', path = '/api/echo'): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\n${extra}`;
  return framing === 'length'
    ? `${head}Content-Length: ${length}\r\n\r\n${smuggled}`
    : `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(smuggled)}`;
}

const usual = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const unusual = ['TRACE', ...METHODS.filter((method) => ![...usual, 'TRACE', 'CONNECT'].includes(method))];

/** For every method: headers that a client names as its connection's own, and both ways of framing. */
const ofEveryMethod = [...usual, ...unusual].flatMap((method): Case[] => {
  const outcome = usual.includes(method) ? 'passed' : 'either';
  const options = [
    'keep-alive',
    'Content-Length',
    'keep-alive, content-length, transfer-encoding',
    'Transfer-Encoding',
  ];
  return [
    ...options.flatMap((option): Case[] => [
      {
        title: `${method}, Connection: ${option}, a length`,
        raw: framed(method, `Connection: ${option}\r\n`),
        outcome,
        body: smuggled,
      },
      {
        title: `${method}, Connection: ${option}, chunks`,
        raw: framed(method, `Connection: ${option}\r\n`, 'chunked'),
        outcome,
        body: smuggled,
      },
    ]),
    {
      title: `${method}, refused while its body is on the way`,
      raw: `${method} /api/refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n${smuggled}`,
      rest: smuggled.repeat(5000).slice(0, 200_000 - length),
      outcome: 'either',
    },
  ];
});

const post = (extra: string, body = smuggled, version = 'HTTP/1.1') =>
  `POST /api/echo ${version}\r\nHost: x\r\n${extra}\r\n${body}`;

const doubtful: Case[] = [
  {
    title: 'a length and chunks',
    raw: post(`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`, chunked(smuggled)),
    outcome: 'either',
  },
  {
    title: 'chunks and a length',
    raw: post(`Transfer-Encoding: chunked\r\nContent-Length: ${length}\r\n`, `0\r\n\r\n`),
    outcome: 'either',
  },
  {
    title: 'two lengths that differ',
    raw: post(`Content-Length: 0\r\nContent-Length: ${length}\r\n`),
    outcome: 'refused',
  },
  {
    title: 'two lengths that differ, in one header',
    raw: post(`Content-Length: 0, ${length}\r\n`),
    outcome: 'refused',
  },
  {
    title: 'two lengths that are equal',
    raw: post(`Content-Length: ${length}\r\nContent-Length: ${length}\r\n`),
    outcome: 'either',
    body: smuggled,
  },
  { title: 'a length with a sign', raw: post(`Content-Length: +${length}\r\n`), outcome: 'refused' },
  { title: 'a negative length', raw: post(`Content-Length: -1\r\n`), outcome: 'refused' },
  { title: 'a length in hexadecimal', raw: post(`Content-Length: 0x10\r\n`), outcome: 'refused' },
  {
    title: 'a length too large for any number',
    raw: post(`Content-Length: 99999999999999999999\r\n`),
    outcome: 'refused',
  },
  { title: 'an empty length', raw: post(`Content-Length: \r\n`, ''), outcome: 'either' },
  { title: 'a space before the colon of the length', raw: post(`Content-Length : ${length}\r\n`), outcome: 'refused' },
  {
    title: 'a space before the colon of the coding',
    raw: post(`Transfer-Encoding : chunked\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  { title: 'an unknown coding', raw: post(`Transfer-Encoding: xchunked\r\n`, chunked(smuggled)), outcome: 'refused' },
  {
    title: 'chunks that are not the last coding',
    raw: post(`Transfer-Encoding: chunked, identity\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  {
    title: 'another coding before the chunks',
    raw: post(`Transfer-Encoding: gzip, chunked\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  {
    title: 'chunks twice, in one header',
    raw: post(`Transfer-Encoding: chunked, chunked\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  {
    title: 'chunks twice, in two headers',
    raw: post(`Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  {
    title: 'an unknown coding in a second header',
    raw: post(`Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  {
    title: 'a coding with a vertical tab',
    raw: post(`Transfer-Encoding: \x0bchunked\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  {
    title: 'a coding with a parameter',
    raw: post(`Transfer-Encoding: chunked;x=1\r\n`, chunked(smuggled)),
    outcome: 'refused',
  },
  { title: 'a coding in quotes', raw: post(`Transfer-Encoding: "chunked"\r\n`, chunked(smuggled)), outcome: 'refused' },
  {
    title: 'a coding in capitals',
    raw: post(`Transfer-Encoding: CHUNKED\r\n`, chunked(smuggled)),
    outcome: 'passed',
    body: smuggled,
  },
  {
    title: 'chunks in HTTP/1.0',
    raw: post(`Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n`, chunked(smuggled), 'HTTP/1.0'),
    outcome: 'either',
  },
  {
    title: 'a coding under an underscore',
    raw: post(`Transfer_Encoding: chunked\r\nContent-Length: ${length}\r\n`),
    outcome: 'passed',
    body: smuggled,
    headers: { transfer_encoding: undefined },
  },
  {
    title: 'a length under an underscore',
    raw: post(`Content_Length: 0\r\nContent-Length: ${length}\r\n`),
    outcome: 'passed',
    body: smuggled,
    headers: { content_length: undefined },
  },
  {
    title: 'a folded header',
    raw: post(`X-Note: a\r\n b\r\nContent-Length: ${length}\r\n`),
    outcome: 'either',
    body: smuggled,
  },
  { title: 'a folded coding', raw: post(`Transfer-Encoding:\r\n chunked\r\n`, chunked(smuggled)), outcome: 'either' },
  {
    title: 'a space before the first header',
    raw: `POST /api/echo HTTP/1.1\r\n Content-Length: ${length}\r\nHost: x\r\n\r\n${smuggled}`,
    outcome: 'refused',
  },
  { title: 'a header without a name', raw: post(`: x\r\nContent-Length: ${length}\r\n`), outcome: 'refused' },
  { title: 'a header without a colon', raw: post(`nonsense\r\nContent-Length: ${length}\r\n`), outcome: 'refused' },
  { title: 'a name with a space', raw: post(`Content Length: 0\r\nContent-Length: ${length}\r\n`), outcome: 'refused' },
  {
    title: 'a bare CR in a value',
    raw: post(`X-Note: a\rContent-Length: 0\r\nContent-Length: ${length}\r\n`),
    outcome: 'refused',
  },
  { title: 'a NUL in a value', raw: post(`X-Note: a\0\r\nContent-Length: ${length}\r\n`), outcome: 'refused' },
  {
    title: 'bare LFs for line ends',
    raw: `POST /api/echo HTTP/1.1\nHost: x\nContent-Length: ${length}\n\n${smuggled}`,
    outcome: 'either',
    body: smuggled,
  },
  {
    title: 'a bare LF in a value',
    raw: post(`X-Note: a\nTransfer-Encoding: chunked\r\nContent-Length: ${length}\r\n`),
    outcome: 'either',
  },
  {
    title: 'a chunk with a sign',
    raw: post(`Transfer-Encoding: chunked\r\n`, `+1\r\na\r\n0\r\n\r\n`),
    outcome: 'either',
  },
  {
    title: 'a chunk size that is no number',
    raw: post(`Transfer-Encoding: chunked\r\n`, `zz\r\n${smuggled}`),
    outcome: 'either',
  },
  {
    title: 'a chunk longer than said',
    raw: post(`Transfer-Encoding: chunked\r\n`, `1\r\nab\r\n0\r\n\r\n`),
    outcome: 'either',
  },
  {
    title: 'a chunk size too large for any number',
    raw: post(`Transfer-Encoding: chunked\r\n`, `fffffffffffffffff1\r\n${smuggled}`),
    outcome: 'either',
  },
  {
    title: 'a chunk extension',
    raw: post(`Transfer-Encoding: chunked\r\n`, `1;a=b\r\nx\r\n0\r\n\r\n`),
    outcome: 'either',
    body: 'x',
  },
  {
    title: 'a chunk extension with a bare LF',
    raw: post(`Transfer-Encoding: chunked\r\n`, `1;a\nx\r\n0\r\n\r\n${smuggled}`.replace(smuggled, '')),
    outcome: 'either',
  },
  {
    title: 'trailers that would be headers',
    raw: post(
      `Trailer: X-Forwarded-For\r\nTransfer-Encoding: chunked\r\n`,
      `1\r\nx\r\n0\r\nX-Forwarded-For: 8.8.8.8\r\n\r\n`,
    ),
    outcome: 'passed',
    body: 'x',
    headers: { 'x-forwarded-for': '127.0.0.1' },
  },
  {
    title: 'a length in the trailers',
    raw: post(`Transfer-Encoding: chunked\r\n`, `1\r\nx\r\n0\r\nContent-Length: 5\r\n\r\n`),
    outcome: 'either',
    body: 'x',
  },
  {
    title: 'Expect: 100-continue',
    raw: post(`Expect: 100-continue\r\nContent-Length: ${length}\r\n`),
    outcome: 'passed',
    body: smuggled,
  },
  {
    title: 'Expect: 100-continue without a body',
    raw: 'GET /api/echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n',
    outcome: 'either',
    body: '',
  },
  { title: 'another expectation', raw: post(`Expect: miracles\r\nContent-Length: ${length}\r\n`), outcome: 'either' },
  {
    title: 'an upgrade with a body',
    raw: framed('GET', 'Connection: upgrade, content-length\r\nUpgrade: websocket\r\n'),
    outcome: 'either',
    body: smuggled,
  },
  {
    title: 'an upgrade to HTTP/2 with a body',
    raw: framed('POST', 'Connection: upgrade, http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'),
    outcome: 'passed',
    body: smuggled,
    headers: { upgrade: undefined, 'http2-settings': undefined },
  },
  {
    title: 'a header that is the connection’s own',
    raw: framed(
      'POST',
      'Connection: close, X-Note\r\nX-Note: a\r\nKeep-Alive: timeout=1\r\nTE: trailers\r\nProxy-Connection: keep-alive\r\n',
    ),
    outcome: 'passed',
    body: smuggled,
    headers: { 'x-note': undefined, 'keep-alive': undefined, te: undefined, 'proxy-connection': undefined },
  },
  {
    title: 'the client’s address as the connection’s own',
    raw: framed('POST', 'Connection: close, X-Forwarded-For, X-Forwarded-Host\r\nX-Forwarded-For: 8.8.8.8\r\n'),
    outcome: 'passed',
    body: smuggled,
    headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'shop.example' },
  },
  {
    title: 'the host as the connection’s own',
    raw: framed('POST', 'Connection: host\r\n'),
    outcome: 'passed',
    body: smuggled,
    headers: { host: 'shop.example' },
  },
  {
    title: 'claims under underscores',
    raw: framed('POST', 'X_Forwarded_For: 8.8.8.8\r\nX-Forwarded_Proto: https\r\n'),
    outcome: 'passed',
    body: smuggled,
    headers: {
      x_forwarded_for: undefined,
      'x-forwarded_proto': undefined,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    },
  },
  {
    title: 'two hosts',
    raw: 'GET /api/echo HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n',
    outcome: 'refused',
  },
  { title: 'no host', raw: 'GET /api/echo HTTP/1.1\r\n\r\n', outcome: 'refused' },
  { title: 'a host with a path', raw: 'GET /api/echo HTTP/1.1\r\nHost: a.example/b\r\n\r\n', outcome: 'refused' },
  { title: 'a host with a user', raw: 'GET /api/echo HTTP/1.1\r\nHost: a@b.example\r\n\r\n', outcome: 'refused' },
  {
    title: 'a whole URL',
    raw: 'GET http://a.example/api/echo HTTP/1.1\r\nHost: b.example\r\n\r\n',
    outcome: 'passed',
    body: '',
    headers: { host: 'a.example', 'x-forwarded-host': 'a.example' },
  },
  { title: 'a space in the address', raw: 'GET /api/echo HTTP/1.1 HTTP/1.1\r\nHost: x\r\n\r\n', outcome: 'refused' },
  { title: 'a tab in the request line', raw: 'GET\t/api/echo\tHTTP/1.1\r\nHost: x\r\n\r\n', outcome: 'refused' },
  { title: 'a version of its own', raw: 'GET /api/echo HTTP/1.9\r\nHost: x\r\n\r\n', outcome: 'either' },
  { title: 'HTTP/2 in clear text', raw: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', outcome: 'refused' },
  { title: 'no version', raw: 'GET /api/echo\r\n\r\n', outcome: 'refused' },
  { title: 'an unknown method', raw: framed('SMUGGLE', ''), outcome: 'either' },
  { title: 'a method in small letters', raw: framed('get', ''), outcome: 'either' },
  { title: 'a method with a colon', raw: framed('GE:T', ''), outcome: 'refused' },
  { title: 'CONNECT', raw: 'CONNECT api:3000 HTTP/1.1\r\nHost: api:3000\r\n\r\n', outcome: 'refused' },
  { title: 'OPTIONS of the whole server', raw: 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', outcome: 'either' },
];

const cases = [...ofEveryMethod, ...doubtful];

/** Answer of a hostile service that tries to replace the next one. */
const evil = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil';

interface Answer {
  title: string;
  raw: string;
  method?: string;
  status?: number;
  has?: RegExp;
  hasNot?: RegExp;
}

const answers: Answer[] = [
  { title: 'more than its length', raw: `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${evil}`, has: /\r\n\r\nok/ },
  { title: 'a second answer to one request', raw: `HTTP/1.1 204 No Content\r\n\r\n${evil}`, status: 204 },
  {
    title: 'a body to HEAD',
    method: 'HEAD',
    raw: `HTTP/1.1 200 OK\r\nContent-Length: ${evil.length}\r\n\r\n${evil}`,
    status: 200,
  },
  {
    title: 'a body to a 304',
    raw: `HTTP/1.1 304 Not Modified\r\nContent-Length: ${evil.length}\r\n\r\n${evil}`,
    status: 304,
  },
  {
    title: 'two lengths that differ',
    raw: `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: ${evil.length}\r\n\r\n${evil}`,
    status: 503,
  },
  {
    title: 'a length and chunks',
    raw: `HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
  },
  {
    title: 'a bare CR in a value',
    raw: `HTTP/1.1 200 OK\r\nX-Note: a\rSet-Cookie: evil=1\r\nContent-Length: 2\r\n\r\nok`,
    hasNot: /\rSet-Cookie/,
  },
  { title: 'a NUL in a value', raw: `HTTP/1.1 200 OK\r\nX-Note: a\0b\r\nContent-Length: 2\r\n\r\nok`, hasNot: /\0/ },
  {
    title: 'headers that are the connection’s own',
    raw: 'HTTP/1.1 200 OK\r\nConnection: X-Note, Content-Length\r\nX-Note: a\r\nKeep-Alive: timeout=7\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nok',
    has: /\r\n\r\nok/,
    hasNot: /x-note|timeout=7|h2c/i,
  },
  {
    title: 'a word before its answer (1xx)',
    raw: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
    status: 200,
    has: /\r\n\r\nok$/,
  },
  {
    title: 'first that it waits for a body that there is none of',
    raw: `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
  },
  {
    title: 'an upgrade that nobody asked for',
    raw: `HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n${evil}`,
  },
  { title: 'something that is no answer', raw: 'nonsense\r\n\r\n', status: 503 },
];

/** A front before the API at the given URL. */
export type StartFront = (api: string) => Promise<{ url: string; stop: () => void }>;

/** Declares the tests of the table against one front. */
export function describeSmuggling(name: string, start: StartFront): void {
  describe(`${name}: nothing of one client’s request is taken for another’s`, { timeout: 20_000 }, () => {
    let api: Awaited<ReturnType<typeof noting>>;
    let front: Awaited<ReturnType<StartFront>>;
    beforeAll(async () => {
      api = await noting();
      front = await start(api.url);
    });
    afterAll(() => {
      front.stop();
      api.stop();
    });

    test.each(cases)('$title', async (one) => {
      const { raw, rest = '' } = one;
      api.seen.length = 0;
      const client = new RawClient(front.url);
      client.send(raw);
      if (rest) {
        await visit(front.url);
        client.send(rest);
      }
      const status = await client.status();
      await visit(front.url);
      client.close();
      const seen = api.seen.filter(({ url }) => url !== '/api/victim');
      expect(seen.map(describeSeen)).not.toContainEqual(expect.stringMatching(/smuggled|garbage/));
      expect(seen.length).toBeLessThanOrEqual(1);
      expectOutcome(one, status, seen);
    });
  });

  describe(`${name}: nothing of one answer is taken for another’s`, { timeout: 20_000 }, () => {
    test.each(answers)('$title', async (one) => {
      const { raw, method = 'GET' } = one;
      const service = await answering(raw);
      const front = await start(service.url);
      try {
        await visit(front.url);
        const client = new RawClient(front.url);
        client.send(`${method} /api/evil HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        const given = await client.status();
        const text = await client.whole();
        expectAnswer(one, given, text);
        expect(text).not.toContain('evil');
        await visit(front.url);
      } finally {
        front.stop();
        service.stop();
      }
    });
  });
}

/** Compares what a case promises, and only that, with what came of it. */
function expectOutcome({ outcome, body, headers = {} }: Case, status: number | undefined, seen: Seen[]): void {
  const [one] = seen;
  const result = isRefusal(status) && !one ? 'refused' : status === 200 && one ? 'passed' : 'neither';
  expect(outcome === 'either' ? outcome : result).toBe(outcome);
  expect(one && body !== undefined ? one.body : body).toBe(body);
  const given = Object.keys(headers).map((name) => [name, one ? one.headers[name] : headers[name]]);
  expect(given).toEqual(Object.entries(headers));
}

function expectAnswer({ status, has = /^/, hasNot = /(?!)/ }: Answer, given: number | undefined, text: string): void {
  expect(status === undefined ? undefined : given).toBe(status);
  expect(text).toMatch(has);
  expect(text).not.toMatch(hasNot);
}

const isRefusal = (status = 400) => status >= 400;
const describeSeen = ({ method, url }: Seen) => `${method} ${url}`;

/** Calls by others over the front's shared connections: each gets its own answer. */
async function visit(url: string): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const answer = await fetch(`${url}/api/victim`);
    expect([answer.status, await answer.text()]).toEqual([200, 'GET /api/victim']);
  }
}
