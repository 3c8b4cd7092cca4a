/** Ratings outside of the widget: by mail, and by the buttons of Telegram. */
import { askDueRatings } from '@parley/core/ratings/ask';
import { parseMail } from '@parley/core/mail/parse';
import { transition } from '@parley/core/conversations/transition';
import { startTelegram, type TelegramServer } from '@parley/testing/telegram';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { chatOf, newCustomer, seconds } from './telegram-installation.ts';

let installation: MailInstallation;
let telegram: TelegramServer;

// Limits are for machines that are busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

beforeAll(async () => {
  telegram = await startTelegram();
  installation = await startMailInstallation({
    CHANNEL_API_URLS: `telegram=${telegram.url}`,
    RETRY_WAIT_SCALE: '0.01',
  });
  await installation.set('aiConfig', { enabled: false });
  const { websiteId } = installation;
  await installation.set('telegramConfig', { enabled: true, botToken: telegram.token, websiteId });
  await installation.set('ratingConfig', { enabled: true, pauseDays: 0 });
});
afterAll(async () => {
  await installation?.close();
  await telegram?.close();
});

const ratingOf = (conversationId: string) =>
  installation.context.db
    .selectFrom('ratings')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .executeTakeFirst();

/** Closes it, and has the worker ask; both may already have happened when it looks. */
async function closes(conversationId: string): Promise<void> {
  await transition(installation.context, conversationId, [{ type: 'close' }], { cause: { by: 'assistant' } });
  await until(() => ratingOf(conversationId), 'the plan', seconds);
  await Promise.all([askDueRatings(installation.context), askDueRatings(installation.context)]);
  await until(async () => (await ratingOf(conversationId))?.askedAt, 'the question', seconds);
}

test('a customer who left is asked by one mail with a link for each score, in their language', async () => {
  const email = customer();
  const talk = await installation.opens('Haben Sie Teller?', { email, name: 'Anna', locale: 'de' });
  await installation.answers(talk, 'Ja, in Blau.');
  await closes(talk.conversationId);
  const mail = await until(() => installation.mailsTo(email)[0], 'the question', seconds);
  const { text } = await parseMail(Buffer.from(mail.raw));
  expect(text).toContain('Wie zufrieden sind Sie mit unserer Hilfe?');
  expect(headerOf(mail.raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const links = [...(text ?? '').matchAll(/\/api\/ratings\/page\?token=[\w.-]+&score=(\d)/g)];
  expect(links.map(([, score]) => score)).toEqual(['1', '2', '3', '4', '5']);
  expect(await ratingOf(talk.conversationId)).toMatchObject({ place: 'email', score: null });
  expect(installation.mailsTo(email)).toHaveLength(1);
});

test('a customer of Telegram rates with a button, once however often it is pressed, and can say more on the page', async () => {
  const jane = newCustomer();
  telegram.writes(jane, 'Hello?');
  const { conversationId } = await chatOf(installation, jane.id);
  await installation.answers({ conversationId }, 'Hi Jane.');
  await closes(conversationId);
  const sentTo = () => telegram.sent.filter(({ chat }) => chat === jane.id);
  const asked = await until(
    () => sentTo().find(({ parameters }) => parameters.reply_markup !== undefined),
    'the buttons',
    seconds,
  );
  const { inline_keyboard: rows } = asked.parameters.reply_markup as {
    inline_keyboard: { text: string; callback_data: string }[][];
  };
  expect(rows.flat().map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5']);
  const press = () =>
    telegram.delivers({
      callback_query: {
        id: '1',
        from: jane,
        message: { message_id: asked.messageId, chat: { id: jane.id, type: 'private' } },
        data: rows[0]?.[1]?.callback_data,
      },
    });
  press();
  press();
  const thanks = await until(() => sentTo().find(({ text }) => text.includes('/api/ratings/page?')), 'thanks', seconds);
  expect(thanks.text).toContain('Thank you for your rating.');
  expect(await ratingOf(conversationId)).toMatchObject({ place: 'telegram', score: 2 });
  const { db } = installation.context;
  const rated = await db.selectFrom('activities').selectAll().where('kind', '=', 'rated').execute();
  expect(rated).toHaveLength(1);
});

test('a button that names the rating of another customer changes nothing', async () => {
  const talk = await installation.opens('Do you have plates?', { email: customer() });
  await installation.answers(talk, 'Yes.');
  await closes(talk.conversationId);
  const rating = await ratingOf(talk.conversationId);
  const stranger = newCustomer();
  telegram.writes(stranger, 'Hello?');
  await chatOf(installation, stranger.id);
  const updateId = telegram.delivers({
    callback_query: {
      id: '2',
      from: stranger,
      message: { message_id: 1, chat: { id: stranger.id, type: 'private' } },
      data: `rating ${rating?.id} 1`,
    },
  });
  await until(
    () =>
      installation.context.db
        .selectFrom('inboundEvents')
        .select('id')
        .where('status', '=', 'ignored')
        .where('reason', '=', 'not_wanted')
        .executeTakeFirst(),
    `update ${updateId}`,
    seconds,
  );
  expect(await ratingOf(talk.conversationId)).toMatchObject({ score: null });
});
