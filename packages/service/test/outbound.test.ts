import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { createOutbound, type Outbound, type OutboundOptions } from '../src/outbound.ts';
import {
  OutboundRefused,
  OutboundTimeout,
  OutboundTooLarge,
  OutboundTooManyRedirects,
  OutboundUnreachable,
} from '../src/outbound-errors.ts';

/** Signed by itself for `hooks.test`, good for nothing but these tests. */
const key = readFileSync(new URL('fixtures/hooks.test.key.pem', import.meta.url));
const cert = readFileSync(new URL('fixtures/hooks.test.cert.pem', import.meta.url));

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

type Handler = (...call: Parameters<RequestListener>) => unknown;

/** Starts a server and returns its port. */
async function serve(server: Server | ReturnType<typeof createTlsServer> | Handler): Promise<number> {
  const started = typeof server === 'function' ? createServer((...call) => void server(...call)) : server;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    started.closeAllConnections();
    started.close();
  });
  const address = started.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A client for which the names in `.test` are the local machine, as if it were out on the internet. */
function client(options: OutboundOptions = {}): Outbound {
  const outbound = createOutbound({
    allowPrivate: true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    timeoutMs: 5_000,
    ...options,
  });
  cleanups.push(() => outbound.close());
  return outbound;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe('calling', () => {
  test('a request arrives as sent, and any answer comes back whole', async () => {
    const port = await serve(async (request, response) => {
      const body = await bodyOf(request);
      response.writeHead(418, { 'X-Seen': [request.method ?? '', request.url ?? ''], 'content-type': 'text/plain' });
      response.end(`${request.headers['content-type']} ${request.headers['user-agent']} ${body}`);
    });
    const answer = await client().request(`http://hooks.test:${port}/in?x=1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"text":"Grüße"}',
    });
    expect(answer.status).toBe(418);
    expect(answer.headers['x-seen']).toBe('POST, /in?x=1');
    expect(answer.text).toBe('application/json Parley {"text":"Grüße"}');
  });

  test('https is spoken, and a certificate nobody vouches for is refused in words', async () => {
    const port = await serve(createTlsServer({ key, cert }, (_request, response) => response.end('secure')));
    expect((await client({ ca: cert }).request(`https://hooks.test:${port}/`)).text).toBe('secure');
    await expect(client().request(`https://hooks.test:${port}/`)).rejects.toThrow(
      `The certificate of hooks.test:${port} is self-signed.`,
    );
    await expect(client({ ca: cert }).request(`https://other.test:${port}/`)).rejects.toThrow(
      'The certificate of other.test',
    );
  });

  test('an answer without a body is an empty text', async () => {
    const port = await serve((_request, response) => response.writeHead(204).end());
    expect(await client().request(`http://hooks.test:${port}/`)).toMatchObject({ status: 204, text: '' });
  });

  test('a caller can give up early', async () => {
    const port = await serve(() => undefined);
    const caller = new AbortController();
    const calling = client().request(`http://hooks.test:${port}/`, { signal: caller.signal });
    setImmediate(() => caller.abort(new Error('changed my mind')));
    await expect(calling).rejects.toThrow('changed my mind');
  });
});

describe('refused destinations', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1:8080/',
    'http://100.64.0.1/',
    'http://[fd00:ec2::254]/',
  ])('it refuses %s', async (url) => {
    await expect(createOutbound().request(url)).rejects.toBeInstanceOf(OutboundRefused);
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'gopher://x/',
    'no address',
    '',
    'http://',
  ])('an address like %j', async (url) => {
    await expect(createOutbound().request(url)).rejects.toBeInstanceOf(OutboundRefused);
  });

  test('an address with credentials in it', async () => {
    await expect(createOutbound().request('https://me:hunter2@example.com/')).rejects.toThrow(
      'An address with a name and password in it is not called.',
    );
  });

  test('a name that changes from a public address to a private one between check and use', async () => {
    let calls = 0;
    const port = await serve((_request, response) => {
      calls += 1;
      response.end('internal');
    });
    let lookups = 0;
    const outbound = client({
      allowPrivate: false,
      async resolve() {
        lookups += 1;
        return [{ address: lookups === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
      },
    });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(outbound.request(`http://rebind.test:${port}/`)).rejects.toBeInstanceOf(OutboundRefused);
    }
    expect(calls).toBe(0);
  });

  test('the connection goes to the address that was checked, with one look-up only', async () => {
    let lookups = 0;
    const port = await serve((_request, response) => response.end('ok'));
    const outbound = client({
      async resolve() {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
      },
    });
    expect((await outbound.request(`http://hooks.test:${port}/`)).text).toBe('ok');
    expect(lookups).toBe(1);
  });
});

describe('redirects', () => {
  test('a redirect to a private address is refused, by address and by name', async () => {
    let inside = 0;
    const inner = await serve((_request, response) => {
      inside += 1;
      response.end('internal');
    });
    for (const target of [`http://10.0.0.1:${inner}/`, `http://inner.test:${inner}/`]) {
      let outside = 0;
      const port = await serve((_request, response) => {
        outside += 1;
        response.writeHead(307, { location: target }).end();
      });
      // The machine itself counts as public until the first server has answered.
      const outbound = createOutbound({
        get allowPrivate() {
          return outside === 0;
        },
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      cleanups.push(() => outbound.close());
      await expect(
        outbound.request(`http://hooks.test:${port}/`, { method: 'POST', body: 'x' }),
      ).rejects.toBeInstanceOf(OutboundRefused);
      expect(outside).toBe(1);
    }
    expect(inside).toBe(0);
  });

  test('they are followed three times, then no further', async () => {
    let calls = 0;
    const port = await serve((request, response) => {
      calls += 1;
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end('moved');
    });
    expect((await client().request(`http://hooks.test:${port}/3`)).text).toBe('arrived');
    calls = 0;
    await expect(client().request(`http://hooks.test:${port}/4`)).rejects.toThrow(OutboundTooManyRedirects);
    expect(calls).toBe(4);
  });

  test.each([
    [301, 'POST', 'hello'],
    [302, 'POST', 'hello'],
    [303, 'GET', ''],
    [307, 'POST', 'hello'],
    [308, 'POST', 'hello'],
  ])('a POST redirected with %i goes on as %s with the body %j', async (status, method, body) => {
    const port = await serve(async (request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/next' }).end();
      else response.end(`${request.method} ${await bodyOf(request)}`);
    });
    const answer = await client().request(`http://hooks.test:${port}/`, { method: 'POST', body: 'hello' });
    expect(answer.text).toBe(`${method} ${body}`);
  });

  test('credentials don’t follow to another origin, and do within the same', async () => {
    const port = await serve((request, response) => {
      const {
        authorization = '-',
        'x-api-key': apiKey = '-',
        cookie = '-',
        'webhook-signature': signature = '-',
      } = request.headers;
      if (request.url === '/away') response.writeHead(307, { location: `http://other.test:${port}/` }).end();
      else if (request.url === '/same') response.writeHead(307, { location: '/' }).end();
      else response.end([authorization, apiKey, cookie, signature, request.headers.accept].join(' '));
    });
    const headers = {
      Authorization: 'a',
      'X-Api-Key': 'b',
      Cookie: 'c',
      'Webhook-Signature': 'd',
      Accept: 'text/plain',
    };
    expect((await client().request(`http://hooks.test:${port}/same`, { headers })).text).toBe('a b c d text/plain');
    expect((await client().request(`http://hooks.test:${port}/away`, { headers })).text).toBe('- - - - text/plain');
  });

  test('a redirect from https to http, to other schemes and with credentials is refused', async () => {
    for (const location of ['http://hooks.test/', 'ftp://hooks.test/', 'https://me:pw@hooks.test/', 'http://']) {
      const port = await serve(
        createTlsServer({ key, cert }, (_request, response) => response.writeHead(302, { location }).end()),
      );
      await expect(client({ ca: cert }).request(`https://hooks.test:${port}/`)).rejects.toBeInstanceOf(OutboundRefused);
    }
  });
});

describe('limits', () => {
  test('a server that never answers, one that drips its body, and one that redirects slowly end in time', async () => {
    const silent = await serve(() => undefined);
    const dripping = await serve((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const slow = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150);
    });
    for (const port of [silent, dripping, slow]) {
      const start = performance.now();
      await expect(client({ timeoutMs: 300 }).request(`http://hooks.test:${port}/`)).rejects.toThrow(
        new OutboundTimeout(`hooks.test:${port}`, 300),
      );
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });

  test('a look-up that hangs ends in time', async () => {
    const outbound = client({ timeoutMs: 100, resolve: () => new Promise(() => undefined) });
    await expect(outbound.request('http://hooks.test/')).rejects.toBeInstanceOf(OutboundTimeout);
  });

  test('a large answer is refused, announced or not, without being read to its end', async () => {
    let written = 0;
    const announced = await serve((_request, response) => response.end(Buffer.alloc(2_000_000)));
    const endless = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) break;
        }
      };
      response.on('drain', more);
      more();
    });
    for (const port of [announced, endless]) {
      await expect(client().request(`http://hooks.test:${port}/`)).rejects.toThrow(
        new OutboundTooLarge(`hooks.test:${port}`, 1024 * 1024),
      );
    }
    expect(written).toBeLessThan(20_000_000);
    const port = await serve((_request, response) => response.end('x'.repeat(100)));
    expect((await client({ maxBytes: 100 }).request(`http://hooks.test:${port}/`)).text).toHaveLength(100);
    await expect(client({ maxBytes: 99 }).request(`http://hooks.test:${port}/`)).rejects.toBeInstanceOf(
      OutboundTooLarge,
    );
  });

  test('a compressed bomb is never unpacked', async () => {
    const port = await serve((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(`${request.headers['accept-encoding']}`);
    });
    expect((await client().request(`http://hooks.test:${port}/`)).text).toBe('identity');
  });
});

describe('failures', () => {
  test('they are told in plain words that name the host asked for and nothing of the inside', async () => {
    const closed = await freePort();
    await expect(client().request(`http://hooks.test:${closed}/`)).rejects.toThrow(
      new OutboundUnreachable(`hooks.test:${closed}`, Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
    );
    const unknown = client({
      resolve: async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    });
    await expect(unknown.request('http://nowhere.test/')).rejects.toThrow('nowhere.test is not a known host name.');
    const garbage = createRawServer((socket) => socket.end('this is no HTTP\r\n\r\n'));
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => garbage.close());
    const address = garbage.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(client().request(`http://hooks.test:${port}/`)).rejects.toThrow('didn’t answer with HTTP');
    const cut = await serve((request) => request.socket.destroy());
    await expect(client().request(`http://hooks.test:${cut}/`)).rejects.toThrow('closed the connection');
  });

  test('they show whether trying again may help', () => {
    expect(new OutboundTimeout('x', 1).transient).toBe(true);
    expect(new OutboundUnreachable('x', null).transient).toBe(true);
    expect(new OutboundRefused('x').transient).toBe(false);
    expect(new OutboundTooLarge('x', 1)).toMatchObject({
      code: 'too_large',
      name: 'OutboundTooLarge',
      transient: false,
    });
  });
});

describe('a streamed call', () => {
  test('it hands over each piece as it arrives, and ends with its signal', async () => {
    let finish: () => void = () => undefined;
    const port = await serve(async (request, response) => {
      expect([request.headers.authorization, await bodyOf(request)]).toEqual(['Bearer key', 'asked']);
      response.write('one ');
      finish = () => response.end('two');
    });
    const models = client();
    const init = { method: 'POST', headers: { authorization: 'Bearer key' }, body: 'asked' };
    const answer = await models.fetch(`http://models.test:${port}`, init);
    const pieces = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await pieces?.read()).toEqual({ done: false, value: 'one ' });
    finish();
    expect(await pieces?.read()).toEqual({ done: false, value: 'two' });
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(models.fetch(`http://models.test:${port}`, { ...init, signal: stopped })).rejects.toThrow('enough');
  });

  test('it reaches no private address and follows no redirect', async () => {
    const port = await serve((_, response) => response.writeHead(307, { location: 'http://10.0.0.1/' }).end());
    await expect(client().fetch(`http://models.test:${port}`)).rejects.toThrow(OutboundTooManyRedirects);
    const guarded = client({ allowPrivate: false });
    for (const url of [`http://127.0.0.1:${port}`, `http://models.test:${port}`])
      await expect(guarded.fetch(url)).rejects.toThrow(OutboundRefused);
  });
});
