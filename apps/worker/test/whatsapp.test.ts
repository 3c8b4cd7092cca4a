import { randomUUID } from 'node:crypto';
import { confirmChannel, receiveFromChannel } from '@parley/core/channels/customers/receive';
import { listTemplates, sendTemplate } from '@parley/core/channels/customers/templates';
import { watch } from '@parley/core/channels/whatsapp/receiving';
import type { StaffCaller } from '@parley/core/callers';
import { listDeliveries } from '@parley/core/deliveries/deliveries';
import { testIntegration } from '@parley/core/integrations/test';
import { postMessage } from '@parley/core/messages/post';
import { overseer } from '@parley/core/testing';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { findUser } from '@parley/db/users/users';
import { startEndpoint } from '@parley/testing/http';
import { type ListedTemplate, type SentByNumber, startWhatsapp, type WhatsappServer } from '@parley/testing/whatsapp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';
import { type Chat, chatOf, seconds } from './telegram-installation.ts';

let whatsapp: WhatsappServer;
let installation: Installation;
let staff: StaffCaller;

beforeAll(async () => {
  whatsapp = await startWhatsapp();
  installation = await startInstallation({
    env: { CHANNEL_API_URLS: `whatsapp=${whatsapp.url}`, RETRY_WAIT_SCALE: '0.01' },
  });
  await set();
  const { userId } = await installation.representative('Ada Byron');
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('no representative');
  staff = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'test' };
});
afterAll(async () => {
  await installation?.close();
  await whatsapp?.close();
});
beforeEach(() => installation.set('aiConfig', { enabled: false }));

const set = (change: object = {}) => {
  const { phoneNumberId, businessAccountId, accessToken, appSecret, verifyToken } = whatsapp;
  const account = { phoneNumberId, businessAccountId, accessToken, appSecret, verifyToken };
  return installation.set('whatsappConfig', {
    enabled: true,
    ...account,
    websiteId: installation.websiteId,
    ...change,
  });
};

let numbers = 4_915_112_340_000;
const newNumber = () => String((numbers += 1));

const receive = (notification: ReturnType<WhatsappServer['notification']>) =>
  receiveFromChannel(installation.context, 'whatsapp', notification);
const text = (body: string) => ({ type: 'text', text: { body } });

/** A customer writes; resolves with their conversation. */
async function writes(
  from: string,
  message: Record<string, unknown> = text('Is the blue one in stock?'),
): Promise<Chat> {
  await receive(whatsapp.message(from, message));
  // Their number is the address.
  return chatOf(installation, Number(from));
}

const answer = (chat: Chat, draft: Partial<Parameters<typeof postMessage>[3]>) =>
  postMessage(
    installation.context,
    staff,
    { conversationId: chat.conversationId },
    {
      content: '',
      clientMessageId: randomUUID(),
      ...draft,
    },
  );

/** The messages to a customer, once there are so many. */
const sentTo = (to: string, count: number): Promise<SentByNumber[]> =>
  until(
    () => {
      const sent = whatsapp.sent.filter((each) => each.to === to);
      return sent.length >= count ? sent : null;
    },
    `${count} messages to ${to}`,
    seconds,
  );

/** The newest delivery of a conversation, once it has ended. */
const ended = ({ conversationId }: Chat) =>
  until(
    async () => {
      const all = await listDeliveries(installation.context, overseer, { channel: 'whatsapp', limit: 200 });
      const its = all.filter((each) => each.conversationId === conversationId);
      return its.length > 0 && its.every(({ status }) => status === 'delivered' || status === 'dead') ? its[0] : null;
    },
    'a delivery to end',
    seconds,
  );

describe('a customer who writes to the number', () => {
  test('it opens a conversation of the website, under their name and number, once for each message', async () => {
    const from = newNumber();
    const notification = whatsapp.message(from, text('Is the blue one in stock?'));
    await receive(notification);
    await receive(notification);
    const chat = await chatOf(installation, Number(from));
    await receive(whatsapp.message(from, text('And the green one?')));
    const messages = await chat.of(2);
    expect(messages.map(({ content }) => content)).toEqual(['Is the blue one in stock?', 'And the green one?']);
    expect(messages[0]).toMatchObject({ senderType: 'customer', senderName: 'Jane Doe' });
    const { channel } = await chat.profile();
    expect(channel).toMatchObject({ id: 'whatsapp', handle: `+${from}`, receipts: true, unreachableSince: null });
    const left = Date.parse(channel?.replyUntil ?? '') - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(24);
  });

  test('outside the working times it gets the text for that, once a day', async () => {
    const awayText = 'We are back at nine.';
    const closed = { enabled: false, start: '09:00', end: '17:00' };
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const hours = (enabled: boolean) =>
      installation.set('businessHours', { enabled, ...Object.fromEntries(days.map((day) => [day, closed])) });
    const from = newNumber();
    await set({ awayText });
    await hours(true);
    try {
      const chat = await writes(from);
      await receive(whatsapp.message(from, text('Hello?')));
      await chat.of(2);
      await answer(chat, { content: 'I am here.' });
      const sent = await sentTo(from, 2);
      expect(JSON.stringify(sent).split(awayText)).toHaveLength(2);
    } finally {
      await hours(false);
      await set({ awayText: '' });
    }
  });

  test('a file is fetched by its media id with the token, and has its caption', async () => {
    const from = newNumber();
    const document = { id: 'media_in', filename: 'order.txt', caption: 'This one' };
    whatsapp.media.set(document.id, { type: 'text/plain', bytes: Buffer.from('my order') });
    const chat = await writes(from, { type: 'document', document });
    const attachment = await until(
      async () => (await chat.messages())[0]?.attachments?.find(({ state }) => state === 'ready'),
      'the file',
      seconds,
    );
    expect(attachment).toMatchObject({ name: 'order.txt', size: 8 });
    expect((await chat.messages())[0]?.content).toBe('This one');
  });

  test('a file is fetched from Meta alone: the token goes to no other address', async () => {
    const foreign = await startEndpoint({ status: 200, body: 'caught' });
    whatsapp.media.set('elsewhere', { type: 'text/plain', bytes: Buffer.from('x'), url: `${foreign.url}/file` });
    const chat = await writes(newNumber(), { type: 'document', document: { id: 'elsewhere', filename: 'order.txt' } });
    await expect.poll(async () => (await chat.messages())[0]?.attachments?.[0]?.state).toBe('refused');
    expect(foreign.requests).toEqual([]);
    await foreign.close();
  });

  test('kinds without text are named or written out, and none is lost', async () => {
    const from = newNumber();
    const chat = await writes(from, { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop' } });
    const contacts = [{ name: { formatted_name: 'Grace Hopper' }, phones: [{ phone: '+1 555 0199' }] }];
    await receive(whatsapp.message(from, { type: 'contacts', contacts }));
    await receive(whatsapp.message(from, { type: 'order' }));
    await receive(whatsapp.message(from, { type: 'hologram', hologram: {} }));
    const contents = (await chat.of(4)).map(({ content }) => content);
    expect(contents[0]).toContain('[Location] Shop');
    expect(contents.slice(1)).toEqual(['[Contact] Grace Hopper\n+1 555 0199', '[Order]', '[hologram]']);
  });

  test('a reaction is shown, replaced and taken back', async () => {
    const from = newNumber();
    const chat = await writes(from);
    await answer(chat, { content: 'Yes, three of them.' });
    const [sent] = await sentTo(from, 1);
    const reacts = (emoji: string) =>
      receive(whatsapp.message(from, { type: 'reaction', reaction: { message_id: sent?.id, emoji } }));
    const shown = async () => (await chat.messages())[1]?.reactions?.map(({ emoji }) => emoji) ?? [];
    for (const emoji of ['👍', '❤️', '']) {
      await reacts(emoji);
      await expect.poll(shown).toEqual(emoji === '' ? [] : [emoji]);
    }
  });
});

describe('an answer', () => {
  test('it is sent with its formatting, quotes the message it answers, and its receipts are shown', async () => {
    const from = newNumber();
    const asked = whatsapp.message(from, text('Is the blue one in stock?'));
    await receive(asked);
    const chat = await chatOf(installation, Number(from));
    const [question] = await chat.of(1);
    await answer(chat, {
      content: 'Yes, three of them.',
      markdown: 'Yes, **three** of _them_.',
      replyTo: question?.id,
    });
    const [sent] = await sentTo(from, 1);
    expect(sent?.message).toMatchObject({
      type: 'text',
      text: { body: expect.stringContaining('Yes, *three* of _them_.') },
      context: { message_id: asked.id },
    });
    if (!sent) throw new Error('nothing was sent');
    await receive(whatsapp.status(sent, 'sent'));
    await receive(whatsapp.status(sent, 'delivered'));
    await receive(whatsapp.status(sent, 'read'));
    const cursors = () =>
      installation.context.db
        .selectFrom('conversations')
        .select(['customerDeliveredSeq', 'customerReadSeq'])
        .where('id', '=', chat.conversationId)
        .executeTakeFirst();
    await expect.poll(cursors).toEqual({ customerDeliveredSeq: 2, customerReadSeq: 2 });
  });

  test('buttons are pressed there: up to three short ones as buttons, more as a list, links as text', async () => {
    const from = newNumber();
    const chat = await writes(from);
    const few = [
      { id: 'yes', label: 'Yes, please' },
      { id: 'site', label: 'Our shop', url: 'https://shop.example.com/' },
    ];
    await answer(chat, { content: 'Do you want it?', blocks: { buttons: few } });
    const [asked] = await sentTo(from, 1);
    expect(asked?.message['interactive']).toMatchObject({
      type: 'button',
      body: { text: expect.stringContaining('Our shop: https://shop.example.com/') },
      action: { buttons: [{ reply: { id: 'press yes', title: 'Yes, please' } }] },
    });
    const reply = { type: 'button_reply', button_reply: { id: 'press yes', title: 'Yes, please' } };
    await receive(whatsapp.message(from, { type: 'interactive', interactive: reply, context: { id: asked?.id } }));
    const pressed = (await chat.of(3))[2];
    expect(pressed).toMatchObject({ content: 'Yes, please', response: { button: 'yes' } });

    const many = ['Red', 'Green', 'Blue', 'A colour with a rather long name'].map((label, index) => ({
      id: `c${index}`,
      label,
    }));
    await answer(chat, { content: 'Which colour?', blocks: { buttons: many } });
    const [, list] = await sentTo(from, 2);
    expect(list?.message['interactive']).toMatchObject({
      type: 'list',
      action: { sections: [{ rows: { length: 4 } }] },
    });
  });

  test.each([
    [{ code: 131_047, details: 'Re-engagement message' }, 'within 24 hours'],
    [{ code: 131_026, details: 'Message undeliverable' }, 'doesn’t have WhatsApp'],
    [{ code: 190, details: 'Session has expired', status: 401 }, 'access token'],
    [{ code: 100, details: 'Something else' }, 'Something else'],
  ])('a refusal %o ends the delivery with its reason in words, and without the token', async (fate, words) => {
    const from = newNumber();
    const chat = await writes(from);
    whatsapp.fates.set(from, [fate]);
    await answer(chat, { content: 'Yes.' });
    const delivery = await ended(chat);
    expect(delivery).toMatchObject({ status: 'dead', lastError: expect.stringContaining(words) });
    expect(JSON.stringify(delivery)).not.toContain(whatsapp.accessToken);
  });

  test('too many calls pass by themselves; a failure that nobody knows the end of is not sent twice', async () => {
    const from = newNumber();
    const chat = await writes(from);
    whatsapp.fates.set(from, [{ code: 131_056, details: 'Pair rate limit hit' }]);
    await answer(chat, { content: 'First.' });
    await sentTo(from, 1);
    whatsapp.fates.set(from, [{ takenThen: { status: 500, body: 'oops' } }]);
    await answer(chat, { content: 'Second.' });
    await expect.poll(async () => (await ended(chat))?.status).toBe('dead');
    expect(await sentTo(from, 2)).toHaveLength(2);
  });

  test('a failure that WhatsApp reports later is shown at the message', async () => {
    const from = newNumber();
    const chat = await writes(from);
    await answer(chat, { content: 'Yes.' });
    const [sent] = await sentTo(from, 1);
    await ended(chat);
    if (!sent) throw new Error('nothing was sent');
    const errors = [{ code: 131_053, title: 'Media upload error', error_data: { details: 'Unsupported codec' } }];
    await receive(whatsapp.status(sent, 'failed', errors));
    await expect.poll(async () => (await ended(chat))?.lastError ?? '').toContain('Unsupported codec');
  });
});

describe('the 24 hours after a customer’s message', () => {
  const ends = (from: string, hours: number) =>
    installation.context.db
      .updateTable('channelSessions')
      .set({ replyUntil: new Date(Date.now() + hours * 3_600_000) })
      .where('address', '=', from)
      .execute();

  test('afterwards a reply is refused and nothing is stored, until they write again', async () => {
    const from = newNumber();
    const chat = await writes(from);
    await ends(from, -1);
    await expect(answer(chat, { content: 'Too late.' })).rejects.toMatchObject({ code: 'reply_window_closed' });
    expect(await chat.messages()).toHaveLength(1);
    await receive(whatsapp.message(from, text('Hello?')));
    await chat.of(2);
    await answer(chat, { content: 'In time.' });
    await sentTo(from, 1);
  });

  test('a message that arrives late counts from when it was written', async () => {
    const from = newNumber();
    await writes(from, { ...text('Old'), timestamp: String(Math.floor(Date.now() / 1000) - 30 * 3_600) });
    const chat = await chatOf(installation, Number(from));
    await expect(answer(chat, { content: 'Too late.' })).rejects.toMatchObject({ code: 'reply_window_closed' });
  });
});

describe('templates', () => {
  const order: ListedTemplate = {
    name: 'order_update',
    language: 'en_US',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['4711'] } },
      {
        type: 'BODY',
        text: 'Hello {{1}}, your order leaves on {{2}}.',
        example: { body_text: [['Jane', 'Monday']] },
      },
      { type: 'FOOTER', text: 'Shop Ltd' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Track it', url: 'https://shop.example.com/track/{{1}}', example: ['4711'] },
          { type: 'QUICK_REPLY', text: 'I have a question' },
        ],
      },
    ],
  };
  const named: ListedTemplate = {
    name: 'welcome',
    language: 'de',
    status: 'APPROVED',
    components: [
      {
        type: 'BODY',
        text: 'Hallo {{first_name}}!',
        example: { body_text_named_params: [{ param_name: 'first_name', example: 'Jana' }] },
      },
    ],
  };
  const withPicture: ListedTemplate = {
    name: 'picture',
    language: 'en_US',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Look!' },
    ],
  };
  beforeAll(() => {
    whatsapp.templates.push({ ...order, name: 'rejected', status: 'REJECTED' }, withPicture, named, order, {
      ...order,
      language: 'de',
    });
  });

  const orderValues = [
    { key: 'header.1', value: '4711' },
    { key: 'body.1', value: 'Jane' },
    { key: 'body.2', value: 'Monday' },
    { key: 'button.0', value: '4711' },
  ];
  const ask = ({ conversationId }: Chat, fresh = false) =>
    listTemplates(installation.context, staff, conversationId, { fresh });
  const sendIt = ({ conversationId }: Chat, change: Partial<Parameters<typeof sendTemplate>[3]> = {}) =>
    sendTemplate(installation.context, staff, conversationId, {
      name: 'order_update',
      language: 'en_US',
      values: orderValues,
      clientMessageId: randomUUID(),
      ...change,
    });
  /** A customer who wrote more than 24 hours ago. */
  const late = async (from: string): Promise<Chat> => {
    await writes(from, { ...text('Old'), timestamp: String(Math.floor(Date.now() / 1000) - 30 * 3_600) });
    return chatOf(installation, Number(from));
  };

  test('the approved ones that consist of text are listed from all pages, with their places and examples', async () => {
    const chat = await writes(newNumber());
    const all = await ask(chat, true);
    expect(all.map(({ name, language }) => `${name} ${language}`)).toEqual([
      'order_update de',
      'order_update en_US',
      'welcome de',
    ]);
    expect(all[1]).toEqual({
      name: 'order_update',
      language: 'en_US',
      header: 'Order {{1}}',
      body: 'Hello {{1}}, your order leaves on {{2}}.',
      footer: 'Shop Ltd',
      buttons: [
        { id: 't0', label: 'Track it', url: 'https://shop.example.com/track/{{1}}' },
        { id: 't1', label: 'I have a question' },
      ],
      places: [
        { key: 'header.1', example: '4711' },
        { key: 'body.1', example: 'Jane' },
        { key: 'body.2', example: 'Monday' },
        { key: 'button.0', example: '4711' },
      ],
    });
    expect(all[2]?.places).toEqual([{ key: 'body.first_name', example: 'Jana' }]);
  });

  test('Meta is asked once in a while, and at once on request', async () => {
    const chat = await writes(newNumber());
    await ask(chat, true);
    const calls = whatsapp.templateCalls.length;
    await ask(chat);
    expect(whatsapp.templateCalls).toHaveLength(calls);
    await ask(chat, true);
    expect(whatsapp.templateCalls.length).toBeGreaterThan(calls);
  });

  test('after the 24 hours one is sent with its values, and stored as the customer sees it', async () => {
    const from = newNumber();
    const chat = await late(from);
    await expect(answer(chat, { content: 'Too late.' })).rejects.toMatchObject({ code: 'reply_window_closed' });
    const clientMessageId = randomUUID();
    await sendIt(chat, { clientMessageId });
    const { duplicate } = await sendIt(chat, { clientMessageId });
    expect(duplicate).toBe(true);
    const [sent] = await sentTo(from, 1);
    expect(sent?.message).toMatchObject({
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'en_US' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '4711' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Jane' },
              { type: 'text', text: 'Monday' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '4711' }] },
          { type: 'button', sub_type: 'quick_reply', index: '1' },
        ],
      },
    });
    const [, stored] = await chat.of(2);
    expect(stored).toMatchObject({
      content: 'Order 4711\n\nHello Jane, your order leaves on Monday.\n\nShop Ltd',
      blocks: {
        buttons: [
          { id: 't0', label: 'Track it', url: 'https://shop.example.com/track/4711' },
          { id: 't1', label: 'I have a question' },
        ],
        template: { name: 'order_update', language: 'en_US' },
      },
    });
    expect((await ended(chat))?.status).toBe('delivered');
    expect(await sentTo(from, 1)).toHaveLength(1);

    const button = { text: 'I have a question', payload: 'press t1' };
    await receive(whatsapp.message(from, { type: 'button', button, context: { id: sent?.id } }));
    expect((await chat.of(3))[2]).toMatchObject({ content: 'I have a question', response: { button: 't1' } });
  });

  test('named places are sent by their names', async () => {
    const from = newNumber();
    const chat = await late(from);
    await sendIt(chat, { name: 'welcome', language: 'de', values: [{ key: 'body.first_name', value: 'Jana' }] });
    const [sent] = await sentTo(from, 1);
    expect(sent?.message['template']).toMatchObject({
      components: [{ parameters: [{ parameter_name: 'first_name', text: 'Jana' }] }],
    });
  });

  test.each([
    ['an unknown template', { name: 'rejected' }, 'not_found'],
    ['another language', { language: 'fr' }, 'not_found'],
    ['a missing value', { values: orderValues.slice(1) }, 'invalid'],
    ['an empty value', { values: orderValues.map(({ key }) => ({ key, value: '' })) }, 'invalid'],
    [
      'a text that becomes too long',
      { values: orderValues.map(({ key }) => ({ key, value: 'x'.repeat(1_000) })) },
      'invalid',
    ],
  ])('%s is refused, and nothing is stored', async (_name, change, code) => {
    const from = newNumber();
    const chat = await late(from);
    await expect(sendIt(chat, change)).rejects.toMatchObject({ code });
    expect(await chat.messages()).toHaveLength(1);
  });

  test.each([
    [132_015, 'paused'],
    [131_049, 'marketing'],
    [131_042, 'payment'],
  ])('the refusal %i ends the delivery with its reason in words', async (code, words) => {
    const from = newNumber();
    const chat = await late(from);
    whatsapp.fates.set(from, [{ code, details: 'Refused' }]);
    await sendIt(chat);
    expect(await ended(chat)).toMatchObject({ status: 'dead', lastError: expect.stringContaining(words) });
  });

  test('without the account’s ID, or with a token that ended, the reason is in words and has no secret', async () => {
    const chat = await writes(newNumber());
    await set({ businessAccountId: '' });
    await expect(ask(chat, true)).rejects.toMatchObject({ code: 'not_configured' });
    await set({ accessToken: 'EAAG-ended_token' });
    const refused = await ask(chat, true).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'other_side_failed', message: expect.stringContaining('access token') });
    expect(String(refused)).not.toContain('EAAG-ended_token');
    await set();
  });

  test('a conversation of a channel without templates has none', async () => {
    const { conversationId } = await installation.opens('Hello?');
    await expect(listTemplates(installation.context, staff, conversationId)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('a call that says it is from Meta', () => {
  test('without the app’s signature it is refused and nothing is stored', async () => {
    const genuine = whatsapp.message(newNumber(), text('Hi'));
    const stored = () => installation.context.db.selectFrom('inboundEvents').select('id').execute();
    const before = await stored();
    for (const headers of [
      {},
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': 'sha256=00' },
      { 'x-hub-signature-256': genuine.headers['x-hub-signature-256']?.replace(/.$/, 'x') ?? '' },
    ])
      await expect(receive({ ...genuine, headers })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(receive({ ...genuine, raw: Buffer.from('{}') })).rejects.toMatchObject({ code: 'forbidden' });
    await set({ enabled: false });
    await expect(receive(genuine)).rejects.toMatchObject({ code: 'forbidden' });
    await set();
    expect(await stored()).toEqual(before);
  });

  test('what is for another number, or malformed, brings nothing in', async () => {
    const messages = [{ from: '49123456', id: 'w', timestamp: '1', type: 'text', text: { body: 'x' } }];
    const stored = () => installation.context.db.selectFrom('inboundEvents').select('id').execute();
    const before = (await stored()).length;
    await receive(whatsapp.notification({ metadata: { phone_number_id: '999999' }, messages }));
    expect(await stored()).toHaveLength(before);
    await receive(whatsapp.notification({ messages: [{ from: '../x', id: 'w2' }, null, 7] }));
    const events = installation.context.db.selectFrom('inboundEvents').select('status').orderBy('id', 'desc').limit(3);
    await expect
      .poll(async () => (await events.execute()).map(({ status }) => status))
      .toEqual(['failed', 'failed', 'failed']);
  });

  test('its challenge is answered to the verify token alone', async () => {
    const ask = (token: string) =>
      confirmChannel(installation.context, 'whatsapp', {
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      });
    expect(await ask(whatsapp.verifyToken)).toBe('1158201444');
    await expect(ask('guessed')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ask('')).rejects.toMatchObject({ code: 'forbidden' });
  });
});

test('the test of the settings names the number; watching subscribes the app to the account once', async () => {
  const result = await testIntegration(installation.context, staff, 'whatsapp');
  expect(englishOf(result)).toContain('Shop (+1 555 0100) works for');
  await watch(installation.context);
  await watch(installation.context);
  expect(whatsapp.subscribed.filter((id) => id === whatsapp.businessAccountId)).toHaveLength(1);
});
