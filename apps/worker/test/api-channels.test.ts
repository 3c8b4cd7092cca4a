/** API channels: docs/integrations.md#api-channels, with the program that it shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { plainText } from '@parley/contracts/text/plain-text';
import type { ChannelEvent } from '@parley/contracts/channels/api-channels';
import type { StaffCaller } from '@parley/core/callers';
import { addApiChannel, deleteApiChannel, updateApiChannel } from '@parley/core/channels/api-channel/channels';
import { receiveEvents } from '@parley/core/channels/api-channel/receiving';
import { conversationsDocument } from '@parley/core/data/export';
import { transition } from '@parley/core/conversations/transition';
import { storageOf } from '@parley/core/files/uploads';
import { eraseVisitor, visitorDocument } from '@parley/core/data/privacy';
import { listDeliveries } from '@parley/core/deliveries/deliveries';
import { webhookHeaders } from '@parley/core/external/webhook-signature';
import { reactToMessage } from '@parley/core/messages/reactions';
import { postMessage } from '@parley/core/messages/post';
import { editMessage, removeMessage } from '@parley/core/messages/revise';
import { overseer } from '@parley/core/testing';
import { findConversation } from '@parley/db/conversations/read';
import { findUser } from '@parley/db/users/users';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';
import { chatOf, seconds } from './telegram-installation.ts';
import { decided, keptBytes } from './upload-installation.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let installation: Installation;
/** The program of the channel. */
let program: Endpoint;
let staff: StaffCaller;
let channel: Awaited<ReturnType<typeof addApiChannel>>;
let teamId: string;

beforeAll(async () => {
  program = await startEndpoint();
  installation = await startInstallation({ env: { RETRY_WAIT_SCALE: '0.0001' } });
  const { userId } = await installation.representative('Ada Byron');
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('no representative');
  staff = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'test' };
  teamId = await installation.team('Messages');
  channel = await add(`${program.url}/replies`);
  await installation.set('aiConfig', { enabled: false });
});
afterAll(async () => {
  await installation?.close();
  await program?.close();
});
beforeEach(() => {
  program.requests = [];
  program.usually = { status: 200, body: '{}' };
});

const add = (url: string, more: object = {}) =>
  addApiChannel(installation.context, staff, {
    name: 'SMS',
    url,
    websiteId: installation.websiteId,
    teamId,
    isActive: true,
    longestMessage: 1_000,
    textFormat: 'plain' as const,
    takesEdits: true,
    sendsReceipts: true,
    ...more,
  });

/** Sends events as the channel's program does. */
function sends(
  events: readonly ChannelEvent[],
  { key = channel.key, secret = channel.secret, at = new Date(), id = channel.id } = {},
) {
  const raw = JSON.stringify({ events });
  const headers = { authorization: `Bearer ${key}`, ...webhookHeaders([secret], { id: 'call', at, body: raw }) };
  return receiveEvents(installation.context, id, { headers, raw, events });
}

let counted = 0;
const next = () => `${(counted += 1)}`;
const message = (customer: string, text: string, more: object = {}): ChannelEvent => ({
  id: `event-${next()}`,
  type: 'message',
  customer: { id: customer, name: 'Jane Doe', handle: '@jane' },
  message: { id: `m-${next()}`, text, ...more },
});
const chat = (customer: string) => chatOf(installation, `${channel.id}:${customer}` as unknown as number);
interface Sent {
  type: string;
  customer: { id: string };
  message: { id: string; text: string; replyTo?: string; files: { name: string; url: string }[]; reactions?: string[] };
}
const posts = (count: number) =>
  until(
    () => (program.requests.length >= count ? program.requests.map(({ body }) => JSON.parse(body) as Sent) : null),
    `${count} calls of the program`,
    seconds,
  );

test('one call makes a contact, a conversation in the channel’s team and its message, once', async () => {
  const event = message('jane', 'Is the blue one in stock?');
  expect(await sends([event])).toBe(1);
  expect(await sends([event])).toBe(0);
  const jane = await chat('jane');
  const { conversationId } = jane;
  expect((await jane.of(1)).map(({ content, senderName }) => [content, senderName])).toEqual([
    ['Is the blue one in stock?', 'Jane Doe'],
  ]);
  expect(await findConversation(installation.context.db, conversationId)).toMatchObject({
    channel: 'api_channel',
    status: 'waiting',
    teamId,
    website: 'shop.example.com',
  });
  expect((await jane.profile()).channel).toMatchObject({
    id: 'api_channel',
    name: 'SMS',
    handle: '@jane',
    receipts: true,
  });
});

test('nothing is taken without the key and a fresh signature, nor for a channel that is off or of another one', async () => {
  const events = [message('forged', 'Hello')];
  const old = new Date(Date.now() - 6 * 60_000);
  const other = await add(`${program.url}/other`);
  for (const given of [{ key: 'guessed' }, { secret: other.secret }, { at: old }, { key: other.key }, { id: other.id }])
    await expect(sends(events, given)).rejects.toMatchObject({ code: 'forbidden' });
  const off = await add(`${program.url}/off`, { isActive: false });
  await expect(sends(events, off)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await sends(events, other)).toBe(1);
});

test('a channel of Markdown gets replies and edits with their formatting, in which typed signs stay signs', async () => {
  const formatted = await add(`${program.url}/formatted`, { textFormat: 'markdown' });
  await sends([message('lee', 'How do I clean it?')], formatted);
  const lee = chatOf(installation, `${formatted.id}:lee` as unknown as number);
  const { conversationId } = await lee;
  const markdown = '**Never** in the [dishwasher](https://shop.example.com/care), 2 \\* 3 times\n\n```\nsoap\n```';
  const { message: reply } = await postMessage(
    installation.context,
    staff,
    { conversationId },
    { content: plainText(markdown), markdown },
  );
  const [sent] = await posts(1);
  expect(sent?.message.text).toContain(markdown);
  const edit = () =>
    editMessage(
      installation.context,
      staff,
      { conversationId, seq: reply.seq },
      { content: 'By *hand*', markdown: 'By *hand*' },
    );
  // Refused until the program's answer is stored.
  await until(
    () =>
      edit().then(
        () => true,
        () => false,
      ),
    'the edit',
    seconds,
  );
  expect((await posts(2))[1]?.message.text).toContain('*hand*');
});

test('a file that came with the call is checked like an upload, and stored once', async () => {
  const bytes = Buffer.from('Order 4711\n');
  const files = new Map([['note', new Uint8Array(bytes)]]);
  const event = message('noor', 'See the note', { files: [{ part: 'note', name: 'note.txt' }] });
  const raw = JSON.stringify({ events: [event] });
  const headers = {
    authorization: `Bearer ${channel.key}`,
    ...webhookHeaders([channel.secret], { id: 'call', at: new Date(), body: raw }),
  };
  await receiveEvents(installation.context, channel.id, { headers, raw, events: [event], files });
  const [posted] = await (await chat('noor')).of(1);
  expect(posted).toMatchObject({ content: 'See the note', attachments: [{ name: 'note.txt', size: bytes.length }] });
  const id = posted?.attachments?.[0]?.id ?? '';
  expect((await decided(installation, id)).state).toBe('ready');
  expect((await keptBytes(installation, id)).equals(bytes)).toBe(true);
  const isEmpty = async () =>
    (await storageOf(installation.context).list('uploads/')[Symbol.asyncIterator]().next()).done;
  await until(isEmpty, 'what waited to be removed', seconds);
});

test('replies, edits, removals and reactions go out signed, in order, and quotes go both ways', async () => {
  const asked = message('kim', 'Do you have a moment?');
  await sends([asked]);
  const kim = await chat('kim');
  const { conversationId } = kim;
  const [question] = await kim.of(1);
  const place = { conversationId };
  program.usually = { status: 200, body: '{"id":"theirs-1"}' };
  const { message: reply } = await postMessage(installation.context, staff, place, {
    content: 'Certainly.',
    replyTo: question?.id,
  });
  await posts(1);
  await editMessage(installation.context, staff, { ...place, seq: reply.seq }, { content: 'Of course.' });
  await posts(2);
  await reactToMessage(installation.context, staff, { ...place, seq: 1 }, { emoji: '👍', isOn: true });
  await posts(3);
  await sends([message('kim', 'Great', { replyTo: 'theirs-1' })]);
  expect((await kim.of(3))[2]).toMatchObject({ content: 'Great', replyTo: { content: 'Of course.' } });
  await removeMessage(installation.context, staff, { ...place, seq: reply.seq });
  const theirs = asked.type === 'message' ? asked.message.id : '';
  expect(
    (await posts(4)).map(({ type, customer, message: { id, text, replyTo, reactions } }) => ({
      type,
      customer,
      id,
      text,
      replyTo,
      reactions,
    })),
  ).toEqual([
    {
      type: 'message',
      customer: { id: 'kim' },
      id: expect.any(String),
      text: 'Ada Byron:\nCertainly.',
      replyTo: theirs,
    },
    { type: 'message_edited', customer: { id: 'kim' }, id: 'theirs-1', text: 'Ada Byron:\nOf course.' },
    { type: 'reactions', customer: { id: 'kim' }, id: theirs, reactions: ['👍'] },
    { type: 'message_removed', customer: { id: 'kim' }, id: 'theirs-1' },
  ]);
  const [first] = program.requests;
  const { 'webhook-id': id = '', 'webhook-timestamp': at = '' } = first?.headers ?? {};
  const again = webhookHeaders([channel.secret], { id, at: new Date(Number(at) * 1000), body: first?.body ?? '' });
  expect(first?.headers['webhook-signature']).toBe(again['webhook-signature']);
});

test('a program that is away gets the reply later, under the same id; a long one comes in parts', async () => {
  await sends([message('lee', 'Hello')]);
  const { conversationId } = await chat('lee');
  program.next = [{ status: 503, body: '' }];
  await postMessage(
    installation.context,
    staff,
    { conversationId },
    { content: `${'A sentence of words. '.repeat(70)}End.` },
  );
  const calls = await posts(3);
  const ids = program.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids[0]).toBe(ids[1]);
  expect(calls.slice(1).every(({ message: { text } }) => text.length <= 1_000)).toBe(true);
});

test('receipts move the cursors, and a failure is shown where the message is', async () => {
  await sends([message('pat', 'Hello')]);
  const pat = await chat('pat');
  const { conversationId } = pat;
  program.usually = { status: 200, body: '{"id":"pat-1"}' };
  const { message: reply } = await postMessage(installation.context, staff, { conversationId }, { content: 'Hi Pat' });
  await posts(1);
  const status = (name: 'delivered' | 'read' | 'failed', reason?: string): ChannelEvent => ({
    id: `event-${next()}`,
    type: 'status',
    customer: { id: 'pat' },
    message: { id: 'pat-1' },
    status: name,
    ...(reason && { reason }),
  });
  const delivered = async (wanted: string) =>
    until(
      async () =>
        (await listDeliveries(installation.context, overseer, { channel: 'api_channel', limit: 50 })).find(
          (each) => each.conversationId === conversationId && each.status === wanted,
        ),
      `a ${wanted} delivery`,
      seconds,
    );
  await delivered('delivered');
  await sends([status('read')]);
  await until(
    async () => (await findConversation(installation.context.db, conversationId))?.customerReadSeq === reply.seq,
    'the receipt',
    seconds,
  );
  await sends([status('failed', 'Number unknown')]);
  expect((await delivered('dead')).lastError).toBe('SMS couldn’t deliver this message: Number unknown');
  expect((await pat.profile()).channel?.undelivered).toBe(1);
});

test('a channel that takes no edits refuses them, and one that was deleted shows its replies as not sent', async () => {
  const plain = await add(`${program.url}/plain`, { takesEdits: false });
  await sends([message('ann', 'Hello')], plain);
  const { conversationId } = await chatOf(installation, `${plain.id}:ann` as unknown as number);
  const { message: reply } = await postMessage(installation.context, staff, { conversationId }, { content: 'Hi Ann' });
  await posts(1);
  const place = { conversationId, seq: reply.seq };
  await expect(editMessage(installation.context, staff, place, { content: 'Hello Ann' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await updateApiChannel(installation.context, staff, plain.id, { name: 'Gone soon' });
  await deleteApiChannel(installation.context, staff, plain.id);
  await postMessage(installation.context, staff, { conversationId }, { content: 'Still there?' });
  await until(
    async () =>
      (
        await listDeliveries(installation.context, overseer, { channel: 'api_channel', status: 'dead', limit: 50 })
      ).some(
        ({ conversationId: of, lastError }) => of === conversationId && lastError === 'The API channel was deleted.',
      ),
    'the dead delivery',
    seconds,
  );
});

test('the export has its conversations, and erasing the customer leaves nothing that the program has sent', async () => {
  await sends([message('erased', 'My number is 0170-erased')]);
  const erased = await chat('erased');
  const { conversationId } = erased;
  await erased.of(1);
  const { db } = installation.context;
  await until(
    async () =>
      (await db.selectFrom('inboundEvents').select('id').where('status', '=', 'stored').execute()).length === 0,
    'everything to be understood',
    seconds,
  );
  const email = 'erased@example.com';
  const identify = { type: 'identify', email, name: undefined } as const;
  await transition(installation.context, conversationId, [identify], { cause: { by: 'customer' } });
  let text = '';
  for await (const piece of conversationsDocument(installation.context, staff)) text += piece;
  for await (const piece of visitorDocument(installation.context, staff, email)) text += piece;
  expect(text.split('0170-erased').length).toBeGreaterThan(2);
  await eraseVisitor(installation.context, staff, email);
  const raws = await db.selectFrom('inboundEvents').select('raw').execute();
  const sessions = await db.selectFrom('channelSessions').selectAll().where('address', 'like', '%:erased').execute();
  expect([raws.some(({ raw }) => raw.includes('0170-erased')), sessions]).toEqual([false, []]);
});

test('the program of the documentation carries messages both ways, and reports what was delivered', async () => {
  const api = await startEndpoint(async ({ body, headers }) => {
    const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    const json = form.get('events');
    const { events } = JSON.parse(typeof json === 'string' ? json : '') as { events: ChannelEvent[] };
    const photo = form.get('photo');
    const files = new Map(photo instanceof File ? [['photo', new Uint8Array(await photo.arrayBuffer())]] : []);
    const stored = await receiveEvents(installation.context, example.id, { headers, raw: body, events, files });
    return { status: 202, body: JSON.stringify({ stored }) };
  });
  const gateway = await startEndpoint();
  const example = await add(gateway.url);
  const file = path.resolve(import.meta.dirname, '../../../docs/examples/api-channel.mjs');
  const env = {
    ...process.env,
    PARLEY_URL: api.url,
    CHANNEL_ID: example.id,
    CHANNEL_KEY: example.key,
    CHANNEL_SECRET: example.secret,
    GATEWAY_URL: `${gateway.url}/sms`,
    PORT: '0',
  };
  const running: ChildProcess = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [listening] = (await once(running.stdout ?? running, 'data')) as [Buffer];
    const origin = `http://127.0.0.1:${/\d+/u.exec(listening.toString())?.[0]}`;
    await updateApiChannel(installation.context, staff, example.id, { url: `${origin}/replies` });
    const arrived = {
      method: 'POST',
      body: JSON.stringify({
        id: 'sms-1',
        from: '+49170123',
        text: 'Is it there yet?',
        photo: { name: 'plate.txt', base64: Buffer.from('KA 4711').toString('base64') },
      }),
    };
    for (const time of ['first', 'again']) {
      const answer = await fetch(`${origin}/incoming`, arrived);
      expect([time, answer.status]).toEqual([time, 200]);
    }
    const texted = await chatOf(installation, `${example.id}:+49170123` as unknown as number);
    const { conversationId } = texted;
    expect(await texted.of(1)).toMatchObject([
      { content: 'Is it there yet?', attachments: [{ name: 'plate.txt', size: 7 }] },
    ]);
    const { message: reply } = await postMessage(
      installation.context,
      staff,
      { conversationId },
      { content: 'Tomorrow.' },
    );
    await until(() => gateway.requests.length > 0, 'the gateway', seconds);
    expect(JSON.parse(gateway.requests[0]?.body ?? '')).toMatchObject({
      to: '+49170123',
      text: 'Ada Byron:\nTomorrow.',
    });
    await until(
      async () => (await findConversation(installation.context.db, conversationId))?.customerDeliveredSeq === reply.seq,
      'the receipt',
      seconds,
    );
    const forged = await fetch(`${origin}/replies`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(403);
  } finally {
    running.kill();
    await Promise.all([api.close(), gateway.close()]);
  }
});
