import { randomUUID } from 'node:crypto';
import type { StaffCaller } from '@parley/core/callers';
import { confirmChannel, receiveFromChannel } from '@parley/core/channels/customers/receive';
import { instagram } from '@parley/core/channels/instagram/channel';
import { messenger } from '@parley/core/channels/messenger/channel';
import { listDeliveries } from '@parley/core/deliveries/deliveries';
import { openLink } from '@parley/core/files/links';
import { testIntegration } from '@parley/core/integrations/test';
import { postMessage } from '@parley/core/messages/post';
import { overseer } from '@parley/core/testing';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { findUser } from '@parley/db/users/users';
import { startEndpoint } from '@parley/testing/http';
import { type MessengerServer, type SentByAccount, startMessenger } from '@parley/testing/messenger';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';
import { type Chat, chatOf, seconds } from './telegram-installation.ts';
import { decided, fileOf } from './upload-installation.ts';

/** A picture of one pixel. */
const dot = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const apps = {
  messenger: { object: 'page', descriptor: messenger },
  instagram: { object: 'instagram', descriptor: instagram },
} as const;

describe.each(['messenger', 'instagram'] as const)('%s', (id) => {
  const { object, descriptor } = apps[id];
  let meta: MessengerServer;
  let installation: Installation;
  let staff: StaffCaller;

  beforeAll(async () => {
    meta = await startMessenger(object);
    installation = await startInstallation({
      env: { CHANNEL_API_URLS: `${id}=${meta.url}`, RETRY_WAIT_SCALE: '0.01' },
    });
    await set();
    const { userId } = await installation.representative('Ada Byron');
    const user = await findUser(installation.context.db, userId);
    if (!user) throw new Error('no representative');
    staff = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'test' };
  });
  afterAll(async () => {
    await installation?.close();
    await meta?.close();
  });
  beforeEach(() => installation.set('aiConfig', { enabled: false }));

  const set = (change: object = {}) => {
    const { accountId, accessToken, appSecret, verifyToken } = meta;
    const account = { accountId, accessToken, appSecret, verifyToken, humanAgent: false };
    const config = { enabled: true, ...account, websiteId: installation.websiteId, ...change };
    return installation.set(`${id}Config`, config);
  };

  let customers = 5_700_000_000;
  const newCustomer = () => String((customers += 1));
  const receive = (notification: ReturnType<MessengerServer['notification']>) =>
    receiveFromChannel(installation.context, id, notification);
  const write = async (from: string, message: Record<string, unknown> = { text: 'Is it in stock?' }): Promise<Chat> => {
    await receive(meta.message(from, message));
    return chatOf(installation, Number(from));
  };
  const answer = ({ conversationId }: Chat, draft: Partial<Parameters<typeof postMessage>[3]>) =>
    postMessage(installation.context, staff, { conversationId }, { clientMessageId: randomUUID(), ...draft });
  const sentTo = (to: string, count: number): Promise<SentByAccount[]> =>
    until(
      () => {
        const sent = meta.sent.filter((each) => each.to === to);
        return sent.length >= count ? sent : null;
      },
      `${count} messages to ${to}`,
      seconds,
    );
  /** The newest delivery of a conversation, once all have ended. */
  const ended = ({ conversationId }: Chat) =>
    until(
      async () => {
        const all = await listDeliveries(installation.context, overseer, { channel: id, limit: 200 });
        const its = all.filter((each) => each.conversationId === conversationId);
        return its.length > 0 && its.every(({ status }) => status === 'delivered' || status === 'dead') ? its[0] : null;
      },
      'a delivery to end',
      seconds,
    );
  const stored = async () =>
    (await installation.context.db.selectFrom('inboundEvents').select('id').execute()).map((event) => event.id);

  test('a message opens a conversation under the name of the profile, once, for 24 hours', async () => {
    const from = newCustomer();
    meta.profiles.set(from, { first_name: 'Jane', last_name: 'Doe', name: 'Jane Doe', username: 'jane' });
    const notification = meta.message(from, { text: 'Is it in stock?' });
    await receive(notification);
    await receive(notification);
    const chat = await chatOf(installation, Number(from));
    await receive(meta.message(from, { text: 'And the green one?' }));
    const messages = await chat.of(2);
    expect(messages.map(({ content }) => content)).toEqual(['Is it in stock?', 'And the green one?']);
    expect(messages[0]).toMatchObject({ senderType: 'customer', senderName: 'Jane Doe' });
    const { channel } = await chat.profile();
    expect(channel).toMatchObject({ id, receipts: true });
    const left = Date.parse(channel?.replyUntil ?? '') - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(24);
  });

  test('without a profile the message comes all the same', async () => {
    const chat = await write(newCustomer());
    expect(await chat.of(1)).toMatchObject([{ content: 'Is it in stock?' }]);
  });

  test('files are fetched without the token, from Meta alone', async () => {
    const foreign = await startEndpoint({ status: 200, body: 'caught' });
    const name = `${randomUUID()}.txt`;
    meta.files.set(name, Buffer.from('my order'));
    const attachments = [
      { type: 'file', payload: { url: `${meta.endpoint.url}/files/${name}` } },
      { type: 'file', payload: { url: `${foreign.url}/file.txt` } },
    ];
    const chat = await write(newCustomer(), { text: 'This one', attachments });
    const states = async () => (await chat.messages())[0]?.attachments?.map((each) => [each.name, each.state]);
    await expect.poll(states, { timeout: seconds * 1_000 }).toEqual([
      [name, 'ready'],
      ['file.txt', 'refused'],
    ]);
    expect((await chat.messages())[0]?.content).toBe('This one');
    expect(foreign.requests).toEqual([]);
    await foreign.close();
  });

  test('kinds without text are named or written out, and what the account wrote itself is left out', async () => {
    const from = newCustomer();
    const chat = await write(from);
    await receive(meta.message(from, { text: 'Our own answer', is_echo: true }));
    await receive(
      meta.message(from, { attachments: [{ type: 'location', payload: { coordinates: { lat: 52.5, long: 13.4 } } }] }),
    );
    await receive(meta.message(from, { attachments: [{ type: 'share', payload: { url: 'https://example.com/p' } }] }));
    await receive(meta.message(from, { attachments: [{ type: 'hologram' }] }));
    await receive(meta.message(from, { is_deleted: true, text: 'taken back' }));
    await receive(meta.message(from, { text: 'The last one' }));
    const contents = (await chat.of(5)).map(({ content }) => content);
    expect(contents[1]).toContain('[Location] 52.5, 13.4');
    expect(contents.slice(2)).toEqual(['[Shared post] https://example.com/p', '[hologram]', 'The last one']);
  });

  test('an answer is sent, its receipts are shown, and a reaction is shown and taken back', async () => {
    const from = newCustomer();
    const chat = await write(from);
    await answer(chat, { content: 'Yes, three of them.' });
    const [sent] = await sentTo(from, 1);
    expect(sent?.call).toMatchObject({ messaging_type: 'RESPONSE' });
    expect(sent?.message['text']).toContain('Yes, three of them.');
    await ended(chat);
    await receive(meta.event(from, { delivery: { mids: [sent?.id], watermark: Date.now() } }));
    const cursors = () =>
      installation.context.db
        .selectFrom('conversations')
        .select(['customerDeliveredSeq', 'customerReadSeq'])
        .where('id', '=', chat.conversationId)
        .executeTakeFirst();
    await expect.poll(cursors, { timeout: seconds * 1_000 }).toMatchObject({ customerDeliveredSeq: 2 });
    await receive(meta.event(from, { read: id === 'messenger' ? { watermark: Date.now() } : { mid: sent?.id } }));
    await expect.poll(cursors, { timeout: seconds * 1_000 }).toEqual({ customerDeliveredSeq: 2, customerReadSeq: 2 });
    const shown = async () => (await chat.messages())[1]?.reactions?.map(({ emoji }) => emoji) ?? [];
    await receive(meta.event(from, { reaction: { mid: sent?.id, action: 'react', emoji: '❤️' } }));
    await expect.poll(shown, { timeout: seconds * 1_000 }).toEqual(['❤️']);
    await receive(meta.event(from, { reaction: { mid: sent?.id, action: 'unreact' } }));
    await expect.poll(shown, { timeout: seconds * 1_000 }).toEqual([]);
  });

  /** Follows a link to a file as the other side does, and returns its name. */
  const opened = async (address: string): Promise<string> => {
    const { pathname, searchParams } = new URL(address);
    const link = searchParams.get('link') ?? '';
    const file = await openLink(installation.context, { id: pathname.split('/')[3] ?? '', variant: 'original', link });
    return file.name;
  };

  test('a file follows its text as a link that Meta opens, by the kind that is shown there', async () => {
    const from = newCustomer();
    const chat = await write(from);
    const ids = [
      await fileOf(installation, staff, { name: 'dot.gif', bytes: Buffer.from(dot, 'base64') }),
      await fileOf(installation, staff, { name: 'bill.txt', bytes: Buffer.from('ten euros') }),
    ];
    for (const fileId of ids) expect(await decided(installation, fileId)).toMatchObject({ state: 'ready' });
    await answer(chat, { content: 'Here they are.', attachments: ids.map((fileId) => ({ id: fileId, alt: '' })) });
    await ended(chat);
    const [text, picture, bill] = await sentTo(from, 3);
    expect(text?.message['text']).toContain('Here they are.');
    expect(picture?.message).toMatchObject({ attachment: { type: 'image', payload: { url: expect.any(String) } } });
    const addressOf = (sent: SentByAccount | undefined) =>
      /https?:[^"\s]+/.exec(JSON.stringify(sent?.message))?.[0] ?? '';
    expect(await opened(addressOf(picture))).toBe('dot.gif');
    expect(await opened(addressOf(bill))).toBe('bill.txt');
    expect('attachment' in (bill?.message ?? {})).toBe(id === 'messenger');
  });

  test('a report about messages until a time before ours changes nothing', async () => {
    const from = newCustomer();
    const chat = await write(from);
    await answer(chat, { content: 'Yes.' });
    await ended(chat);
    await receive(meta.event(from, { read: { watermark: Date.now() - 3_600_000 } }));
    await receive(meta.message(from, { text: 'Thanks' }));
    await chat.of(3);
    const row = await installation.context.db
      .selectFrom('conversations')
      .select('customerReadSeq')
      .where('id', '=', chat.conversationId)
      .executeTakeFirst();
    expect(row?.customerReadSeq).toBeLessThan(2);
  });

  test('buttons are pressed as quick replies; links and long labels are text', async () => {
    const from = newCustomer();
    const chat = await write(from);
    const buttons = [
      { id: 'yes', label: 'Yes, please' },
      { id: 'site', label: 'Our shop', url: 'https://shop.example.com/' },
    ];
    await answer(chat, { content: 'Do you want it?', blocks: { buttons } });
    const [asked] = await sentTo(from, 1);
    expect(asked?.message).toMatchObject({
      text: expect.stringContaining('Our shop: https://shop.example.com/'),
      quick_replies: [{ title: 'Yes, please', payload: 'press yes' }],
    });
    await ended(chat);
    await receive(meta.message(from, { text: 'Yes, please', quick_reply: { payload: 'press yes' } }));
    expect((await chat.of(3))[2]).toMatchObject({ content: 'Yes, please', response: { button: 'yes' } });
    const long = [{ id: 'a', label: 'A label that is rather too long' }];
    await answer(chat, { content: 'And this?', blocks: { buttons: long } });
    const [, text] = await sentTo(from, 2);
    expect(text?.message['text']).toContain('• A label that is rather too long');
    expect(text?.message).not.toHaveProperty('quick_replies');
  });

  test('a long text goes in parts that Meta takes, in their order', async () => {
    const from = newCustomer();
    const chat = await write(from);
    const content = 'Grüße an Ödön und Änne. '.repeat(80).trim();
    await answer(chat, { content });
    await ended(chat);
    const texts = meta.sent.filter(({ to }) => to === from).map(({ message }) => String(message['text']));
    expect(texts.length).toBeGreaterThanOrEqual(id === 'instagram' ? 3 : 1);
    expect(texts.join(' ').replaceAll(/\s+/g, ' ')).toContain(content);
  });

  const outside = { code: 10, subcode: 2_018_278, words: 'Sent outside of allowed window.' };

  test('after 24 hours a reply is refused; with the permission it goes as a person’s answer', async () => {
    const from = newCustomer();
    const late = (to: string) =>
      meta.event(to, { message: { mid: randomUUID(), text: 'Old' }, timestamp: Date.now() - 30 * 3_600_000 });
    await receive(late(from));
    const chat = await chatOf(installation, Number(from));
    await expect(answer(chat, { content: 'Too late.' })).rejects.toMatchObject({ code: 'reply_window_closed' });
    await set({ humanAgent: true });
    const other = newCustomer();
    await receive(late(other));
    const open = await chatOf(installation, Number(other));
    meta.fates.set(other, [outside]);
    await answer(open, { content: 'In time.' });
    const [sent] = await sentTo(other, 1);
    expect(sent?.call).toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    await set();
  });

  test.each([
    [outside, 'within 24 hours'],
    [{ code: 551, words: 'This person is not available' }, 'blocked you'],
    [{ code: 190, words: 'Session has expired', status: 401 }, 'access token'],
    [{ code: 100, words: 'Something else' }, 'Something else'],
  ])('a refusal %o ends the delivery with its reason in words, and without the token', async (fate, words) => {
    const from = newCustomer();
    const chat = await write(from);
    meta.fates.set(from, [fate]);
    await answer(chat, { content: 'Yes.' });
    const delivery = await ended(chat);
    expect(delivery).toMatchObject({ status: 'dead', lastError: expect.stringContaining(words) });
    expect(JSON.stringify(delivery)).not.toContain(meta.accessToken);
  });

  test('a failure that nobody knows the end of is not sent twice', async () => {
    const from = newCustomer();
    const chat = await write(from);
    meta.fates.set(from, [{ takenThen: { status: 500, body: 'oops' } }]);
    await answer(chat, { content: 'Once.' });
    expect((await ended(chat))?.status).toBe('dead');
    expect(await sentTo(from, 1)).toHaveLength(1);
  });

  test('a call without the app’s signature is refused and nothing is stored', async () => {
    const genuine = meta.message(newCustomer(), { text: 'Hi' });
    const before = await stored();
    for (const signature of [undefined, '', 'sha256=00', genuine.headers['x-hub-signature-256']?.replace(/.$/, 'x')])
      await expect(
        receive({ ...genuine, headers: signature === undefined ? {} : { 'x-hub-signature-256': signature } }),
      ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(receive({ ...genuine, raw: Buffer.from('{}') })).rejects.toMatchObject({ code: 'forbidden' });
    await set({ enabled: false });
    await expect(receive(genuine)).rejects.toMatchObject({ code: 'forbidden' });
    await set();
    expect(await stored()).toEqual(before);
  });

  test('what is malformed, of another kind or for another account opens no conversation', async () => {
    const from = newCustomer();
    await receive(meta.event('../x', { message: { mid: 'm', text: 'x' } }));
    await receive(meta.event(from, { message: { mid: 7 } }));
    await receive(meta.event(from, { optin: {} }));
    const { accountId } = meta;
    meta.accountId = '999999';
    const foreign = meta.message(from, { text: 'For another account' });
    meta.accountId = accountId;
    await receive(foreign);
    await write(newCustomer());
    const sessions = await installation.context.db
      .selectFrom('channelSessions')
      .select('address')
      .where('address', 'in', [from, '../x'])
      .execute();
    expect(sessions).toEqual([]);
  });

  test('the challenge is answered to the verify token alone', async () => {
    const ask = (token: string) =>
      confirmChannel(installation.context, id, {
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      });
    expect(await ask(meta.verifyToken)).toBe('1158201444');
    await expect(ask('guessed')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('the app is subscribed to the account once, and the test names the account', async () => {
    const { watch } = descriptor;
    await watch(installation.context, new AbortController().signal);
    const subscribed = [...meta.subscribed];
    expect(subscribed[0]).toContain('messages,messaging_postbacks');
    await watch(installation.context, new AbortController().signal);
    expect(meta.subscribed).toEqual(subscribed);
    const said = await testIntegration(installation.context, staff, id);
    expect(englishOf(said)).toContain(`${id === 'messenger' ? 'Shop' : 'shop'} works for`);
  });
});
