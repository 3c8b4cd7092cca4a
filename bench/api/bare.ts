/**
 * The server to measure against: Fastify and pg with nothing around them, running the very statements of ours. They are
 * recorded by running our queries once, so that the two can never drift apart.
 */
import { randomUUID } from 'node:crypto';
import { listConversations } from '@parley/db/conversations/list';
import { readConversation } from '@parley/db/conversations/read';
import { searchConversations } from '@parley/db/conversations/search';
import { createDatabase } from '@parley/db/database';
import { insertMessage } from '@parley/db/messages/insert';
import { deleteOutboxEvents } from '@parley/db/outbox/delete';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { recorded, type Statement } from './recorded.ts';

const url = process.env['DATABASE_URL'] ?? '';

const db = createDatabase(url, { max: 1 });
// An open one: a representative's message to a closed one is refused.
const { id: sample } = await db
  .selectFrom('conversations')
  .select('id')
  .where('status', '<>', 'closed')
  .limit(1)
  .executeTakeFirstOrThrow();
const { id: writer } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
const draft = {
  conversationId: sample,
  content: 'recorded content',
  senderType: 'representative',
  senderId: writer,
  senderName: 'recorded name',
  via: 'dashboard',
  clientMessageId: randomUUID(),
} as const;
const list = await recorded(() => listConversations(db, { limit: 50 }));
const open = await recorded(() => readConversation(db, sample, { readerId: writer }));
const search = await recorded(() => searchConversations(db, { text: 'recordedword', limit: 50 }));
const post = await recorded(async () => {
  const inserted = await insertMessage(db, draft);
  if (inserted.outcome !== 'stored') throw new Error(`Posting could not be recorded: ${inserted.outcome}.`);
  await deleteOutboxEvents(db, [inserted.event.id]);
});
await db.destroy();

const pool = new Pool({ connectionString: url, max: 10 });

/** Runs statements with values replaced; those that ours runs side by side side by side. */
async function run(statements: Statement[], replaced: ReadonlyMap<unknown, unknown>): Promise<unknown[][]> {
  const results = await Promise.all(
    statements.map(({ values, ...statement }) =>
      pool.query({ ...statement, values: values.map((value) => (replaced.has(value) ? replaced.get(value) : value)) }),
    ),
  );
  return results.map(({ rows }) => rows as unknown[]);
}

const app = fastify({ logger: false });
const none = new Map<unknown, unknown>();
app.route({
  method: 'GET',
  url: '/api/conversations',
  async handler(request) {
    const { q } = request.query as { q?: string };
    const [rows] = q === undefined ? await run(list, none) : await run(search, new Map([['recordedword', q]]));
    return rows;
  },
});
app.route({
  method: 'GET',
  url: '/api/conversations/:id',
  async handler(request) {
    const { id } = request.params as { id: string };
    const [conversations, messages] = await run(open, new Map([[sample, id]]));
    return { ...(conversations?.[0] as object), messages };
  },
});
app.route({
  method: 'POST',
  url: '/api/messages',
  async handler(request, reply) {
    const { conversationId, content, clientMessageId } = request.body as Record<string, string>;
    const [insert, remove] = post;
    if (!insert || !remove) throw new Error('Posting was not recorded.');
    const replaced = new Map<unknown, unknown>([
      [sample, conversationId],
      ['recorded content', content],
      [draft.clientMessageId, clientMessageId],
    ]);
    const [rows] = await run([insert], replaced);
    const row = rows?.[0] as { eventId: string };
    await pool.query({ ...remove, values: [[row.eventId]] });
    return reply.code(201).send(row);
  },
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
