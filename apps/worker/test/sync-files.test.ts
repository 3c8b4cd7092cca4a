/** Files of an installation that is copied from. */
import { Readable } from 'node:stream';
import type { StaffCaller } from '@parley/core/callers';
import { writeObject } from '@parley/core/storage/storage';
import { storageOf } from '@parley/core/files/uploads';
import { copyFromSource } from '@parley/core/sync/copy';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, type Talk } from './installation.ts';
import { answersWith, colleague, decided, fileOf, keptBytes } from './upload-installation.ts';

// Limits are for machines that are busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let production: Installation;
let paul: StaffCaller;
let installation: Installation;

beforeAll(async () => {
  production = await startInstallation({ worker: false });
  paul = await colleague(production, 'Paul');
  installation = await startInstallation({
    env: {
      SYNC_SOURCE_DATABASE_URL: production.context.database.url,
      SYNC_SOURCE_FILES_FOLDER: production.env['FILES_FOLDER'] ?? '',
    },
  });
  await installation.context.db.updateTable('websites').set({ domain: 'local.example.com' }).execute();
});
afterAll(async () => {
  await Promise.all([installation?.close(), production?.close()]);
});

const copy = (to: Installation = installation) => copyFromSource(to.context, production.context.database.url);
const paper = (words: string): Buffer => Buffer.from(`%PDF-1.7\n1 0 obj(${words})endobj`);
const keep = (id: string, bytes: Buffer) =>
  writeObject(storageOf(production.context), `files/${id}/original`, Readable.from([bytes]));

/** A file over there that was found to be what it should be. */
async function readyFile(name: string, bytes: Buffer, { isGone = false } = {}): Promise<string> {
  const id = await fileOf(production, paul, { name, bytes, isWhole: false });
  await sql`update files set state = 'ready', type = 'application/pdf', kind = 'document' where id = ${id}`.execute(
    production.context.db,
  );
  if (!isGone) await keep(id, bytes);
  return id;
}

const filesHere = async ({ conversationId }: Talk, on = installation) => {
  const { rows } = await sql<{ id: string }>`
    select id from files where conversation_id = ${conversationId} order by seq, name`.execute(on.context.db);
  return rows.map(({ id }) => id);
};
const messagesHere = async ({ conversationId }: Talk) =>
  (
    await sql<{ content: string; files: number; preview: string }>`
      select content, coalesce(cardinality(attachment_ids), 0) as files, last_message_preview as preview
      from messages join conversations on conversations.id = conversation_id
      where conversation_id = ${conversationId} order by seq`.execute(installation.context.db)
  ).rows;

test('they come with the messages that bring them, checked here as well, and once however often it is copied', async () => {
  const talk = await production.opens('The papers, please');
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Paul' } })
    .toBuffer();
  const bill = paper('bill');
  const ids = [
    await readyFile('bill.pdf', bill),
    await readyFile('photo.jpg', picture),
    await readyFile('trick.pdf', Buffer.from('<script>alert(1)</script>')),
  ];
  await answersWith(production, paul, talk, {
    files: ids.map((id, index) => (index === 1 ? { id, alt: 'A door' } : { id })),
  });
  expect(await copy()).toMatchObject({ files: 3 });
  expect(await messagesHere(talk)).toMatchObject([{ files: 0 }, { content: '', files: 3 }]);
  const files = await Promise.all(ids.map((id) => decided(installation, id)));
  expect(files).toMatchObject([
    { state: 'ready', name: 'bill.pdf' },
    { state: 'ready', name: 'photo.jpg', alt: 'A door', width: 900, thumbnails: { small: { width: 320 } } },
    { state: 'refused', reason: 'type' },
  ]);
  expect((await keptBytes(installation, ids[0] ?? '')).equals(bill)).toBe(true);
  expect((await sharp(await keptBytes(installation, ids[1] ?? '')).metadata()).exif).toBeUndefined();

  expect(await copy()).toMatchObject({ messages: 0, files: 0 });
  expect(await filesHere(talk)).toHaveLength(3);
});

test('missing files come with a later copy, as do those of messages that came without', async () => {
  const talk = await production.opens('Another');
  const [gone, late] = [
    await readyFile('gone.pdf', paper('gone'), { isGone: true }),
    await fileOf(production, paul, { name: 'late.pdf', bytes: paper('late'), isWhole: false }),
  ];
  await answersWith(production, paul, talk, { files: [{ id: gone }, { id: late }] });
  await copy();
  expect(await decided(installation, gone)).toMatchObject({ state: 'refused', reason: 'incomplete' });
  expect(await decided(installation, late)).toMatchObject({ state: 'refused', reason: 'incomplete', name: 'late.pdf' });
  // The state left by copies from before files were copied.
  await sql`update messages set attachment_ids = null where conversation_id = ${talk.conversationId}`.execute(
    installation.context.db,
  );
  await keep(gone, paper('gone'));
  await keep(late, paper('late'));
  await sql`update files set state = 'ready', type = 'application/pdf', kind = 'document' where id = ${late}`.execute(
    production.context.db,
  );
  expect(await copy()).toMatchObject({ files: 2 });
  for (const id of [gone, late]) expect(await decided(installation, id)).toMatchObject({ state: 'ready' });
  expect((await messagesHere(talk)).at(-1)).toMatchObject({ files: 2 });
});

test('files of a conversation that went on here belong to its messages, wherever these are', async () => {
  const talk = await production.opens('Both sides');
  await copy();
  await installation.answers(talk, 'Written here');
  const id = await readyFile('there.pdf', paper('there'));
  await answersWith(production, paul, talk, { files: [{ id }] });
  await copy();
  expect(await messagesHere(talk)).toMatchObject([
    { content: 'Both sides' },
    { content: 'Written here' },
    { content: '', files: 1, preview: 'there.pdf' },
  ]);
  expect(await decided(installation, id)).toMatchObject({ state: 'ready' });
});

test('they are named and not fetched without an address, and those of a removed message not at all', async () => {
  const talk = await production.opens('No folder');
  const [bill, removed] = [await readyFile('bill.pdf', paper('bill')), await readyFile('no.pdf', paper('no'))];
  await answersWith(production, paul, talk, { files: [{ id: bill }] });
  await answersWith(production, paul, talk, { files: [{ id: removed }] });
  await sql`update messages set removed_at = now() where conversation_id = ${talk.conversationId} and seq = 3`.execute(
    production.context.db,
  );
  const other = await startInstallation({ worker: false });
  try {
    await other.context.db.updateTable('websites').set({ domain: 'local.example.com' }).execute();
    expect(await copy(other)).toMatchObject({ files: 0 });
    expect(await filesHere(talk, other)).toEqual([bill]);
    const { rows } = await sql<{ isRemoved: boolean }>`
      select removed_at is not null as is_removed from messages
      where conversation_id = ${talk.conversationId} order by seq`.execute(other.context.db);
    expect(rows.map(({ isRemoved }) => isRemoved)).toEqual([false, false, true]);
    expect(await decided(other, bill)).toMatchObject({ state: 'refused', reason: 'incomplete', name: 'bill.pdf' });
  } finally {
    await other.close();
  }
});

test('stopped behind the messages, the next copy brings the files, and counts both', async () => {
  const other = await startInstallation({
    env: { SYNC_SOURCE_FILES_FOLDER: production.env['FILES_FOLDER'] ?? '' },
  });
  try {
    await other.context.db.updateTable('websites').set({ domain: 'local.example.com' }).execute();
    const { signal } = new AbortController();
    let steps = 0;
    vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
      if ((steps += 1) > 4) throw new Error('stop');
    });
    await expect(copyFromSource(other.context, production.context.database.url, signal)).rejects.toThrow('stop');
    const { messages, files } = await copy(other);
    expect(messages).toBeGreaterThan(0);
    expect(files).toBeGreaterThan(0);
    expect(await copy(other)).toMatchObject({ messages: 0, files: 0 });
  } finally {
    await other.close();
  }
});
