import { readFile } from 'node:fs/promises';
import { importPartBytes, type Import } from '@parley/contracts/imports/import';
import { appendImportFile, readImport, startImport, undoImport, writeImport } from '@parley/core/imports/imports';
import type { ExternalContext } from '@parley/core/external/services';
import { createColleague } from '@parley/core/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';
import { until } from './installation.ts';

/** Conversations of the import; `npm run test:storm` imports 100,000. */
const conversations = Number(process.env.IMPORTED_CONVERSATIONS ?? 2_000);
const messagesOfEach = 6;
const kills = 10;

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await startInstallationUnderTest();
});
afterAll(() => installation?.close());

const at = (index: number, minute: number): string =>
  new Date(1.6e12 + index * 600_000 + minute * 60_000).toISOString();

/** A contact for ten conversations, and one conversation with six messages and a note per line. */
function* lines(): Generator<string> {
  for (let index = 0; index < conversations; index += 1) {
    const contactId = `c${Math.floor(index / 10)}`;
    if (index % 10 === 0)
      yield `${JSON.stringify({ type: 'contact', id: contactId, name: `Jane ${contactId}`, email: `${contactId}@customer.example`, attributes: { plan: 'pro' }, createdAt: at(index, 0) })}\n`;
    const messages = Array.from({ length: messagesOfEach }, (_, seq) => ({
      id: String(seq),
      sender: seq % 2 === 0 ? 'customer' : 'user',
      name: seq % 2 === 0 ? 'Jane' : 'Maya',
      text: `Message ${seq} of ${index}: where is my parcel?`,
      createdAt: at(index, seq),
    }));
    const note = { id: 'note', sender: 'user', name: 'Maya', isNote: true, text: 'A note', createdAt: at(index, 9) };
    const record = {
      type: 'conversation',
      id: String(index),
      contactId,
      status: 'closed',
      isClosed: true,
      tags: ['old'],
      createdAt: at(index, 0),
      messages: [...messages, note],
    };
    yield `${JSON.stringify(record)}\n`;
  }
}

/** Uploads the lines in parts, as the dashboard does. */
async function upload(context: ExternalContext, admin: Parameters<typeof startImport>[1]): Promise<string> {
  let size = 0;
  for (const line of lines()) size += Buffer.byteLength(line);
  const { id } = await startImport(context, admin, { source: 'file', file: { name: 'export.ndjson', size } });
  let part: Buffer[] = [];
  let [length, offset] = [0, 0];
  const send = async (): Promise<void> => {
    await appendImportFile(context, admin, { id, offset }, Buffer.concat(part));
    offset += length;
    [part, length] = [[], 0];
  };
  for (const line of lines()) {
    const bytes = Buffer.from(line);
    if (length + bytes.length > importPartBytes) await send();
    part.push(bytes);
    length += bytes.length;
  }
  await send();
  return id;
}

/** Returns the rows that imports write, as numbers and a checksum that no order changes. */
async function state() {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from conversations) as conversations, (select count(*) from messages) as messages,
      (select count(*) from activities where kind = 'noted') as notes, (select count(*) from contacts) as contacts,
      (select sum(('x' || left(md5(conversation_id::text || seq || content || created_at), 8))::bit(32)::bigint) from messages) as checksum,
      (select sum(messages) from totals) as total, (select count(*) from outbox) as events, (select count(*) from deliveries) as deliveries
  `.execute(installation.context.db);
  return rows[0];
}

test(`an import of ${conversations} conversations is exact although its worker is killed ten times, and undone to the same checksum`, async () => {
  const { context } = installation;
  const admin = await createColleague(context, 'Grace Hopper', 'admin');
  const before = await state();
  const id = await upload(context, admin);
  const now = (): Promise<Import> => readImport(context, admin, id);
  let [killed, most] = [0, 0];
  /** Has workers work until a state is reached, killing each but the last ones at a moment of its own. */
  const workUntil = async (wanted: Import['state'], killsHere: number): Promise<void> => {
    for (let round = 0; round < killsHere; round += 1) {
      const worker = await installation.startOne();
      const read = await now();
      await until(
        async () => {
          const present = await now();
          return present.state === wanted || present.read + present.written !== read.read + read.written;
        },
        'the next page',
        120,
      );
      most = Math.max(most, await memoryOf(worker.process.pid));
      await worker.stop('SIGKILL');
      killed += 1;
    }
    const last = await installation.startOne();
    await until(async () => (await now()).state === wanted, wanted, 1_200);
    most = Math.max(most, await memoryOf(last.process.pid));
    await last.stop('SIGKILL');
  };
  await workUntil('ready', 3);
  const { mapping } = await now();
  await writeImport(context, admin, id, mapping!);
  await workUntil('done', kills - 5);
  expect(await state()).toMatchObject({
    conversations: Number(before?.['conversations']) + conversations,
    messages: Number(before?.['messages']) + conversations * messagesOfEach,
    notes: Number(before?.['notes']) + conversations,
    contacts: Number(before?.['contacts']) + Math.ceil(conversations / 10),
    total: Number(before?.['total']) + conversations * messagesOfEach,
    events: before?.['events'],
    deliveries: before?.['deliveries'],
  });
  await undoImport(context, admin, id);
  await workUntil('undone', 2);
  expect(await state()).toEqual(before);
  expect(killed).toBe(kills);
  // Reading, writing and undoing hold one page at a time.
  expect(most).toBeLessThan(700);
}, 1_800_000);

/** Returns the most megabytes that a process has had. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
}
