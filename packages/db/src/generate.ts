/**
 * Makes as many conversations as a busy installation has after years, for benchmarks and for the test of the indexes.
 * `node src/generate.ts [conversations] [messages]` fills the database of `DATABASE_URL`.
 */
import { Client } from 'pg';
import { createDatabase } from './database.ts';
import { ensureUsers } from './generate/users.ts';
import { names, sentences, sentencesPerSide } from './generate/sentences.ts';
import {
  addTotals,
  countBegun,
  countConversations,
  createPlan,
  insertAnswers,
  insertContacts,
  insertConversationSearch,
  insertConversations,
  insertFirstAnswers,
  insertMessages,
  insertSearchedMessages,
  insertSearchedContacts,
  insertVisitors,
  planConversations,
} from './generate/statements.ts';
import { migrate } from './migrate.ts';

export interface Amount {
  conversations: number;
  /** All together; every conversation has from 2 to twice the average. */
  messages: number;
  /** Number of days up to now over which they began; 365 by default. */
  days?: number;
}

const bigTables = [
  'visitors',
  'contacts',
  'identities',
  'conversations',
  'conversation_search',
  'messages',
  'search_rows',
  'answers',
  'first_answers',
];

/**
 * Adds fictional conversations to the migrated database at `url`, and websites and representatives if there are none.
 * Drops the indexes of the big tables first and builds them again at the end: nothing else may use the database.
 */
export async function generate(url: string, { conversations, messages, days = 365 }: Amount): Promise<void> {
  const average = Math.max(3, Math.round(messages / conversations));
  const db = createDatabase(url, { max: 1, statementTimeoutMs: 0 });
  try {
    await ensureUsers(db);
  } finally {
    await db.destroy();
  }

  const [client, second] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([open(client), open(second)]);
  try {
    await plan(client, conversations, average, days);
    const indexes = await takeDown(client);
    const half = Math.floor(conversations / 2);
    await Promise.all([
      client.query(insertMessages, [1, half, sentencesPerSide]),
      second.query(insertMessages, [half + 1, conversations, sentencesPerSide]),
    ]);
    await client.query('analyze messages');
    await Promise.all([
      client.query(`${insertVisitors}; ${insertContacts}; ${insertConversations}; ${countConversations}; ${countBegun};
        ${addTotals}; ${insertAnswers};
        ${insertFirstAnswers}`),
      second.query(`${insertConversationSearch}; ${insertSearchedContacts}; ${insertSearchedMessages}`),
    ]);
    await putBack([client, second], indexes);
    await client.query('drop table generated_conversations, generated_sentences');
    await client.query(`vacuum (analyze) ${bigTables.join(', ')}`);
  } finally {
    await Promise.all([client.end(), second.end()]);
  }
}

async function open(client: Client): Promise<void> {
  await client.connect();
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'");
}

async function plan(client: Client, conversations: number, average: number, days: number): Promise<void> {
  await client.query(createPlan);
  await client.query(
    `insert into generated_sentences
     select side = 'customer', number, text from json_to_recordset($1) as t(side text, number int, text text)`,
    [JSON.stringify(sentences())],
  );
  await client.query(planConversations, [conversations, average, days, names.firstNames, names.lastNames]);
  await client.query('create unique index on generated_conversations (i)');
  await client.query('analyze generated_conversations; analyze generated_sentences');
}

interface TakenDown {
  /** Statements that bring it back; indexes can be built side by side, foreign keys come after them. */
  indexes: string[];
  foreignKeys: string[];
}

/** Takes indexes, foreign keys and triggers off the big tables: built once at the end they cost a fraction. */
async function takeDown(client: Client): Promise<TakenDown> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by pg_get_indexdef(indexrelid) like '%USING gin%' desc`,
    [bigTables],
  );
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`,
    [bigTables],
  );
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of bigTables) await client.query(`alter table ${table} disable trigger user`);
  return {
    indexes: indexes.map(({ definition }) => definition),
    foreignKeys: foreignKeys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
  };
}

async function putBack(clients: Client[], { indexes, foreignKeys }: TakenDown): Promise<void> {
  const remaining = [...indexes];
  const build = async (client: Client): Promise<void> => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) await client.query(next);
  };
  await Promise.all(clients.map(build));
  const [client] = clients;
  for (const statement of foreignKeys) await client?.query(statement);
  for (const table of bigTables) await client?.query(`alter table ${table} enable trigger user`);
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set: postgres://user:password@host:5432/parley');
  const [conversations = 100_000, messages = conversations * 10] = process.argv.slice(2).map(Number);
  const start = performance.now();
  await migrate(url);
  await generate(url, { conversations, messages });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${conversations} conversations with ${messages} messages in ${seconds} s.`);
}
