import { randomUUID } from 'node:crypto';
import { receiveFromChannel, understandEvents } from '@parley/core/channels/customers/receive';
import { watch } from '@parley/core/channels/telegram/receiving';
import type { StaffCaller } from '@parley/core/callers';
import { blockContact, unblockContact } from '@parley/core/contacts/block';
import { mergeContacts } from '@parley/core/contacts/merge';
import { mergeConversations } from '@parley/core/conversations/merge';
import { transition } from '@parley/core/conversations/transition';
import { eraseVisitor, visitorDocument } from '@parley/core/data/privacy';
import { listDeliveries, retryDelivery } from '@parley/core/deliveries/deliveries';
import { postMessage } from '@parley/core/messages/post';
import { reactToMessage } from '@parley/core/messages/reactions';
import { editMessage, removeMessage } from '@parley/core/messages/revise';
import type { ScheduleWeek } from '@parley/contracts/schedules/schedule';
import { weekdays } from '@parley/contracts/settings/settings';
import { addSchedule } from '@parley/core/settings/schedules';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { testIntegration } from '@parley/core/integrations/test';
import { forgetVisitors } from '@parley/core/maintenance/visitors';
import { appear, expectCode, overseer } from '@parley/core/testing';
import { recordInboundEvent, storeInboundEvents } from '@parley/db/channels/inbound';
import { deleteConversation } from '@parley/db/conversations/delete';
import { countUndelivered } from '@parley/db/channels/sessions';
import { findConversation } from '@parley/db/conversations/read';
import { storeService } from '@parley/db/sla/service-times';
import { updateWebsite } from '@parley/db/websites/websites';
import { findUser } from '@parley/db/users/users';
import { contactOf } from '@parley/db/visitors/contacts';
import { dueDigests } from '@parley/db/maintenance/digests';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { type SentMessage, startTelegram, type TelegramServer } from '@parley/testing/telegram';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';
import { type Chat, chatOf, seconds, newCustomer } from './telegram-installation.ts';

let telegram: TelegramServer;
let model: ModelServer;
let installation: Installation;
let staff: StaffCaller;

// Limits are for machines that are busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

beforeAll(async () => {
  [telegram, model] = await Promise.all([startTelegram(), startModelServer()]);
  installation = await startInstallation({
    env: { CHANNEL_API_URLS: `telegram=${telegram.url}`, OPENAI_BASE_URL: model.url, RETRY_WAIT_SCALE: '0.01' },
  });
  await switchOn();
  const { userId } = await installation.representative('Ada Byron');
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('no representative');
  staff = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'test' };
});
afterAll(async () => {
  await installation?.close();
  await Promise.all([telegram?.close(), model?.close()]);
});
beforeEach(() => installation.set('aiConfig', { enabled: false }));

const switchOn = (on: Installation = installation) =>
  on.set('telegramConfig', { enabled: true, botToken: telegram.token, websiteId: on.websiteId });

const sentTo = ({ id }: { id: number }): SentMessage[] => telegram.sent.filter(({ chat }) => chat === id);
const textsTo = (chat: { id: number }, count: number): Promise<string[]> =>
  until(
    () => (sentTo(chat).length >= count ? sentTo(chat).map(({ text }) => text) : null),
    `${count} messages to ${chat.id}`,
    seconds,
  );

/** The deliveries of a conversation, once so many have ended, in the order in which they did. */
const ended = async ({ conversationId }: Chat, count: number) =>
  until(
    async () => {
      const all = await listDeliveries(installation.context, overseer, { channel: 'telegram', limit: 200 });
      const its = all
        .filter((each) => each.conversationId === conversationId)
        .toSorted((one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt));
      return its.length >= count && its.every(({ status }) => status === 'delivered' || status === 'dead') ? its : null;
    },
    `${count} deliveries to end`,
    seconds,
  );

/** Resolves with the event of an update, once it is known. */
const eventOf = (updateId: number) =>
  until(
    () =>
      installation.context.db
        .selectFrom('inboundEvents')
        .selectAll()
        .where('externalId', '=', `123456789:${updateId}`)
        .where('status', '<>', 'stored')
        .executeTakeFirst(),
    'an event to be understood',
    seconds,
  );

/** Once everything that came in is understood. */
const allUnderstood = () =>
  until(
    async () => {
      const waiting = installation.context.db.selectFrom('inboundEvents').select('id').where('status', '=', 'stored');
      return (await waiting.execute()).length === 0;
    },
    'everything to be understood',
    seconds,
  );

describe('a customer who writes to the bot', () => {
  test('it opens a conversation of the chosen website, is a contact with an identity, and is answered there', async () => {
    const jane = newCustomer();
    telegram.writes({ ...jane, language_code: 'de' }, 'Is the blue one in stock?');
    const chat = await chatOf(installation, jane.id);
    const [message] = await chat.of(1);
    expect(message).toMatchObject({
      content: 'Is the blue one in stock?',
      senderType: 'customer',
      senderName: 'Jane Doe',
    });
    expect(await findConversation(installation.context.db, chat.conversationId)).toMatchObject({
      status: 'waiting',
      website: 'shop.example.com',
      customerName: 'Jane Doe',
    });
    const profile = await chat.profile();
    expect(profile).toMatchObject({
      name: 'Jane Doe',
      locale: 'de',
      channel: { id: 'telegram', handle: `@${jane.username}`, unreachableSince: null, undelivered: 0 },
    });
    const identities = await installation.context.db
      .selectFrom('identities')
      .select(['kind', 'value', 'verifiedAt'])
      .where('contactId', '=', profile.contactId)
      .orderBy('kind')
      .execute();
    expect(identities).toEqual([
      { kind: 'telegram', value: String(jane.id), verifiedAt: expect.any(Date) },
      { kind: 'widget_session', value: null, verifiedAt: null },
    ]);

    await installation.answers(chat, 'Yes, *three* of <them>.');
    expect(await textsTo(jane, 1)).toEqual(['Rita:\nYes, *three* of <them>.']);
    // A plain text is sent as written, without formatting.
    expect(sentTo(jane)[0]?.parameters).not.toHaveProperty('parse_mode');
    expect(sentTo(jane)[0]?.parameters).not.toHaveProperty('entities');
  });

  test('a formatted reply arrives formatted, and stays so when it is edited', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Where do I find it?');
    const chat = await chatOf(installation, jane.id);
    const place = { conversationId: chat.conversationId };
    const markdown = 'In the **menu**, see [our guide](https://shop.example.com/guide) and `Ctrl+K`.';
    const { message } = await postMessage(installation.context, staff, place, { markdown });
    const [text = ''] = await textsTo(jane, 1);
    expect(text).toBe('Ada Byron:\nIn the menu, see our guide (https://shop.example.com/guide) and Ctrl+K.');
    const formatted = () =>
      sentTo(jane).flatMap(({ text: shown, parameters: { entities } }) =>
        (entities as { offset: number; length: number }[]).map(({ offset, length, ...rest }) => ({
          ...rest,
          words: shown.slice(offset, offset + length),
        })),
      );
    expect(formatted()).toEqual([
      { type: 'bold', words: 'menu' },
      { type: 'text_link', url: 'https://shop.example.com/guide', words: 'our guide' },
      { type: 'code', words: 'Ctrl+K' },
    ]);
    await editMessage(
      installation.context,
      staff,
      { ...place, seq: message.seq },
      { markdown: 'In the _other_ menu.' },
    );
    await until(() => sentTo(jane)[0]?.text.includes('other'), 'the edit', seconds);
    expect(formatted()).toEqual([{ type: 'italic', words: 'other' }]);
  });

  test('quotes go both ways', async () => {
    const jane = newCustomer();
    const asked = telegram.writes(jane, 'Is the blue one in stock?');
    const chat = await chatOf(installation, jane.id);
    const [question] = await chat.of(1);
    const place = { conversationId: chat.conversationId };
    const { message } = await postMessage(installation.context, staff, place, {
      content: 'Yes, three.',
      replyTo: question?.id,
    });
    await textsTo(jane, 1);
    expect(sentTo(jane)[0]?.parameters['reply_parameters']).toEqual({
      message_id: asked,
      allow_sending_without_reply: true,
    });
    await postMessage(installation.context, staff, place, { content: 'Shall I reserve one?' });
    await textsTo(jane, 2);
    telegram.writes(jane, 'Great!', {
      reply_to_message: {
        message_id: sentTo(jane)[0]?.messageId,
        chat: { id: jane.id, type: 'private' },
        text: 'Ada Byron:\nYes, three.',
      },
    });
    const answered = (await chat.of(4)).at(-1);
    expect(answered).toMatchObject({ content: 'Great!', replyTo: { id: message.id, content: 'Yes, three.' } });
  });

  test('reactions go both ways, the newest of the team’s that Telegram knows', async () => {
    const jane = newCustomer();
    const asked = telegram.writes(jane, 'Thank you!');
    const chat = await chatOf(installation, jane.id);
    await chat.of(1);
    const place = { conversationId: chat.conversationId, seq: 1 };
    for (const emoji of ['❤️', '🧾']) await reactToMessage(installation.context, staff, place, { emoji, isOn: true });
    const shown = (count: number) =>
      until(
        () => {
          const its = telegram.reactions.filter((each) => each.chat === jane.id);
          return its.length >= count ? its : null;
        },
        `${count} reactions`,
        seconds,
      );
    const like = { chat: jane.id, messageId: asked, reaction: [{ type: 'emoji', emoji: '❤' }] };
    expect(await shown(2)).toEqual([like, like]);
    await reactToMessage(installation.context, staff, place, { emoji: '❤️', isOn: false });
    expect((await shown(3))[2]).toMatchObject({ reaction: [] });

    await postMessage(installation.context, staff, { conversationId: chat.conversationId }, { content: 'Welcome.' });
    await textsTo(jane, 1);
    const reacts = (before: string[], after: string[]) =>
      telegram.delivers({
        message_reaction: {
          chat: { id: jane.id, type: 'private' },
          message_id: sentTo(jane)[0]?.messageId,
          user: jane,
          old_reaction: before.map((emoji) => ({ type: 'emoji', emoji })),
          new_reaction: after.map((emoji) => ({ type: 'emoji', emoji })),
        },
      });
    const reactions = async () => (await chat.of(2))[1]?.reactions?.map(({ emoji, senderType }) => [emoji, senderType]);
    await eventOf(reacts([], ['❤']));
    expect(await reactions()).toEqual([['❤️', 'customer']]);
    await eventOf(reacts(['❤'], []));
    expect(await reactions()).toBe(undefined);
  });

  test('a customer is told the writer when it changes, and gets everything in order, one a second', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    const rita = await installation.representative('Rita');
    const began = Date.now();
    for (const content of ['One', 'Two', 'Three'])
      await postMessage(installation.context, rita, { conversationId: chat.conversationId }, { content });
    await installation.answers(chat, 'Four');
    expect(await textsTo(jane, 4)).toEqual(['Rita:\nOne', 'Two', 'Three', 'Rita:\nFour']);
    const original = { language: 'en', sentIn: 'es', text: 'Your parcel comes today.' };
    const content = 'Su paquete llega hoy.';
    await postMessage(installation.context, rita, { conversationId: chat.conversationId }, { content, original });
    expect((await textsTo(jane, 5)).at(-1)).toBe('Rita (traducido):\nSu paquete llega hoy.');
    // Three times it waited for a turn, at least so long after the first was taken.
    expect((sentTo(jane)[3]?.at ?? 0) - began).toBeGreaterThan(2_900);
  });

  test('it gets a long text in parts, parted where it reads well', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Tell me everything.');
    const chat = await chatOf(installation, jane.id);
    const paragraph = 'All of it is said in words. '.repeat(100).trim();
    const text = [paragraph, paragraph, paragraph].join('\n\n');
    await installation.answers(chat, text);
    const parts = await textsTo(jane, 3);
    expect(parts).toEqual([`Rita:\n${paragraph}`, paragraph, paragraph]);
  });

  test('a customer who writes outside the working times is told so, once a day', async () => {
    const awayText = 'We are back at nine.';
    const closed = { enabled: false, start: '09:00', end: '17:00' };
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const hours = (enabled: boolean) =>
      installation.set('businessHours', { enabled, ...Object.fromEntries(days.map((day) => [day, closed])) });
    const [open, jane] = [newCustomer(), newCustomer()];
    await installation.set('telegramConfig', { awayText });
    try {
      telegram.writes(open, 'Is anybody there?');
      await (await chatOf(installation, open.id)).of(1);
      await hours(true);
      telegram.writes(jane, 'Is anybody there?');
      telegram.writes(jane, 'Hello?');
      const chat = await chatOf(installation, jane.id);
      await chat.of(2);
      await installation.answers(chat, 'I am.');
      await until(() => sentTo(jane).length === 2, 'both answers', seconds);
      expect(sentTo(jane).filter(({ text }) => text === awayText)).toHaveLength(1);
      expect(sentTo(open)).toEqual([]);
    } finally {
      await hours(false);
      await installation.set('telegramConfig', { awayText: '' });
    }
  });

  test('buttons stay below a message that is edited', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Can I have one?');
    const chat = await chatOf(installation, jane.id);
    const place = { conversationId: chat.conversationId };
    const blocks = { buttons: [{ id: 'blue', label: 'The blue one' }] };
    const { message } = await postMessage(installation.context, staff, place, { content: 'Which one?', blocks });
    await textsTo(jane, 1);
    const keyboard = () => sentTo(jane)[0]?.parameters['reply_markup'];
    const before = keyboard();
    expect(before).toMatchObject({ inline_keyboard: [[{ text: 'The blue one' }]] });
    await editMessage(installation.context, staff, { ...place, seq: message.seq }, { content: 'Which one then?' });
    await until(() => sentTo(jane)[0]?.text.includes('then'), 'the edit', seconds);
    expect(keyboard()).toEqual(before);
  });

  test('it is shown to have edited a message, and the newer text', async () => {
    const jane = newCustomer();
    const reference = telegram.writes(jane, 'Where is my ordr?');
    const chat = await chatOf(installation, jane.id);
    await chat.of(1);
    const edited = (text: string, id = reference) =>
      telegram.delivers({
        edited_message: { message_id: id, from: jane, chat: { id: jane.id, type: 'private' }, text, edit_date: 1 },
      });
    expect(await eventOf(edited('Where is my ordr?'))).toMatchObject({ status: 'ignored', reason: 'unchanged' });
    edited('Where is my order?');
    edited('Where is my order 7?');
    edited('From before?', 1_000_000);
    expect((await chat.of(4)).map(({ content }) => content)).toEqual([
      'Where is my ordr?',
      'Edited “Where is my ordr?”:\nWhere is my order?',
      'Edited “Where is my order?”:\nWhere is my order 7?',
      'Edited an earlier message:\nFrom before?',
    ]);
  });

  test('other content than text is shown as such, with the caption', async () => {
    const jane = newCustomer();
    const sends = (kind: object) =>
      telegram.delivers({ message: { message_id: 1, from: jane, chat: { id: jane.id, type: 'private' }, ...kind } });
    sends({ photo: [{ file_id: 'x' }], caption: 'The scratch\0' });
    sends({ sticker: { emoji: '👍', file_id: 'x' } });
    sends({ voice: { file_id: 'x', duration: 3 } });
    sends({ animation: {}, document: { file_name: 'cat.gif' } });
    sends({ document: { file_name: 'invoice.pdf' } });
    sends({ hologram: { of: 'tomorrow' } });
    sends({ pinned_message: {} });
    sends({ text: 'That is all.' });
    const chat = await chatOf(installation, jane.id);
    expect((await chat.of(7)).map(({ content }) => content)).toEqual([
      '[Photo, cannot be shown here]\nThe scratch',
      '[Sticker · 👍, cannot be shown here]',
      '[Voice message, cannot be shown here]',
      '[Animation, cannot be shown here]',
      '[File · invoice.pdf, cannot be shown here]',
      '[Something, cannot be shown here]',
      'That is all.',
    ]);
  });

  test('links behind words, places, contacts and polls are shown with their content', async () => {
    const jane = newCustomer();
    const sends = (kind: object) =>
      telegram.delivers({ message: { message_id: 1, from: jane, chat: { id: jane.id, type: 'private' }, ...kind } });
    const link = (offset: number, length: number, url: string) => ({ type: 'text_link', offset, length, url });
    telegram.writes(jane, 'The colour is wrong, I want this one or the one from my order, see also @jane_work', {
      entities: [
        link(28, 8, 'https://shop.example/p/4711?colour=navy&size=44'),
        link(40, 21, 'https://shop.example/orders/20481'),
        { type: 'mention', offset: 72, length: 10 },
        { type: 'text_link', offset: 'broken' },
      ],
    });
    sends({ photo: [{ file_id: 'x' }], caption: 'Like this', caption_entities: [link(5, 4, 'https://a.example/')] });
    const location = { latitude: 53.5436, longitude: 9.9886 };
    sends({ location });
    sends({ venue: { location, title: 'Warehouse 3', address: 'Harbour Road 7' }, location });
    sends({
      contact: {
        phone_number: '+4940555',
        first_name: 'Paul',
        last_name: 'Novak',
        vcard: 'EMAIL;TYPE=WORK:paul@b.example\r\n',
      },
    });
    sends({ poll: { question: 'Which?', options: [{ text: 'Blue' }, { text: 'Red' }] } });
    sends({ dice: { emoji: '🎲', value: 4 } });
    sends({ web_app_data: { data: 'size=44', button_text: 'Choose' } });
    sends({ users_shared: { request_id: 1, users: [] } });
    const chat = await chatOf(installation, jane.id);
    const map = 'https://www.openstreetmap.org/?mlat=53.5436&mlon=9.9886#map=17/53.5436/9.9886';
    expect((await chat.of(9)).map(({ content }) => content)).toEqual([
      'The colour is wrong, I want this one (https://shop.example/p/4711?colour=navy&size=44) or the one from my order (https://shop.example/orders/20481), see also @jane_work',
      '[Photo, cannot be shown here]\nLike this (https://a.example/)',
      `[Location] 53.5436, 9.9886\n${map}`,
      `[Place] Warehouse 3\nHarbour Road 7\n${map}`,
      '[Contact] Paul Novak\n+4940555\npaul@b.example',
      '[Poll] Which?\n- Blue\n- Red',
      '[Dice] 🎲 4',
      '[Form data]\nsize=44',
      '[Shared people, cannot be shown here]',
    ]);
  });

  test('a live location is shown where it began, once', async () => {
    const jane = newCustomer();
    const chat = { id: jane.id, type: 'private' };
    const from = { is_bot: false, ...jane };
    const at = (latitude: number) => ({
      message_id: 5,
      from,
      chat,
      location: { latitude, longitude: 2, live_period: 60 },
    });
    telegram.delivers({ message: at(1) });
    const moved = telegram.delivers({ edited_message: at(1.1) });
    expect(await eventOf(moved)).toMatchObject({ status: 'ignored', reason: 'unchanged' });
  });

  test('a reply quotes the earlier message, and a forwarded one is shown with its writer', async () => {
    const jane = newCustomer();
    const first = telegram.writes(jane, 'The door is 2000 mm high.');
    const chat = await chatOf(installation, jane.id);
    await chat.of(1);
    await installation.answers(chat, 'Which one do you want?');
    await textsTo(jane, 1);
    const question = sentTo(jane)[0];
    const earlier = (message_id: number, text: string, more = {}) => ({
      reply_to_message: { message_id, chat: { id: jane.id, type: 'private' }, text },
      ...more,
    });
    telegram.writes(jane, 'It is 2010.', earlier(first, 'The door is 2000 mm high.'));
    telegram.writes(jane, 'The blue one', earlier(Number(question?.messageId), 'Which one do you want?'));
    telegram.writes(
      jane,
      'This',
      earlier(Number(question?.messageId), 'Which one?', { quote: { text: 'one', is_manual: true } }),
    );
    telegram.writes(jane, 'It goes back on 15 May.', {
      forward_origin: { type: 'hidden_user', sender_user_name: 'Courier', date: 1 },
    });
    expect((await chat.of(6)).slice(2).map(({ content, replyTo }) => [content, replyTo?.content])).toEqual([
      ['It is 2010.', 'The door is 2000 mm high.'],
      ['The blue one', 'Which one do you want?'],
      ['In reply to “one”:\nThis', 'Which one do you want?'],
      ['Forwarded from Courier:\nIt goes back on 15 May.', undefined],
    ]);
  });

  test('a parameter of the link is shown above the first message, once', async () => {
    const jane = newCustomer();
    telegram.writes(jane, '/start order-20481');
    telegram.writes(jane, 'Where is it?');
    telegram.writes(jane, 'Hello?');
    telegram.writes(jane, '/start me with a new quote');
    const chat = await chatOf(installation, jane.id);
    expect((await chat.of(3)).map(({ content }) => content)).toEqual([
      '[Started from a link with “order-20481”]\nWhere is it?',
      'Hello?',
      '/start me with a new quote',
    ]);
  });

  test('a customer who presses Start is welcomed, and opens no conversation before they write', async () => {
    const jane = newCustomer();
    telegram.writes(jane, '/start from-the-shop');
    expect(await textsTo(jane, 1)).toEqual(['Hi! How can we help you today?']);
    const session = installation.context.db.selectFrom('channelSessions').select('address');
    expect(await session.where('address', '=', String(jane.id)).execute()).toEqual([]);
  });

  test('a customer who presses Start is welcomed in their language where the team has a text for it', async () => {
    await installation.set('widgetConfig', { welcomeMessages: { de: 'Moin!' } });
    const [german, french] = [newCustomer(), newCustomer()];
    telegram.writes({ ...german, language_code: 'de' }, '/start');
    telegram.writes({ ...french, language_code: 'fr' }, '/start');
    expect(await textsTo(german, 1)).toEqual(['Moin!']);
    expect(await textsTo(french, 1)).toEqual(['Hi! How can we help you today?']);
    await installation.set('widgetConfig', { welcomeMessages: {} });
  });

  test('a blocked customer reaches nobody, until they may write again', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Buy now');
    const chat = await chatOf(installation, jane.id);
    await chat.of(1);
    const { contactId } = await chat.profile();
    await blockContact(installation.context, staff, contactId);
    telegram.writes(jane, 'Buy it all');
    const reasons = async () =>
      installation.context.db
        .selectFrom('inboundEvents')
        .select('reason')
        .where('address', '=', String(jane.id))
        .execute();
    await until(async () => (await reasons()).some(({ reason }) => reason === 'blocked') || null, 'the event', seconds);
    await unblockContact(installation.context, staff, contactId);
    telegram.writes(jane, 'Sorry');
    expect((await chat.of(2)).map(({ content }) => content)).toEqual(['Buy now', 'Sorry']);
  });

  test('a group or a bot is left alone, and nothing of it is stored', async () => {
    const jane = newCustomer();
    const group = { id: -100, type: 'supergroup', title: 'Friends' };
    const [written, made, bot] = [
      telegram.delivers({ message: { message_id: 1, from: jane, chat: group, text: 'secret of the group' } }),
      telegram.delivers({ my_chat_member: { chat: group, from: jane, new_chat_member: { status: 'member' } } }),
      telegram.writes({ ...newCustomer(), is_bot: true } as never, 'beep'),
    ];
    expect(await eventOf(written)).toMatchObject({ status: 'ignored', reason: 'group', raw: Buffer.alloc(0) });
    expect(await eventOf(made)).toMatchObject({ status: 'ignored', reason: 'group' });
    expect(bot).toBeGreaterThan(0);
    const last = telegram.delivers({ channel_post: { text: 'x' } });
    expect(await eventOf(last)).toMatchObject({ status: 'ignored', reason: 'not_wanted' });
    expect(sentTo({ id: -100 })).toEqual([]);
  });

  test('it is not held up by an update that nobody understands: it is kept and marked', async () => {
    const jane = newCustomer();
    const broken = telegram.delivers({ message: { message_id: 'seven', chat: null } });
    telegram.writes(jane, 'After it');
    await chatOf(installation, jane.id);
    const event = await eventOf(broken);
    expect(event).toMatchObject({ status: 'failed', reason: 'unreadable' });
    expect(event.raw.toString()).toContain('seven');
  });
});

describe('a message to a customer', () => {
  test('it waits as long as Telegram asks for, and those behind it wait too', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    const tooMany = { status: 429, description: 'Too Many Requests: retry after 3', retryAfter: 3 };
    telegram.fates.set(jane.id, [{ refusal: tooMany }]);
    const began = Date.now();
    await installation.answers(chat, 'One');
    await installation.answers(chat, 'Two');
    expect(await textsTo(jane, 2)).toEqual(['Rita:\nOne', 'Rita:\nTwo']);
    expect((sentTo(jane)[0]?.at ?? 0) - began).toBeGreaterThan(2_900);
    expect((await ended(chat, 2)).map(({ attempts }) => attempts)).toEqual([2, 1]);
  });

  test('it is tried again when Telegram is away, in order', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    const away = { status: 503, description: 'Service Unavailable' };
    telegram.fates.set(jane.id, [{ refusal: away }, { refusal: away }]);
    await installation.answers(chat, 'One');
    await installation.answers(chat, 'Two');
    expect(await textsTo(jane, 2)).toEqual(['Rita:\nOne', 'Rita:\nTwo']);
  });

  test('a message that may have arrived is never sent twice silently: that is reported, and Retry sends it', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    telegram.fates.set(jane.id, [{ takenThen: { hangUp: true } }]);
    await installation.answers(chat, 'Once');
    await installation.answers(chat, 'After it');
    const [unsure] = await ended(chat, 2);
    expect(unsure).toMatchObject({ status: 'dead', attempts: 1, lastError: expect.stringContaining('It’s unknown') });
    expect(unsure?.errorLocalized).toEqual({ code: 'nobody_knows', values: { name: 'Telegram' } });
    expect(await textsTo(jane, 2)).toEqual(['Rita:\nOnce', 'Rita:\nAfter it']);
    expect((await chat.profile()).channel).toMatchObject({ undelivered: 1 });
    await retryDelivery(installation.context, staff, unsure?.id ?? '');
    expect((await textsTo(jane, 3)).at(-1)).toBe('Rita:\nOnce');
    await ended(chat, 2);
    expect((await chat.profile()).channel).toMatchObject({ undelivered: 0 });
  });

  test('a message to a customer who has blocked the bot is tried once, and the team is told; writing again makes them reachable', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    telegram.blockedBy.add(jane.id);
    await installation.answers(chat, 'Are you there?');
    const [refused] = await ended(chat, 1);
    expect(refused).toMatchObject({
      status: 'dead',
      attempts: 1,
      responseStatus: 403,
      lastError: expect.stringContaining('bot was blocked by the user'),
    });
    expect((await chat.profile()).channel).toMatchObject({ unreachableSince: expect.any(String), undelivered: 1 });
    telegram.blockedBy.delete(jane.id);
    telegram.writes(jane, 'Back again');
    await chat.of(3);
    expect((await chat.profile()).channel).toMatchObject({ unreachableSince: null });

    const here = { id: jane.id, type: 'private' };
    telegram.delivers({ my_chat_member: { chat: here, from: jane, new_chat_member: { status: 'kicked' } } });
    await until(async () => (await chat.profile()).channel?.unreachableSince, 'the block', seconds);
  });

  test('a message that is changed later changes at the customer’s too, in its parts, and disappears when it is removed', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'How many?');
    const chat = await chatOf(installation, jane.id);
    const paragraph = 'All of it is said in words. '.repeat(100).trim();
    const rita = await installation.representative('Rita Revises');
    const sends = async (content: string) =>
      (await postMessage(installation.context, rita, { conversationId: chat.conversationId }, { content })).message;
    const place = { conversationId: chat.conversationId, seq: (await sends(`${paragraph}\n\n${paragraph}`)).seq };
    await textsTo(jane, 2);
    await ended(chat, 2);
    const now = () => sentTo(jane).map(({ text, isRemoved }) => (isRemoved ? null : text));
    const becomes = (expected: (string | null)[]) =>
      until(() => (JSON.stringify(now()) === JSON.stringify(expected) ? true : null), 'the change', seconds);

    await editMessage(installation.context, rita, place, { content: `Two.\n\n${paragraph}\n\n${paragraph}` });
    await becomes([`Rita Revises:\nTwo.\n\n${paragraph}`, paragraph]);
    // More than there is to say it in.
    await expect(
      editMessage(installation.context, rita, place, { content: [paragraph, paragraph, paragraph].join('\n\n') }),
    ).rejects.toMatchObject({ code: 'conflict', localized: { code: 'edit_too_long' } });
    await editMessage(installation.context, rita, place, { content: 'Two.' });
    await becomes(['Rita Revises:\nTwo.', null]);
    await removeMessage(installation.context, rita, place);
    await becomes([null, null]);
    expect((await ended(chat, 5)).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  });

  test('it is not changed before it has arrived, nor after 48 hours; what Telegram refuses is shown as not delivered', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    const rita = await installation.representative('Rita Regrets');
    const sends = async (content: string) =>
      (await postMessage(installation.context, rita, { conversationId: chat.conversationId }, { content })).message;
    telegram.blockedBy.add(jane.id);
    const { conversationId } = chat;
    const { seq } = await sends('Nobody gets this');
    await ended(chat, 1);
    const edits = (content: string, which = seq) =>
      editMessage(installation.context, rita, { conversationId, seq: which }, { content });
    await expect(edits('Another')).rejects.toMatchObject({ localized: { code: 'edit_on_its_way' } });
    telegram.blockedBy.delete(jane.id);
    const { seq: arrived } = await sends('Another does');
    await ended(chat, 2);
    for (const sent of sentTo(jane)) sent.isRemoved = true;
    await edits('And reads this', arrived);
    const last = (await ended(chat, 3)).at(-1);
    expect(last).toMatchObject({ status: 'dead', lastError: expect.stringContaining("message can't be edited") });
    expect((await chat.profile()).channel).toMatchObject({ undelivered: 2 });
    const longAgo = new Date(Date.now() - 49 * 3_600_000);
    await installation.context.db
      .updateTable('messages')
      .set({ createdAt: longAgo })
      .where('conversationId', '=', conversationId)
      .where('seq', '=', arrived)
      .execute();
    await expect(edits('Too late', arrived)).rejects.toMatchObject({
      code: 'conflict',
      localized: { code: 'edit_too_late', values: { name: 'Telegram', hours: 48 } },
    });
  });

  test('it shows that Telegram is switched off where it is', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    await installation.set('telegramConfig', { enabled: false });
    await installation.answers(chat, 'Nobody hears this.');
    const [delivery] = await ended(chat, 1);
    expect(delivery).toMatchObject({ status: 'dead', lastError: 'Telegram is turned off.' });
    await switchOn();
  });
});

describe('a conversation from Telegram', () => {
  test('it hides a code that is typed in it before it is stored', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'I cannot sign in.');
    const chat = await chatOf(installation, jane.id);
    await expectCode(installation.context, chat.conversationId);
    telegram.writes(jane, '123 456');
    const [, typed] = await chat.of(2);
    expect(typed).toMatchObject({ content: '••••••' });
  });

  test('merged into one from the website, it goes on there, and is answered in Telegram', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello from Telegram');
    const chat = await chatOf(installation, jane.id);
    await chat.of(1);
    const desk = await installation.opens('Hello from the website', { email: null });
    const { db } = installation.context;
    const contactId = (await contactOf(db, desk.caller.visitorId)) ?? '';
    await mergeContacts(installation.context, staff, contactId, { mergedId: (await chat.profile()).contactId });
    await mergeConversations(installation.context, staff, chat.conversationId, desk.conversationId);
    telegram.writes(jane, 'Again');
    await until(async () => (await desk.messages()).at(-1)?.content === 'Again', 'the message', seconds);
    expect(await chat.of(1)).toHaveLength(1);
    await installation.answers(desk, 'Welcome back');
    expect(await textsTo(jane, 1)).toEqual(['Rita:\nWelcome back']);
  });

  test('the assistant answers, hands over with its notice, and a person takes over', async () => {
    await installation.set('aiConfig', { enabled: true, autoHandoff: true });
    const jane = newCustomer();
    model.usually = { text: 'We have plenty.' };
    telegram.writes(jane, 'How many do you have?');
    const chat = await chatOf(installation, jane.id);
    expect(await textsTo(jane, 1)).toEqual(['AI Assistant:\nWe have plenty.']);
    telegram.writes(jane, 'I want to talk to a human');
    const texts = await textsTo(jane, 2);
    expect(texts[1]).toMatch(/\S/);
    expect(await findConversation(installation.context.db, chat.conversationId)).toMatchObject({ status: 'waiting' });
    await installation.answers(chat, 'Here I am.');
    expect((await textsTo(jane, 3)).at(-1)).toBe('Rita:\nHere I am.');
  });

  test('without the assistant, it is told once by when a person answers', async () => {
    const { context, websiteId } = installation;
    const week = Object.fromEntries(weekdays.map((day) => [day, [{ start: '00:00', end: '00:00' }]]));
    const draft = { name: 'Every day', timezone: 'UTC', week: week as ScheduleWeek };
    const { id: scheduleId } = await addSchedule(context, overseer, draft);
    await updateWebsite(context.db, websiteId, { scheduleId });
    await storeService(context.db, [{ websiteId: null, answers: 50, medianSeconds: 200, p90Seconds: 1200 }]);
    await appear(context, staff.user.id);
    await context.db.updateTable('users').set({ status: 'online' }).where('id', '=', staff.user.id).execute();
    const jane = newCustomer();
    telegram.writes({ ...jane, language_code: 'de' }, 'Hallo, ist das noch da?');
    const chat = await chatOf(installation, jane.id);
    expect((await textsTo(jane, 1))[0]).toMatch(/\nSie erhalten innerhalb von \d+ (Minuten|Stunden?) eine Antwort\.$/);
    telegram.writes(jane, 'Hallo?');
    await chat.of(3);
    await allUnderstood();
    expect(sentTo(jane)).toHaveLength(1);
    await updateWebsite(context.db, websiteId, { scheduleId: null });
  });

  test('closed, it opens again with the next message', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    await transition(installation.context, chat.conversationId, [{ type: 'close' }], {
      cause: { by: 'rule', rule: 'idle' },
    });
    telegram.writes(jane, 'One more thing');
    await chat.of(2);
    expect(await findConversation(installation.context.db, chat.conversationId)).toMatchObject({
      status: 'waiting',
      lastSeq: 2,
    });
  });

  test('it gets no mail with what Telegram has delivered, even where an address is known', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    await installation.answers(chat, 'Yes?');
    await textsTo(jane, 1);
    const identify = { type: 'identify', email: `jane${jane.id}@example.com`, name: undefined } as const;
    await transition(installation.context, chat.conversationId, [identify], { cause: { by: 'customer' } });
    const { db } = installation.context;
    const due = async () => {
      const digests = await dueDigests(db, {
        now: new Date(Date.now() + 180_000),
        afterMinutes: 2,
        isFirstReady: true,
        limit: 200,
      });
      return digests.some(({ conversationId }) => conversationId === chat.conversationId);
    };
    expect(await due()).toBe(false);
    // Writes to a customer who can't be reached there.
    await db
      .updateTable('channelSessions')
      .set({ unreachableSince: new Date() })
      .where('address', '=', String(jane.id))
      .execute();
    expect(await due()).toBe(true);
  });

  test('a privacy export holds what Telegram told, and erasing leaves nothing of it', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'My secret word is quicksilver');
    const chat = await chatOf(installation, jane.id);
    await installation.answers(chat, 'Noted.');
    await textsTo(jane, 1);
    await allUnderstood();
    const email = `erase${jane.id}@example.com`;
    const identify = { type: 'identify', email, name: undefined } as const;
    await transition(installation.context, chat.conversationId, [identify], { cause: { by: 'customer' } });
    let text = '';
    for await (const piece of visitorDocument(installation.context, staff, email)) text += piece;
    const document = JSON.parse(text);
    expect(document.channelSessions).toMatchObject([{ channel: 'telegram', address: String(jane.id) }]);
    expect(document.inboundEvents[0].raw).toContain('quicksilver');

    await eraseVisitor(installation.context, staff, email);
    const { db } = installation.context;
    const left = await sql<{ rows: number }>`
      select (select count(*) from inbound_events where convert_from(raw, 'utf8') like '%quicksilver%')
        + (select count(*) from channel_sessions where address = ${String(jane.id)})
        + (select count(*) from identities where value = ${String(jane.id)})
        + (select count(*) from deliveries where target = ${String(jane.id)}) as rows
    `.execute(db);
    expect(Number(left.rows[0]?.rows)).toBe(0);
  });

  test('deleted, it takes what Telegram told along; its customer is forgotten like any visitor', async () => {
    const jane = newCustomer();
    telegram.writes(jane, 'Hello?');
    const chat = await chatOf(installation, jane.id);
    const { contactId } = await chat.profile();
    await allUnderstood();
    const { db } = installation.context;
    await deleteConversation(db, chat.conversationId);
    const events = db.selectFrom('inboundEvents').select('id').where('address', '=', String(jane.id));
    expect(await events.execute()).toEqual([]);
    const days = new Date(Date.now() - 3 * 24 * 3600 * 1000);
    const session = db.selectFrom('channelSessions').select('visitorId').where('address', '=', String(jane.id));
    await db.updateTable('visitors').set({ lastSeenAt: days }).where('id', 'in', session).execute();
    await forgetVisitors(installation.context, null);
    expect(await session.execute()).toEqual([]);
    expect(await db.selectFrom('contacts').select('id').where('id', '=', contactId).execute()).toEqual([]);
  });
});

test('an event of a conversation that was deleted while it was posted goes the same way', async () => {
  const { db } = installation.context;
  await storeInboundEvents(db, 'telegram', [{ externalId: 'late', raw: Buffer.from('{"secret":1}') }]);
  const late = db.selectFrom('inboundEvents').select('id').where('externalId', '=', 'late');
  const { id } = await late.executeTakeFirstOrThrow();
  const posted = { status: 'posted', conversationId: randomUUID(), messageSeq: 1 } as const;
  await recordInboundEvent(db, id, { ...posted, address: '1', reference: '1' });
  expect(await late.execute()).toEqual([]);
});

describe('the team’s group', () => {
  const group = { id: -100_777, type: 'supergroup', title: 'Desk' };
  const inGroup = (text: string) =>
    telegram.delivers({ message: { message_id: 5, from: newCustomer(), chat: group, text } });
  beforeAll(() => installation.set('telegramConfig', { teamChatId: String(group.id) }));
  afterAll(() => installation.set('telegramConfig', { teamChatId: '' }));

  test('it is told of a hand-off with the packet, once, by a delivery like any other', async () => {
    const talk = await installation.opens('Where is my order?', { email: 'bob@example.com' });
    const already = sentTo(group).length;
    await talk.wantsPerson();
    const [notice] = (await textsTo(group, already + 1)).slice(already);
    expect(notice).toMatch(/^[^\n]+\n[^\n]+ · shop\.example\.com\n\n/);
    expect(notice).toContain('Identity: as they wrote it');
    expect(notice).toContain(`/conversations?selected=${talk.conversationId}`);
    expect(sentTo(group).at(-1)?.parameters).toMatchObject({ link_preview_options: { is_disabled: true } });
    await until(
      async () =>
        (await listDeliveries(installation.context, overseer, { channel: 'telegram', limit: 20 })).find(
          ({ conversationId, status }) => conversationId === talk.conversationId && status === 'delivered',
        ),
      'its delivery',
      seconds,
    );
  });

  test('it hears of it when Telegram takes messages again; a group that has put the bot out is said so, and is no customer', async () => {
    telegram.fates.set(group.id, [{ refusal: { status: 429, description: 'Too Many Requests', retryAfter: 1 } }]);
    const already = sentTo(group).length;
    const later = await installation.opens('Is anybody there?');
    await later.wantsPerson();
    await textsTo(group, already + 1);
    telegram.blockedBy.add(group.id);
    await installation.set('aiConfig', { enabled: true, autoHandoff: true });
    const jane = newCustomer();
    model.usually = { text: 'Hello there.' };
    telegram.writes(jane, 'Hello');
    const chat = await chatOf(installation, jane.id);
    await textsTo(jane, 1);
    telegram.writes(jane, 'I want to talk to a human');
    const dead = await until(
      async () =>
        (await listDeliveries(installation.context, overseer, { channel: 'telegram', limit: 50 })).find(
          ({ conversationId, status }) => conversationId === chat.conversationId && status === 'dead',
        ),
      'a dead delivery',
      seconds,
    );
    expect(dead.lastError).toContain('403');
    // Their own messages have all arrived.
    expect(await countUndelivered(installation.context.db, 'telegram', chat.conversationId)).toBe(0);
    telegram.blockedBy.delete(group.id);
  });

  test('it may ask what it is called; nothing written there is kept, or becomes a conversation', async () => {
    const conversations = () => installation.context.db.selectFrom('conversations').select('id').execute();
    await allUnderstood();
    const before = (await conversations()).length;
    const already = sentTo(group).length;
    const updates = [inGroup('secret of the team'), inGroup('/start'), inGroup('/team@shop_bot')];
    expect((await textsTo(group, already + 1)).at(-1)).toContain(`This group's ID is ${group.id}.`);
    for (const update of updates)
      expect(await eventOf(update)).toMatchObject({ status: 'ignored', reason: 'group', raw: Buffer.alloc(0) });
    expect(await conversations()).toHaveLength(before);
    expect(sentTo(group)).toHaveLength(already + 1);
    const [logged] = await listDeliveries(installation.context, overseer, { channel: 'telegram', limit: 1 });
    expect(logged).toMatchObject({ target: String(group.id), summary: 'Number of a group' });
  });

  test('it gets a message from the test button', async () => {
    const already = sentTo(group).length;
    const result = englishOf(await testIntegration(installation.context, staff, 'telegram'));
    expect(result).toContain('A message was sent to the team’s group.');
    expect(sentTo(group).at(already)?.text).toContain('Sent from the Integrations screen. It works.');
  });

  test('a group that was removed from the settings is told nothing more', async () => {
    await installation.set('telegramConfig', { teamChatId: '' });
    const already = sentTo(group).length;
    const talk = await installation.opens('Anybody?');
    await talk.wantsPerson();
    await until(
      async () => (await installation.context.db.selectFrom('outbox').select('id').execute()).length === 0,
      'quiet',
    );
    expect(sentTo(group)).toHaveLength(already);
  });
});

describe('the test button', () => {
  test('it shows the bot’s name, or explains what is missing, and never the token', async () => {
    const result = await testIntegration(installation.context, staff, 'telegram');
    expect(result).toMatchObject({ code: 'telegram_is_asked' });
    expect(englishOf(result)).toBe(
      'Shop (@shop_bot) works for shop.example.com. This server polls Telegram for messages.',
    );
    await installation.set('telegramConfig', { enabled: false, websiteId: null });
    await expect(testIntegration(installation.context, staff, 'telegram')).rejects.toThrow('Choose the website');
    await installation.set('telegramConfig', { websiteId: installation.websiteId, botToken: '' });
    await expect(testIntegration(installation.context, staff, 'telegram')).rejects.toThrow('Enter the bot token');
    const wrong = '123456789:somebody_elses_token';
    await installation.set('telegramConfig', { botToken: wrong });
    const failure = await testIntegration(installation.context, staff, 'telegram').catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain('answered 401: Unauthorized');
    expect(failure).not.toContain('somebody_elses');
    await switchOn();
  });
});

describe('the bot with a public address', () => {
  test('Telegram is told where to call, with a secret; its calls count once, others’ not at all', async () => {
    const called = await startTelegram();
    const other = await startInstallation({
      env: { CHANNEL_API_URLS: `telegram=${called.url}`, PUBLIC_URL: 'https://1.1.1.1' },
    });
    try {
      const context = { ...other.context, publicUrl: 'https://1.1.1.1' };
      await other.worker?.stop();
      other.worker = null;
      await other.set('telegramConfig', { enabled: true, botToken: called.token, websiteId: other.websiteId });
      await watch(context, new AbortController().signal);
      expect(called.webhook?.url).toBe('https://1.1.1.1/api/channels/telegram/events');
      const secret = called.webhook?.secret ?? '';
      const body = {
        update_id: 5,
        message: { message_id: 1, from: { id: 9, first_name: 'Jo' }, chat: { id: 9, type: 'private' }, text: 'Hi' },
      };
      const from = (given: string, what: unknown = body) =>
        receiveFromChannel(context, 'telegram', {
          headers: { 'x-telegram-bot-api-secret-token': given },
          raw: Buffer.alloc(0),
          body: what,
        });
      await expect(from('')).rejects.toMatchObject({ code: 'forbidden' });
      await expect(from(`${secret.slice(0, -2)}xx`)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(
        receiveFromChannel(context, 'slack', { headers: {}, raw: Buffer.alloc(0), body }),
      ).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await other.context.db.selectFrom('inboundEvents').select('id').execute()).toEqual([]);
      for (let time = 0; time < 3; time += 1) await from(secret);
      await from(secret, null);
      await understandEvents(context, new AbortController().signal);
      const events = await other.context.db.selectFrom('inboundEvents').select('status').orderBy('id').execute();
      expect(events).toEqual([{ status: 'posted' }, { status: 'failed' }]);
      const chat = await chatOf(other, 9);
      expect(await chat.messages()).toHaveLength(1);
      // Told once; switched off, Telegram keeps what is written until it is on again.
      await watch(context, new AbortController().signal);
      expect(called.endpoint.requests.filter(({ path }) => path.endsWith('/setWebhook'))).toHaveLength(1);
      await other.set('telegramConfig', { enabled: false });
      await watch(context, new AbortController().signal);
      expect(called.webhook).toBe(null);
      await expect(from(secret)).rejects.toMatchObject({ code: 'forbidden' });
    } finally {
      await other.close();
      await called.close();
    }
  });
});
