/**
 * Search beside what else Postgres offers, over the same rows in one run: `npm run bench -- search` (`--write` puts the
 * tables into bench/results.md). The sides take turns within each round, for the machine's mood.
 */
import { randomUUID } from 'node:crypto';
import { searchConversations } from '@parley/db/conversations/search';
import { createGeneratedDatabase } from '@parley/db/generate/database';
import { insertMessage } from '@parley/db/messages/insert';
import { indexWritten } from '@parley/db/maintenance/search';
import { Pool } from 'pg';
import { writePart } from '../page.ts';
import { type Kind, kinds, type Milliseconds, type Posting, section, type Side, sides } from './report.ts';

const rounds = 5;
const clients = 16;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);

const rivals: Record<Exclude<Side, 'parley'>, string> = {
  // The obvious query: all matches, then their newest conversations.
  tsvector: `select * from conversations where id in (
      select conversation_id from messages where search @@ search_prefix($1)
      union select conversation_id from conversation_search where document @@ search_prefix($1)
    ) order by last_activity_at desc limit 50`,
  // Query of LibreDesk: any thirty messages that contain the text, in no order.
  ilike: `select conversation_id, content from messages where content ilike '%' || $1 || '%' limit 30`,
};

const { db, url, drop } = await createGeneratedDatabase({ conversations: 100_000, messages: 1_000_000 });
const pool = new Pool({ connectionString: url });

const ask = (side: Side, text: string): Promise<unknown> =>
  side === 'parley' ? searchConversations(db, { text, limit: 50 }) : pool.query(rivals[side], [text]);

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const none = (): Milliseconds => ({ parley: [], tsvector: [], ilike: [] });

async function textsOf(): Promise<Record<Kind, string>> {
  const { rows } = await pool.query<{ email: string; number: string }>(`
    select (select customer_email from conversations where customer_email is not null order by id offset 30000 limit 1) as email,
      (select substring(content from '#[0-9]+') from messages where content like '%#%' limit 1) as number
  `);
  const { email = '', number = '' } = rows[0] ?? {};
  return {
    'common word': 'the',
    'middling word': 'refund',
    'rare word': 'telescope',
    'two words': 'refund telescope',
    prefix: 're',
    phrase: '"espresso machine"',
    email,
    domain: 'kitchen.example',
    'order number': number,
  };
}

async function alone(texts: Record<Kind, string>): Promise<Record<Kind, Milliseconds>> {
  const found = Object.fromEntries(kinds.map((kind) => [kind, none()])) as Record<Kind, Milliseconds>;
  for (let round = 0; round <= rounds; round++) {
    for (const kind of kinds) {
      for (const side of sides) {
        const time = await took(() => ask(side, texts[kind]));
        // The first round warms up.
        if (round > 0) found[kind][side].push(time);
      }
    }
  }
  return found;
}

/** All the searches that a word causes while it is typed, added up. */
async function typing(word: string): Promise<Milliseconds> {
  const sums = none();
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      let sum = 0;
      for (let length = 1; length <= word.length; length++) sum += await took(() => ask(side, word.slice(0, length)));
      sums[side].push(sum);
    }
  }
  return sums;
}

async function perSecond(side: Side): Promise<number> {
  const words = ['refund', 'delivery', 'invoice', 'warranty', 'order'];
  const began = performance.now();
  let asked = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1000) await ask(side, words[asked++ % words.length] ?? '');
  };
  await Promise.all(Array.from({ length: clients }, client));
  return asked / ((performance.now() - began) / 1000);
}

/**
 * Measures storing a message with and without the row for search beside it, and the worker's time to put it into the
 * index.
 */
async function posting(): Promise<Posting> {
  const conversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('status', '<>', 'closed')
    .limit(50)
    .execute();
  const found: Posting = { with: [], without: [], indexing: [] };
  const atOnce = 200;
  for (let round = 0; round <= rounds; round++) {
    for (const how of ['with', 'without'] as const) {
      const state = how === 'with' ? 'enable' : 'disable';
      await pool.query(`alter table messages ${state} trigger search_rows_message`);
      for (let count = 0; count < atOnce; count++) {
        const conversationId = conversations[count % conversations.length]?.id ?? '';
        const content = `Could you tell me where my order number ${count} is and when the blue lamp will arrive in Vienna?`;
        const message = { conversationId, content, senderId: null, senderName: null, clientMessageId: randomUUID() };
        const time = await took(() => insertMessage(db, { ...message, senderType: 'customer', via: 'widget' }));
        if (round > 0) found[how].push(time);
      }
    }
    const time = await took(() => indexWritten(db, atOnce));
    if (round > 0) found.indexing.push(time / atOnce);
  }
  await pool.query('alter table messages enable trigger search_rows_message');
  return found;
}

async function sizes(): Promise<{ name: string; megabytes: number }[]> {
  const { rows } = await pool.query<{ name: string; megabytes: number }>(`
    select name, pg_relation_size(name::regclass) / 1e6::float8 as megabytes
    from unnest(array['search_rows', 'search_rows_words', 'search_rows_conversation', 'messages_search',
      'conversation_search', 'conversation_search_document']) as name
    union all select 'messages.search', sum(pg_column_size(search)) / 1e6::float8 from messages
  `);
  return rows;
}

try {
  const findings = {
    alone: await alone(await textsOf()),
    typing: { refund: await typing('refund'), 'delivery address': await typing('delivery address') },
    atOnce: { parley: [] as number[], tsvector: [] as number[], ilike: [] as number[] },
    sizes: await sizes(),
    posting: { with: [], without: [], indexing: [] } as Posting,
  };
  for (let round = 0; round < 3; round++) for (const side of sides) findings.atOnce[side].push(await perSecond(side));
  findings.posting = await posting();
  const text = section(findings);
  console.log(text);
  if (process.argv.includes('--write')) writePart('search', text);
} finally {
  await pool.end();
  await drop();
}
