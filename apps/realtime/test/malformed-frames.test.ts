import { randomBytes, randomUUID } from 'node:crypto';
import { socketFrameMaxBytes } from '@parley/contracts/frames/limits';
import { refusedMessages, takenMessages } from '@parley/contracts/testing';
import { findVisitor } from '@parley/db/visitors/visitors';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseFrame } from '../src/sockets/parse-frame.ts';
import { TokenBucket } from '../src/sockets/token-bucket.ts';
import { type RunningGateway, TestInstallation, type TestSocket, waitFor } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
});
afterAll(() => installation.close());

const rude = (socket: TestSocket, data: string | Buffer): void => socket.ws.send(data);

describe('malformed frames', () => {
  test('they are answered with an error; ten in a row close the socket with 1008, fewer do not', async () => {
    const socket = await installation.staffSocket(gateway, await installation.representative());
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 9; index += 1) rude(socket, '{"type":"join_conversation"');
      socket.send({ type: 'ping' });
    }
    await waitFor(() => socket.all('pong').length === 3 || undefined, 'three pongs');
    expect(socket.all('error').map(({ code }) => code)).toEqual(Array(27).fill('malformed'));
    rude(socket, '{"type":"dance"}');
    await socket.next('error', ({ code }) => code === 'unknown_type');
    for (let index = 0; index < 9; index += 1) rude(socket, Buffer.from([1, 2, 3]));
    expect(await socket.closed()).toBe(1008);
  });

  test('properties nobody named are refused, whatever they are called', () => {
    const refused = (text: string) => 'invalid' in parseFrame(Buffer.from(text), false);
    expect(refused('{"type":"ping"}')).toBe(false);
    expect(refused('{"type":"ping","extra":1}')).toBe(true);
    expect(refused('{"type":"ping","__proto__":{"admin":true}}')).toBe(true);
    expect(refused('{"type":"ping","constructor":1}')).toBe(true);
    expect(refused('{"type":"__proto__"}')).toBe(true);
    const id = randomUUID();
    expect(refused(`{"type":"join_conversation","conversationId":"${id}"}`)).toBe(false);
    expect(refused('{"type":"join_conversation","conversationId":"1 or 1=1"}')).toBe(true);
    expect(refused(`{"type":"join_conversation","conversationId":"${id}","afterSeq":1.5}`)).toBe(true);
    expect(refused(`{"type":"join_conversation","conversationId":"${id}","afterSeq":-1}`)).toBe(true);
    expect(refused(`{"type":"read","conversationId":"${id}","seq":1e99}`)).toBe(true);
  });

  test.each(refusedMessages)('%s is refused as over HTTP, and nothing is stored', async (_what, members) => {
    const visitor = await installation.visitor();
    const socket = await installation.visitorSocket(gateway, visitor);
    rude(socket, `{"type":"send_message","clientMessageId":"${randomUUID()}",${members}}`);
    expect((await socket.next('error')).code).toMatch(/^(malformed|invalid)$/);
    expect(
      await installation.context.db
        .selectFrom('conversations')
        .where('visitorId', '=', visitor.visitorId)
        .selectAll()
        .execute(),
    ).toEqual([]);
  });

  test.each(takenMessages)('%s is taken as over HTTP', async (_what, members, stored) => {
    const socket = await installation.visitorSocket(gateway, await installation.visitor());
    rude(socket, `{"type":"send_message","clientMessageId":"${randomUUID()}",${members}}`);
    expect((await socket.next('message_ack')).message.content).toBe(stored);
  });

  test('frames with text that cannot be stored are refused with the clientMessageId they were sent under', async () => {
    const socket = await installation.visitorSocket(gateway, await installation.visitor());
    const clientMessageId = randomUUID();
    rude(socket, `{"type":"send_message","clientMessageId":"${clientMessageId}","content":"\\ud83d"}`);
    expect(await socket.next('error')).toMatchObject({ code: 'invalid', clientMessageId });
  });

  test('frames that are no UTF-8 close the socket with 1007', async () => {
    const socket = await installation.visitorSocket(gateway, await installation.visitor());
    socket.ws.send(Buffer.from([0x22, 0xc3, 0x28, 0x22]), { binary: false });
    expect(await socket.closed()).toBe(1007);
  });

  test('titles of pages in frames are stored as one clean line', async () => {
    const visitor = await installation.visitor();
    const socket = await installation.visitorSocket(gateway, visitor);
    rude(socket, '{"type":"visit","url":"https://shop.example.com/","title":"a\\u0000b\\nc\\u202e\\ud83d"}');
    const title = async () => (await findVisitor(installation.context.db, visitor.visitorId))?.pageTitle ?? undefined;
    expect(await waitFor(title, 'the title')).toBe('a b c');
    expect(socket.all('error')).toEqual([]);
  });

  test('frames larger than 64 KiB close the socket with 1009', async () => {
    const socket = await installation.visitorSocket(gateway, await installation.visitor());
    rude(socket, 'x'.repeat(socketFrameMaxBytes + 1));
    expect(await socket.closed()).toBe(1009);
  });

  test('frames of a fuzzer, 20,000 of them, leave the gateway serving, nothing stored, nobody else disturbed', async () => {
    const bystander = await installation.staffSocket(gateway, await installation.representative('Bob'));
    const ada = await installation.representative();
    const type = fc.constantFrom(
      'join_conversation',
      'send_message',
      'typing',
      'read',
      'delivered',
      'visit',
      'ping',
      '',
    );
    const key = fc.constantFrom(
      'type',
      'conversationId',
      'content',
      'seq',
      'afterSeq',
      'isTyping',
      '__proto__',
      'userId',
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constant('\0'),
    );
    const frame = fc.oneof(
      fc.tuple(type, fc.dictionary(key, value)).map(([name, fields]) => JSON.stringify({ ...fields, type: name })),
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    );
    const frames = fc.sample(frame, { numRuns: 20_000, seed: Number(process.env['FUZZ_SEED'] ?? 4) });
    const before = await installation.context.db.selectFrom('messages').select('id').execute();
    let socket = await installation.staffSocket(gateway, ada);
    for (const [index, each] of frames.entries()) {
      if (socket.closeCode !== undefined) socket = await installation.staffSocket(gateway, ada);
      rude(socket, each);
      // A frame in order now and then, so that the socket lives on and everything is looked at.
      if (index % 8 === 0) socket.send({ type: 'ping' });
      if (index % 400 === 0) {
        const pongs = socket.all('pong').length;
        await waitFor(() => socket.closeCode ?? (socket.all('pong').length > pongs || undefined), 'a pong or the end');
      }
    }
    expect(await installation.context.db.selectFrom('messages').select('id').execute()).toEqual(before);
    bystander.send({ type: 'ping' });
    await bystander.next('pong');
    expect(bystander.all('error')).toEqual([]);
    expect(installation.sockets.flatMap((each) => each.all('error')).filter(({ code }) => code === 'internal')).toEqual(
      [],
    );
    const metrics = await gateway.metrics.registry.metrics();
    expect(Number(/parley_realtime_malformed_frames_total\S* (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(5_000);
  });
});

describe('limits', () => {
  test('a visitor may send 20 at once, then 5 a second; a refusal shows when, and waiting that long is enough', async () => {
    const socket = await installation.visitorSocket(gateway, await installation.visitor());
    const { conversationId } = await socket.writes(undefined, 'first');
    const ids = Array.from({ length: 21 }, () => randomUUID());
    for (const clientMessageId of ids)
      socket.send({ type: 'send_message', conversationId, content: 'more', clientMessageId });
    const refused = await socket.next('error');
    expect(refused).toMatchObject({ code: 'rate_limited', clientMessageId: expect.any(String) });
    expect(refused.retryAfterMs).toBeLessThanOrEqual(200);
    await new Promise((resolve) => setTimeout(resolve, refused.retryAfterMs));
    const { clientMessageId } = refused;
    socket.send({ type: 'send_message', conversationId, content: 'more', clientMessageId: clientMessageId! });
    await socket.next('message_ack', (frame) => frame.clientMessageId === clientMessageId);
  });

  test('being refused never lengthens the wait', () => {
    const bucket = new TokenBucket({ perSecond: 5, burst: 2 });
    const now = Date.now();
    expect([bucket.take(now), bucket.take(now)]).toEqual([0, 0]);
    for (let ms = 0; ms < 199; ms += 1) expect(bucket.take(now + ms)).toBeGreaterThan(0);
    expect(bucket.take(now + 200)).toBe(0);
  });
});

describe('a socket with a client that does not read', () => {
  test('it is closed and cut, and costs the others nothing', async () => {
    const ada = await installation.representative();
    const { conversationId } = await installation.writeAsVisitor(await installation.visitor(), 'hello');
    const [slow, writer, reader] = await Promise.all(
      [ada, ada, ada].map((person) => installation.staffSocket(gateway, person)),
    );
    await Promise.all([slow!.join(conversationId), writer!.join(conversationId), reader!.join(conversationId)]);
    slow!.ws.pause();
    const open = gateway.gateway.size;
    const content = randomBytes(4_500).toString('hex');
    let sent = 0;
    while (gateway.gateway.size === open && sent < 2_000) {
      await gateway.context.publisher.publish(
        `conversation:${conversationId}`,
        `everyone - typing ${conversationId} 0\n${JSON.stringify({ type: 'typing', conversationId, content })}`,
      );
      sent += 1;
    }
    expect(gateway.gateway.metrics.closed.get(1013)).toBe(1);
    await waitFor(() => gateway.gateway.size === open - 1 || undefined, 'the slow socket to be cut');
    await waitFor(() => reader!.all('typing').length === sent || undefined, 'the other reader to have everything');
    await writer!.writes(conversationId, 'still here');
    await reader!.next('new_message');
  });
});
