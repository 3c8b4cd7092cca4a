import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PGlite, type Results } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import type { Database } from '@parley/db/database';
import { articleSourceId } from '@parley/db/knowledge/documents';
import { ensureVectorIndex, hasVectorIndex, nearestPassages } from '@parley/db/knowledge/vectors';
import { migrations } from '@parley/db/migrations/all';
import { createTestDatabase, type TestDatabase } from '@parley/db/testing';
import type { Tables } from '@parley/db/tables';
import { createLogger } from '@parley/service/logger';
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embedPassages, indexVectors, meaningOf } from '../src/knowledge/embeddings.ts';
import { indexDocument } from '../src/knowledge/index-document.ts';
import { findPassages, type PassageQuestion } from '../src/knowledge/passages.ts';

/** A real Postgres with the real extension, as WebAssembly: https://pglite.dev */
let withVector: Kysely<Tables>;
/** The one that comes along with Parley, without it. */
let without: TestDatabase;
let server: Server;
/** How many numbers the stand-in makes of a text. */
let dimensions = 48;
const sites = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'] as const;
const topics = [
  'parcel',
  'refund',
  'watering',
  'repotting',
  'gnats',
  'voucher',
  'opening',
  'warranty',
  'light',
  'soil',
];

/** Queries without values may hold several statements, as in pg. */
async function startPGlite(): Promise<PGlite> {
  const pglite = await PGlite.create({ extensions: { vector } });
  const query = pglite.query.bind(pglite);
  pglite.query = async <Row>(...given: Parameters<typeof query<Row>>) => {
    const [text, values = []] = given;
    const last = values.length === 0 ? (await pglite.exec(text)).at(-1) : undefined;
    return (last as Results<Row> | undefined) ?? query<Row>(...given);
  };
  return pglite;
}

const hash = (text: string): number =>
  Array.from(text, (each) => each.charCodeAt(0)).reduce((sum, each) => (sum * 31 + each) % 1_000_003, 7);

/** A stand-in that knows nothing of meaning: groups of three letters, counted. */
function embedding(text: string): number[] {
  const numbers = Array.from({ length: dimensions }, () => 0.01);
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const place = hash(text.slice(at, at + 3).toLowerCase());
    numbers[place % dimensions] = (numbers[place % dimensions] ?? 0) + 1;
  }
  // No two texts are equally alike, so that the order is one.
  const own = hash(text);
  return numbers.map((each, at) => each * (1 + ((own * (at + 1)) % 997) / 2_000));
}

/** How many texts the server has been asked about at once, how many it takes, and how long they may be. */
let batches: number[] = [];
let textsMax = Infinity;
let lettersMax = Infinity;

const contextOf = (db: Database, model = 'first') => ({
  db,
  log: createLogger({ service: 'test', level: 'silent' }),
  external: {
    embeddings: { apiKey: 'none', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, model },
  },
});

/** Some hundred documents of ten topics: of both audiences, for all websites or one of two, in two languages. */
async function fill(db: Database): Promise<void> {
  const sourceId = await articleSourceId(db);
  for (let n = 0; n < 300; n += 1) {
    const topic = topics[n % topics.length] ?? '';
    const audience: Audience = n % 7 === 0 ? 'staff' : n % 5 === 0 ? 'customers' : 'public';
    const site = sites[n % 3];
    await indexDocument(
      { db },
      {
        sourceId,
        externalId: `document ${n}`,
        url: null,
        title: `${topic} ${n}`,
        language: n % 2 === 0 ? 'en' : 'de',
        audience,
        websiteIds: site ? [site] : [],
        markdown: `What we say of ${topic}, in case ${n}: ${'abcdefghij'.slice(n % 10)} ${(n * 7919).toString(36)}.`,
      },
    );
  }
  // A document for the team only, with the very words of a question.
  await indexDocument(
    { db },
    {
      sourceId,
      externalId: 'canary',
      url: null,
      title: 'canary',
      language: 'en',
      audience: 'staff',
      websiteIds: [],
      markdown: 'Zugzwang quixotic',
    },
  );
}

/** Answers every request, if set. */
let refusal: { status: number; message: string } | undefined;

async function embedAll(db: Database, model?: string): Promise<void> {
  while ((await embedPassages(contextOf(db, model))).done > 0);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
      batches.push(input.length);
      if (refusal) {
        const { status, message } = refusal;
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
        return;
      }
      if (input.length > textsMax || input.some((text) => text.length > lettersMax)) {
        const error = { message: `batch of ${input.length} is over the limit` };
        response.writeHead(413, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
        return;
      }
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embedding(text) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  withVector = new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite: startPGlite }),
    plugins: [new CamelCasePlugin()],
  });
  for (const migration of Object.values(migrations)) await migration.up(withVector);
  without = await createTestDatabase();
  // They run one after the other: the in-process database would starve the other.
  await fill(withVector);
  await fill(without.db);
});

afterAll(async () => {
  await withVector?.destroy();
  await without?.drop();
  server?.close();
});

const questions = [...topics, 'case 17', 'What about my refund in case 250?', 'Zugzwang quixotic', 'nothing of it'];
const readers: Pick<PassageQuestion, 'audience' | 'websiteId'>[] = (['public', 'customers', 'staff'] as const).flatMap(
  (audience) => [null, ...sites].map((websiteId) => ({ audience, websiteId })),
);

async function answersOf(db: Database, model?: string): Promise<string[][]> {
  const answers: string[][] = [];
  for (const question of questions)
    for (const reader of readers) {
      const found = await findPassages(contextOf(db, model), { question, ...reader, language: 'en', limit: 10 });
      answers.push(found.map(({ title }) => title));
    }
  return answers;
}

test('vectors are compared one by one without the extension, and nothing fails', async () => {
  expect(await ensureVectorIndex(without.db, 'first')).toBe('nothing_embedded');
  await embedAll(without.db);
  expect(await ensureVectorIndex(without.db, 'first')).toBe('extension_missing');
  expect(await indexVectors(contextOf(without.db))).toBe(0);
  expect((await answersOf(without.db)).flat()).toContain('parcel 250');
});

test('only one process makes the index at a time', async () => {
  await without.db.connection().execute(async (other) => {
    await sql`select pg_advisory_lock(7461200040)`.execute(other);
    expect(await ensureVectorIndex(without.db, 'first')).toBe('being_made');
    await sql`select pg_advisory_unlock(7461200040)`.execute(other);
  });
});

test('a role that may not create anything compares one by one', async () => {
  await embedAll(withVector);
  await sql`create role helper`.execute(withVector);
  await sql`grant select, update on all tables in schema public to helper`.execute(withVector);
  await sql`set role helper`.execute(withVector);
  expect(await ensureVectorIndex(withVector, 'first')).toBe('no_right');
  const found = await findPassages(contextOf(withVector), { question: 'gnats', ...readers[0]!, limit: 3 });
  expect(found).toHaveLength(3);
  await sql`reset role`.execute(withVector);
});

test('the index finds what comparing one by one finds, within the reader’s audience', async () => {
  const oneByOne = await answersOf(withVector);
  expect(await indexVectors(contextOf(withVector))).toBe(1);
  expect(await hasVectorIndex(withVector, 'first', dimensions)).toBe(true);
  expect(await indexVectors(contextOf(withVector))).toBe(0);
  const byIndex = await answersOf(withVector);
  expect(byIndex).toEqual(oneByOne);
  for (const [at, { audience }] of readers.entries()) {
    const asked = questions.indexOf('Zugzwang quixotic');
    expect(byIndex[asked * readers.length + at]?.includes('canary')).toBe(audience === 'staff');
  }
});

test('the planner takes the index, and it looks on until it has found enough that may be read', async () => {
  const numbers = embedding('gnats');
  const length = Math.hypot(...numbers);
  const query = { model: 'first', vector: numbers.map((each) => each / length), floor: 0.01, limit: 20 };
  const readBy = { ...query, audiences: ['staff' as const], websiteId: sites[0] };
  const compared = await nearestPassages(withVector, readBy);
  const scans = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(withVector);
    const { rows } = await sql<{ scans: number }>`
      select sum(idx_scan)::int as scans from pg_stat_user_indexes where indexrelname like 'knowledge_passages_vector_%'
    `.execute(withVector);
    return rows[0]?.scans ?? 0;
  };
  // There are too few for it to be worth it: as it is with many.
  await sql`set enable_seqscan = off`.execute(withVector);
  await sql`set enable_sort = off`.execute(withVector);
  await sql`set enable_bitmapscan = off`.execute(withVector);
  const before = await scans();
  expect(compared).toHaveLength(20);
  expect(await nearestPassages(withVector, readBy)).toEqual(compared);
  expect(await scans()).toBeGreaterThan(before);
  // It gives up early, and what is left is compared.
  await sql`set hnsw.max_scan_tuples = 1`.execute(withVector);
  expect(await nearestPassages(withVector, readBy)).toEqual(compared);
  for (const name of ['enable_seqscan', 'enable_sort', 'enable_bitmapscan', 'hnsw.max_scan_tuples'])
    await sql`reset ${sql.raw(name)}`.execute(withVector);
});

test('another model’s vectors, of another length, get an index of their own, and the one before goes', async () => {
  dimensions = 32;
  await embedAll(withVector, 'second');
  const oneByOne = await answersOf(withVector, 'second');
  expect(await ensureVectorIndex(withVector, 'second')).toBe(null);
  expect(await hasVectorIndex(withVector, 'first', 48)).toBe(false);
  expect(await hasVectorIndex(withVector, 'second', 32)).toBe(true);
  await indexVectors(contextOf(withVector, 'second'));
  expect(await answersOf(withVector, 'second')).toEqual(oneByOne);
});

test('the same model with another length is indexed again once it is asked again, whatever is stored from before', async () => {
  dimensions = 40;
  await withVector
    .updateTable('knowledgePassages')
    .set({ embeddingModel: null })
    .where('title', 'like', 'gnats%')
    .execute();
  await embedAll(withVector, 'second');
  expect(await ensureVectorIndex(withVector, 'second')).toBe(null);
  expect(await hasVectorIndex(withVector, 'second', 40)).toBe(true);
  const found = await findPassages(contextOf(withVector, 'second'), { question: 'gnats', ...readers[0]!, limit: 3 });
  expect(found.map(({ title }) => title.split(' ')[0])).toEqual(['gnats', 'gnats', 'gnats']);
});

test('an extension that is dropped takes the index along and nothing else', async () => {
  const before = await answersOf(withVector, 'second');
  await sql`drop extension vector cascade`.execute(withVector);
  expect(await answersOf(withVector, 'second')).toEqual(before);
  await embedAll(withVector, 'second');
});

test('a server that takes few texts at once is asked about as many as it takes, and no more afterwards', async () => {
  const texts = Array.from({ length: 64 }, (_, n) => `Text number ${n}`);
  const context = contextOf(without.db, 'few-at-once');
  [batches, textsMax] = [[], 10];
  expect(await meaningOf(context, texts)).toHaveLength(64);
  expect(batches.slice(0, 4)).toEqual([64, 32, 16, 8]);
  batches = [];
  const again = await meaningOf(context, texts);
  expect(batches).toEqual(Array.from({ length: 8 }, () => 8));
  textsMax = Infinity;
  expect(again).toEqual(await meaningOf(contextOf(without.db, 'many-at-once'), texts));
});

test('a refusal that is about no size is asked no more often, and remembered for no size', async () => {
  refusal = { status: 400, message: 'The model does not exist' };
  batches = [];
  const texts = Array.from({ length: 64 }, (_, at) => `Text ${at}`);
  expect(await meaningOf(contextOf(without.db, 'unknown'), texts)).toBeNull();
  expect(batches).toEqual([64]);
  refusal = undefined;
  batches = [];
  expect(await meaningOf(contextOf(without.db, 'unknown'), texts)).toHaveLength(64);
  expect(batches).toEqual([64]);
});

test('a text that is too long for the server is embedded by its beginning, and keeps no other from it', async () => {
  const texts = ['Short', 'x'.repeat(150), 'Another'];
  [batches, lettersMax] = [[], 100];
  expect(await meaningOf(contextOf(without.db, 'short-texts'), texts)).toHaveLength(3);
  lettersMax = Infinity;
});
