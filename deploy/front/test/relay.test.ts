import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { deadService, front, service } from './stand-ins.ts';

test('a call reaches the API as it was made, and its answer comes back as it was given', async () => {
  const api = await service((incoming, response) => {
    const hash = createHash('sha256');
    incoming.on('data', (chunk) => hash.update(chunk));
    incoming.on('end', () => {
      response.writeHead(
        201,
        'Made',
        [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['content-type', 'application/json'],
        ].flat(),
      );
      response.end(JSON.stringify({ method: incoming.method, url: incoming.url, body: hash.digest('hex') }));
    });
  });
  const url = await front({ api: [api.url] });
  const body = Buffer.alloc(20_000_000, 'x');
  const answer = await fetch(`${url}/api/messages?a=%20b&c`, { method: 'POST', body });
  expect(answer.status).toBe(201);
  expect(answer.statusText).toBe('Made');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const sent = createHash('sha256').update(body).digest('hex');
  expect(await answer.json()).toEqual({ method: 'POST', url: '/api/messages?a=%20b&c', body: sent });
});

test('a body of unknown length arrives whole', async () => {
  const api = await service((incoming, response) => incoming.pipe(response));
  const url = await front({ api: [api.url] });
  const call = request(`${url}/api/echo`, { method: 'DELETE', headers: { 'transfer-encoding': 'chunked' } });
  call.write('one ');
  call.end('two');
  const [answer] = await once(call, 'response');
  expect((await answer.toArray()).join('')).toBe('one two');
});

test('the client’s address is the one that the front sees, whatever the client claims', async () => {
  const api = await service((incoming, response) => response.end(JSON.stringify(incoming.headers)));
  const url = await front({ api: [api.url] });
  const claims = {
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '8.8.8.8',
    forwarded: 'for=8.8.8.8',
  };
  const seen = await (await fetch(`${url}/api/user`, { headers: claims })).json();
  expect(seen).toMatchObject({
    host: new URL(url).host,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': new URL(url).host,
  });
  expect(seen).not.toHaveProperty('x-real-ip');
  expect(seen).not.toHaveProperty('forwarded');
});

test('a trusted proxy may name the client', async () => {
  const api = await service((incoming, response) => response.end(JSON.stringify(incoming.headers)));
  const url = await front({ api: [api.url], trustedProxies: ['loopback'] });
  const headers = {
    'x-forwarded-for': '6.6.6.6, 8.8.8.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'chat.example',
  };
  const seen = await (await fetch(`${url}/api/user`, { headers })).json();
  expect(seen).toMatchObject({
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'chat.example',
  });
});

test('instances are asked in turn, and one that is down costs no call', async () => {
  const instances = await Promise.all(['a', 'b'].map((name) => service((_incoming, response) => response.end(name))));
  const url = await front({ api: [await deadService(), ...instances.map((instance) => instance.url)] });
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => (await fetch(`${url}/api/x`, { method: 'POST', body: 'x' })).text()),
  );
  expect(answers.filter((answer) => answer === 'a').length).toBeGreaterThan(8);
  expect(answers.filter((answer) => answer === 'b').length).toBeGreaterThan(8);
  expect(answers).toHaveLength(30);
});

test('a read that an instance drops is answered by another; a write is not sent twice', async () => {
  let dropped = 0;
  const dropping = await service((incoming) => {
    dropped += 1;
    incoming.socket.destroy();
  });
  const sound = await service((_incoming, response) => response.end('sound'));
  const url = await front({ api: [dropping.url, sound.url] });
  expect(await (await fetch(`${url}/api/x`)).text()).toBe('sound');
  expect(dropped).toBe(1);
  const lone = await front({ api: [dropping.url] });
  expect((await fetch(`${lone}/api/x`, { method: 'POST', body: 'x' })).status).toBe(503);
  expect(dropped).toBe(2);
});

test('a write that meets an instance just stopping is answered by another, once', async () => {
  const stopping = await service((_incoming, response) => response.writeHead(503, { connection: 'close' }).end());
  const bodies: string[] = [];
  const sound = await service((incoming, response) => {
    incoming.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    incoming.on('end', () => response.end('stored'));
  });
  const url = await front({ api: [stopping.url, sound.url] });
  for (const body of ['one', 'two', 'three']) {
    expect(await (await fetch(`${url}/api/messages`, { method: 'POST', body })).text()).toBe('stored');
  }
  expect(bodies).toEqual(['one', 'two', 'three']);
});

test('a write that an instance refuses because a dependency is down is not sent to another', async () => {
  let calls = 0;
  const refusing = await service((_incoming, response) => {
    calls += 1;
    response.writeHead(503, { 'retry-after': '7' }).end('the database is away');
  });
  const url = await front({ api: [refusing.url, refusing.url] });
  const answer = await fetch(`${url}/api/messages`, { method: 'POST', body: 'x' });
  expect([answer.status, await answer.text(), calls]).toEqual([503, 'the database is away', 1]);
});

test('a client that leaves in the middle of its request reaches no service', async () => {
  let calls = 0;
  const api = await service((_incoming, response) => {
    calls += 1;
    response.end();
  });
  const url = await front({ api: [api.url] });
  const call = request(`${url}/api/messages`, { method: 'POST', headers: { 'content-length': 10 } }).on(
    'error',
    () => {},
  );
  call.write('half');
  await once(call, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'));
  call.destroy();
  await fetch(`${url}/api/user`);
  expect(calls).toBe(1);
});

test('calls get a 503 with the time to try again while the API is down, and pages are still served', async () => {
  const url = await front({ api: [await deadService()] });
  const answer = await fetch(`${url}/api/messages`, { method: 'POST', body: 'x'.repeat(1_000_000) });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable', title: 'Temporarily unavailable' });
  expect((await fetch(url)).status).toBe(200);
});

test('an API that is only starting again is waited for, where that is wanted', async () => {
  const { url: address, stop } = await service(() => {});
  await stop();
  const url = await front({ api: [address], restartMilliseconds: 5_000 });
  const answers = ['GET', 'POST'].map((method) => fetch(`${url}/api/user`, { method }));
  const restarted = createServer((_request, response) => response.end('back'));
  onTestFinished(() => void restarted.close());
  setTimeout(() => restarted.listen(Number(new URL(address).port), '127.0.0.1'), 300);
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('back');
});

test('a refusal that comes before the whole body was read reaches the client', async () => {
  const api = await service((incoming, response) => {
    response.writeHead(413).end('too large');
    incoming.resume();
  });
  const url = await front({ api: [api.url] });
  const answer = await fetch(`${url}/api/x`, { method: 'POST', body: Buffer.alloc(5_000_000) });
  expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
});

test('an answer that breaks off does not look complete', async () => {
  const api = await service((_incoming, response) => {
    response.write('half');
    setImmediate(() => response.destroy());
  });
  const url = await front({ api: [api.url] });
  const answer = await fetch(`${url}/api/export`);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('a client that leaves ends the call behind it', async () => {
  const ended = Promise.withResolvers<void>();
  const api = await service((_incoming, response) => {
    response.write('first');
    response.once('close', () => ended.resolve());
  });
  const url = await front({ api: [api.url] });
  const leaving = new AbortController();
  await fetch(`${url}/api/export`, { signal: leaving.signal });
  leaving.abort();
  await expect(ended.promise).resolves.toBeUndefined();
});
