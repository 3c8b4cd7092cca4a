/** Files that come and go by Telegram. */
import { defaultVisitorFiles } from '@parley/contracts/messages/attachments';
import { fileOf as fileOfMessage } from '@parley/core/channels/telegram/update';
import { requeueTasks } from '@parley/core/maintenance/forgotten';
import { updateWebsite } from '@parley/db/websites/websites';
import { startTelegram, type SentMessage, type TelegramServer } from '@parley/testing/telegram';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';
import { chatOf, seconds, newCustomer } from './telegram-installation.ts';
import { answersWith, colleague, complete, decided, fileOf, keptBytes } from './upload-installation.ts';

// Limits are for machines that are busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let telegram: TelegramServer;
let installation: Installation;
beforeAll(async () => {
  telegram = await startTelegram();
  installation = await startInstallation({
    env: { CHANNEL_API_URLS: `telegram=${telegram.url}`, RETRY_WAIT_SCALE: '0.01' },
  });
  await installation.set('telegramConfig', {
    enabled: true,
    botToken: telegram.token,
    websiteId: installation.websiteId,
  });
});
afterAll(async () => {
  await installation?.close();
  await telegram?.close();
});

const photo = (width = 300, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
const paper = (words: string): Buffer => Buffer.from(`%PDF-1.7\n1 0 obj(${words})endobj`);
const sentTo = ({ id }: { id: number }, count: number): Promise<SentMessage[]> =>
  until(
    () => {
      const sent = telegram.sent.filter(({ chat }) => chat === id);
      return sent.length >= count ? sent : null;
    },
    `${count} messages to ${id}`,
    seconds,
  );

test('a file of a customer is fetched, checked, and there with the text they wrote to it', async () => {
  const jane = newCustomer();
  const [picture, bill, voice] = [await photo(), paper('bill'), Buffer.alloc(80)];
  voice.write('OggS');
  voice.write('OpusHead', 28);
  telegram.sends(jane, 'photo', picture, { caption: 'The scratch\0' });
  telegram.sends(jane, 'document', bill, { name: '../bill\u202e.pdf' });
  telegram.sends(jane, 'voice', voice);
  const chat = await chatOf(installation, jane.id);
  const messages = await chat.of(3);
  expect(messages.map(({ content }) => content)).toEqual(['The scratch', '', '']);
  const ids = messages.map(({ attachments }) => attachments?.[0]?.id ?? '');
  const files = await Promise.all(ids.map((id) => decided(installation, id)));
  expect(files.map(({ name, state }) => [name, state])).toEqual([
    ['photo.jpg', 'ready'],
    ['bill.pdf', 'ready'],
    ['voice-message.ogg', 'ready'],
  ]);
  // The largest of the sizes that Telegram offers.
  expect(files[0]).toMatchObject({ width: 300, height: 200 });
  expect((await keptBytes(installation, ids[1] ?? '')).equals(bill)).toBe(true);
});

test('a file larger than bots can fetch is named, with the reason', async () => {
  const jane = newCustomer();
  telegram.sends(jane, 'video', Buffer.alloc(10), { name: 'trip.mp4', size: 21 * 1024 * 1024, caption: 'Look' });
  const chat = await chatOf(installation, jane.id);
  const [message] = await chat.of(1);
  expect(message).toMatchObject({ content: '[Video · trip.mp4, larger than 20 MB, cannot be fetched]\nLook' });
  expect(message?.attachments).toBeUndefined();
});

test('a file larger than bots can fetch keeps the ending of its long name', async () => {
  const jane = newCustomer();
  telegram.sends(jane, 'video', Buffer.alloc(10), { name: `${'trip'.repeat(60)}.mp4`, size: 21 * 1024 * 1024 });
  const [message] = await (await chatOf(installation, jane.id)).of(1);
  expect(message?.content).toMatch(/^\[Video · (?:trip)+t?r?i?p?….mp4, larger than 20 MB, cannot be fetched\]$/);
});

test('a file larger than the website takes is named, or refused where Telegram did not give its size before', async () => {
  const jane = newCustomer();
  const files = { ...defaultVisitorFiles, maxBytes: 2_000 };
  await updateWebsite(installation.context.db, installation.websiteId, { files });
  try {
    telegram.sends(jane, 'document', paper('x'.repeat(3_000)), { name: 'said.pdf', caption: 'Look' });
    telegram.sends(jane, 'document', paper('x'.repeat(3_000)), { name: 'unsaid.pdf', size: 0 });
    telegram.sends(jane, 'document', paper('small'), { name: 'small.pdf' });
    const [named, unnamed, small] = await (await chatOf(installation, jane.id)).of(3);
    expect(named?.attachments).toBeUndefined();
    expect(named?.content).toContain('said.pdf');
    expect(await decided(installation, unnamed?.attachments?.[0]?.id ?? '')).toMatchObject({ reason: 'incomplete' });
    expect(await decided(installation, small?.attachments?.[0]?.id ?? '')).toMatchObject({ state: 'ready' });
  } finally {
    await updateWebsite(installation.context.db, installation.websiteId, { files: defaultVisitorFiles });
  }
});

test('a file that Telegram no longer has is refused; one that it cannot give at the moment is fetched later', async () => {
  const jane = newCustomer();
  const gone = telegram.sends(jane, 'document', paper('gone'), { name: 'gone.pdf', caption: 'first' });
  telegram.files.delete(gone);
  const chat = await chatOf(installation, jane.id);
  const [first] = await chat.of(1);
  expect(await decided(installation, first?.attachments?.[0]?.id ?? '')).toMatchObject({
    state: 'refused',
    reason: 'incomplete',
  });
  // Its job was forgotten: the sweep finds it.
  const { context } = installation;
  const late = paper('late');
  const id = telegram.sends(jane, 'document', late, { name: 'late.pdf' });
  const [, second] = await chat.of(2);
  const fileId = second?.attachments?.[0]?.id ?? '';
  await decided(installation, fileId);
  telegram.files.set(id, late);
  await sql`update files set state = 'receiving', updated_at = now() - interval '2 minutes' where id = ${fileId}`.execute(
    context.db,
  );
  await requeueTasks['requeue-files'].run(context);
  expect(await decided(installation, fileId)).toMatchObject({ state: 'ready' });
});

test('a file is read of what Telegram tells, whichever kind it is, and of nothing else', () => {
  const of = (kind: object) => fileOfMessage({ message_id: 1, chat: { id: 1, type: 'private' }, ...kind });
  const file = { file_id: 'a', file_unique_id: 'b', file_size: 3 };
  expect(of({ audio: { ...file, file_name: 'song.mp3' } })).toEqual({ reference: 'a', name: 'song.mp3', size: 3 });
  expect(of({ animation: file, document: file })).toMatchObject({ name: 'animation.mp4' });
  expect(of({ video_note: { ...file, file_size: undefined } })).toMatchObject({ name: 'video-message.mp4', size: 0 });
  for (const kind of [{ sticker: file }, { document: {} }, { photo: [] }, { document: { ...file, file_size: 3e7 } }])
    expect(of(kind)).toBeNull();
});

test('answers bring files as what Telegram shows best, several of a kind as one album, words as the caption', async () => {
  const jane = newCustomer();
  telegram.writes(jane, 'Photos, please');
  const chat = await chatOf(installation, jane.id);
  const ada = await colleague(installation, 'Ada');
  const [one, two, bill, tall] = [await photo(), await photo(200, 300), paper('bill'), await photo(3, 200)];
  const ids = [];
  for (const [name, bytes] of [
    ['1.jpg', one],
    ['2.jpg', two],
    ['bill.pdf', bill],
    ['tall.jpg', tall],
  ] as const)
    ids.push(await fileOf(installation, ada, { name, bytes }));
  for (const id of ids) await decided(installation, id);
  await answersWith(installation, ada, chat, { content: 'As you wished:', files: ids.map((id) => ({ id })) });
  const [album, papers] = await sentTo(jane, 2);
  expect(album).toMatchObject({ method: 'sendMediaGroup', text: 'Ada:\nAs you wished:' });
  expect(album?.files.map(({ as, name }) => [as, name])).toEqual([
    ['photo', '1.jpg'],
    ['photo', '2.jpg'],
  ]);
  expect(papers).toMatchObject({ method: 'sendMediaGroup', text: '' });
  expect(papers?.files.map(({ as, name, type }) => [as, name, type])).toEqual([
    ['document', 'bill.pdf', 'application/pdf'],
    ['document', 'tall.jpg', 'image/jpeg'],
  ]);
  expect(papers?.files[0]?.bytes.equals(bill)).toBe(true);
});

test('a file that is still being checked holds its message up, and what follows waits behind it', async () => {
  const jane = newCustomer();
  telegram.writes(jane, 'And the bill?');
  const chat = await chatOf(installation, jane.id);
  const ada = await colleague(installation, 'Ada');
  const bytes = paper('the bill');
  const id = await fileOf(installation, ada, { name: 'bill.pdf', bytes, isWhole: false });
  await answersWith(installation, ada, chat, { files: [{ id }] });
  await installation.answers(chat, 'That was it.');
  await until(
    async () => {
      const rows = await installation.context.db
        .selectFrom('deliveries')
        .selectAll()
        .where('channel', '=', 'telegram')
        .execute();
      return rows.some(({ lastError, conversationId }) => lastError && conversationId === chat.conversationId);
    },
    'it to wait',
    seconds,
  );
  await complete(installation, id, bytes);
  const [first, second] = await sentTo(jane, 2);
  // On a machine that is busy its patience may have ended: then it is named.
  expect([first?.files[0]?.name ?? first?.text, second?.text]).toEqual([
    expect.stringMatching(/bill\.pdf/),
    expect.stringContaining('That was it.'),
  ]);
});
