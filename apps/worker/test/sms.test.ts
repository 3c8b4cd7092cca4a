import { randomUUID } from 'node:crypto';
import type { StaffCaller } from '@parley/core/callers';
import { receiveFromChannel } from '@parley/core/channels/customers/receive';
import { listDeliveries } from '@parley/core/deliveries/deliveries';
import { openLink } from '@parley/core/files/links';
import { testIntegration } from '@parley/core/integrations/test';
import { postMessage } from '@parley/core/messages/post';
import { overseer } from '@parley/core/testing';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { findUser } from '@parley/db/users/users';
import { startEndpoint } from '@parley/testing/http';
import { type SentSms, startTwilio, type TwilioServer } from '@parley/testing/twilio';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';
import { seconds } from './telegram-installation.ts';
import { decided, fileOf } from './upload-installation.ts';
import { messagesAfter } from '@parley/db/messages/read';
import { visitorProfile } from '@parley/core/visitors/profile';

/** A picture of one pixel. */
const dot = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

let twilio: TwilioServer;
let installation: Installation;
let staff: StaffCaller;

beforeAll(async () => {
  twilio = await startTwilio();
  installation = await startInstallation({
    env: { CHANNEL_API_URLS: `sms=${twilio.url}`, RETRY_WAIT_SCALE: '0.01' },
  });
  await set();
  const { userId } = await installation.representative('Ada Byron');
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('no representative');
  staff = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'test' };
});
afterAll(async () => {
  await installation?.close();
  await twilio?.close();
});
beforeEach(() => installation.set('aiConfig', { enabled: false }));

const set = (change: object = {}) => {
  const { accountSid, authToken, sender } = twilio;
  const { websiteId } = installation;
  return installation.set('smsConfig', {
    enabled: true,
    accountSid,
    authToken,
    sender,
    pictures: false,
    websiteId,
    ...change,
  });
};

let numbers = 15_557_000_000;
const newNumber = () => `+${(numbers += 1)}`;
const address = () => `${installation.context.publicUrl}/api/channels/sms/events`;
const receive = (call: ReturnType<TwilioServer['call']>) => receiveFromChannel(installation.context, 'sms', call);
const told = (fields: Record<string, string>) => receive(twilio.call(address(), fields));

/** The conversation of a number, once it is there. */
async function chatOf(from: string) {
  const { db } = installation.context;
  const conversationId = await until(
    async () =>
      (
        await db
          .selectFrom('channelSessions')
          .innerJoin('conversations', 'conversations.visitorId', 'channelSessions.visitorId')
          .select('conversations.id')
          .where('address', '=', from)
          .executeTakeFirst()
      )?.id,
    'the conversation',
    seconds,
  );
  const messages = () => messagesAfter(db, conversationId, 0, 200);
  return {
    conversationId,
    messages,
    of: (count: number) =>
      until(async () => ((await messages()).length >= count ? messages() : null), `${count} messages`, seconds),
    channel: async () => (await visitorProfile(installation.context, overseer, conversationId)).channel,
  };
}
type Chat = Awaited<ReturnType<typeof chatOf>>;

async function writes(from: string, fields: Record<string, string> = { Body: 'Is it in stock?' }): Promise<Chat> {
  await told(twilio.message(from, fields));
  return chatOf(from);
}

const answer = ({ conversationId }: Chat, content: string) =>
  postMessage(installation.context, staff, { conversationId }, { content, clientMessageId: randomUUID() });

const sentTo = (to: string, count: number): Promise<SentSms[]> =>
  until(
    () => {
      const sent = twilio.sent.filter((each) => each.to === to);
      return sent.length >= count ? sent : null;
    },
    `${count} messages to ${to}`,
    seconds,
  );

/** The newest delivery of a conversation, once all have ended. */
const ended = ({ conversationId }: Chat) =>
  until(
    async () => {
      const all = await listDeliveries(installation.context, overseer, { channel: 'sms', limit: 200 });
      const its = all.filter((each) => each.conversationId === conversationId);
      return its.length > 0 && its.every(({ status }) => status === 'delivered' || status === 'dead') ? its[0] : null;
    },
    'a delivery to end',
    seconds,
  );

test('a text message opens a conversation under the number, once', async () => {
  const from = newNumber();
  const fields = twilio.message(from, { Body: 'Is it in stock?' });
  await told(fields);
  await told(fields);
  const chat = await chatOf(from);
  await told(twilio.message(from, { Body: 'And the green one?' }));
  expect((await chat.of(2)).map(({ content }) => content)).toEqual(['Is it in stock?', 'And the green one?']);
  expect(await chat.channel()).toMatchObject({ id: 'sms', handle: from, receipts: false, unreachableSince: null });
});

test('a file of an MMS is fetched with the account’s token, from Twilio alone', async () => {
  const foreign = await startEndpoint({ status: 200, body: 'caught' });
  const file = randomUUID();
  twilio.files.set(file, Buffer.from('my order'));
  const chat = await writes(newNumber(), {
    Body: 'This one',
    NumMedia: '2',
    MediaUrl0: `${twilio.url}/2010-04-01/Accounts/x/Messages/y/Media/${file}`,
    MediaContentType0: 'text/plain',
    MediaUrl1: `${foreign.url}/file`,
    MediaContentType1: 'image/jpeg',
  });
  const states = async () => (await chat.messages())[0]?.attachments?.map(({ name, state }) => [name, state]);
  await expect.poll(states, { timeout: seconds * 1_000 }).toEqual([
    ['text.txt', 'ready'],
    ['photo.jpg', 'refused'],
  ]);
  expect((await chat.messages())[0]?.content).toBe('This one');
  expect(foreign.requests).toEqual([]);
  await foreign.close();
});

test('an answer is sent from the number, and the carrier’s report is shown', async () => {
  const from = newNumber();
  const chat = await writes(from);
  await answer(chat, 'Yes, three of them.');
  const [sent] = await sentTo(from, 1);
  expect(sent?.form.get('Body')).toContain('Yes, three of them.');
  expect(sent?.form.get('StatusCallback')).toBe(address());
  await ended(chat);
  const report = { AccountSid: twilio.accountSid, MessageSid: sent?.sid ?? '', From: twilio.sender, To: from };
  await told({ ...report, MessageStatus: 'sent' });
  await told({ ...report, MessageStatus: 'delivered' });
  const cursor = () =>
    installation.context.db
      .selectFrom('conversations')
      .select('customerDeliveredSeq')
      .where('id', '=', chat.conversationId)
      .executeTakeFirst();
  await expect.poll(cursor, { timeout: seconds * 1_000 }).toEqual({ customerDeliveredSeq: 2 });
});

/** Follows a link to a file as the other side does, and returns its name. */
const opened = async (given: string): Promise<string> => {
  const { pathname, searchParams } = new URL(given);
  const link = searchParams.get('link') ?? '';
  const file = await openLink(installation.context, { id: pathname.split('/')[3] ?? '', variant: 'original', link });
  return file.name;
};

test('files go as links that open, and pictures as MMS where that is switched on', async () => {
  const from = newNumber();
  const chat = await writes(from);
  const ids = [
    await fileOf(installation, staff, { name: 'bill.txt', bytes: Buffer.from('ten euros') }),
    await fileOf(installation, staff, { name: 'dot.gif', bytes: Buffer.from(dot, 'base64') }),
  ];
  for (const id of ids) expect(await decided(installation, id)).toMatchObject({ state: 'ready' });
  await set({ pictures: true });
  const { conversationId } = chat;
  const attachments = ids.map((id) => ({ id, alt: '' }));
  const draft = { content: 'Here they are.', attachments, clientMessageId: randomUUID() };
  await postMessage(installation.context, staff, { conversationId }, draft);
  const [sent] = await sentTo(from, 1);
  await set();
  const body = sent?.form.get('Body') ?? '';
  expect(body).toContain('Here they are.');
  expect(await opened(/bill\.txt: (\S+)/.exec(body)?.[1] ?? '')).toBe('bill.txt');
  expect(body).not.toContain('dot.gif');
  const pictures = sent?.form.getAll('MediaUrl') ?? [];
  expect(await Promise.all(pictures.map(opened))).toEqual(['dot.gif']);
});

test('a failure that the carrier reports later is shown at the message, in words', async () => {
  const from = newNumber();
  const chat = await writes(from);
  await answer(chat, 'Yes.');
  const [sent] = await sentTo(from, 1);
  await ended(chat);
  await told({
    AccountSid: twilio.accountSid,
    MessageSid: sent?.sid ?? '',
    To: from,
    MessageStatus: 'undelivered',
    ErrorCode: '30007',
  });
  await expect
    .poll(async () => (await ended(chat))?.lastError ?? '', { timeout: seconds * 1_000 })
    .toContain('as spam');
});

test('after STOP nothing is sent and the reason is shown, until the customer writes START', async () => {
  const from = newNumber();
  const chat = await writes(from);
  await told(twilio.message(from, { Body: ' stop ' }));
  const since = async () => (await chat.channel())?.unreachableSince ?? null;
  await expect.poll(since, { timeout: seconds * 1_000 }).not.toBeNull();
  await answer(chat, 'Are you there?');
  expect(await ended(chat)).toMatchObject({ status: 'dead', lastError: expect.stringContaining('opted out') });
  expect(twilio.sent.filter(({ to }) => to === from)).toEqual([]);
  await told(twilio.message(from, { Body: 'START' }));
  await expect.poll(since, { timeout: seconds * 1_000 }).toBeNull();
  await answer(chat, 'Welcome back.');
  const [sent] = await sentTo(from, 1);
  expect(sent?.form.get('Body')).toContain('Welcome back.');
});

test.each([
  [{ code: 21_610, message: 'Attempt to send to unsubscribed recipient' }, 'opted out'],
  [{ code: 21_614, message: 'Not a mobile number' }, 'can’t receive'],
  [{ code: 20_003, message: 'Authenticate', status: 401 }, 'doesn’t accept'],
  [{ code: 21_408, message: 'Permission has not been enabled for the region' }, 'for the region'],
])('a refusal %o ends the delivery with its reason in words, and without the token', async (fate, words) => {
  const from = newNumber();
  const chat = await writes(from);
  twilio.fates.set(from, [fate]);
  await answer(chat, 'Yes.');
  const delivery = await ended(chat);
  expect(delivery).toMatchObject({ status: 'dead', lastError: expect.stringContaining(words) });
  expect(JSON.stringify(delivery)).not.toContain(twilio.authToken);
});

test('too many calls pass by themselves; a failure that nobody knows the end of is not sent twice', async () => {
  const from = newNumber();
  const chat = await writes(from);
  twilio.fates.set(from, [{ code: 20_429, message: 'Too many requests', status: 429 }]);
  await answer(chat, 'First.');
  await sentTo(from, 1);
  twilio.fates.set(from, [{ takenThen: { status: 500, body: 'oops' } }]);
  await answer(chat, 'Second.');
  await expect.poll(async () => (await ended(chat))?.status, { timeout: seconds * 1_000 }).toBe('dead');
  expect(await sentTo(from, 2)).toHaveLength(2);
});

test('a call without Twilio’s signature over our address and these fields is refused and nothing is stored', async () => {
  const stored = async () =>
    (await installation.context.db.selectFrom('inboundEvents').select('id').execute()).map(({ id }) => id);
  const before = await stored();
  const fields = twilio.message(newNumber(), { Body: 'Hi' });
  const genuine = twilio.call(address(), fields);
  const other = twilio.call('https://elsewhere.example.com/api/channels/sms/events', fields);
  for (const call of [
    { ...genuine, headers: {} },
    { ...genuine, headers: { 'x-twilio-signature': '' } },
    { ...genuine, body: { ...fields, Body: 'Changed' } },
    { ...genuine, body: undefined },
    { ...genuine, body: [fields] },
    other,
    twilio.call(address(), { ...fields, AccountSid: 'AC0' }),
  ])
    await expect(receive(call)).rejects.toMatchObject({ code: 'forbidden' });
  await set({ enabled: false });
  await expect(receive(genuine)).rejects.toMatchObject({ code: 'forbidden' });
  await set();
  expect(await stored()).toEqual(before);
});

test('what is malformed opens no conversation, and the next message comes all the same', async () => {
  await told(twilio.message('../x', { Body: 'x' }));
  const from = newNumber();
  const chat = await writes(from, { Body: 'After it' });
  expect(await chat.of(1)).toMatchObject([{ content: 'After it' }]);
  const found = await installation.context.db
    .selectFrom('channelSessions')
    .select('address')
    .where('address', '=', '../x')
    .execute();
  expect(found).toEqual([]);
});

test('the test names the account and the sender', async () => {
  expect(englishOf(await testIntegration(installation.context, staff, 'sms'))).toContain(
    `Shop (${twilio.sender}) works for`,
  );
});
