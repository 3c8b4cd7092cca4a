/**
 * The server to measure against: Fastify and pg with nothing around them, running the very statements of ours, as often as
 * ours does, and answering the same. They are recorded by running our use cases, so that the two can never drift apart.
 */
import { randomUUID } from 'node:crypto';
import type { StaffCaller } from '@parley/core/callers';
import { handOffText } from '@parley/contracts/assistant/hand-off';
import { sendMessage } from '@parley/core/messages/send';
import { listConversations } from '@parley/core/conversations/list';
import { getConversation } from '@parley/core/conversations/read';
import { openContext } from '@parley/core/open-context';
import { builtInRights } from '@parley/core/permissions/rights';
import type { Statement } from '@parley/db/prepared';
import { findAccount } from '@parley/db/users/users';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { recorded } from './recorded.ts';

const config = loadConfig(baseConfig, process.env);
const context = openContext({ config, name: 'bare', log: createLogger({ service: 'bare' }), maxConnections: 1 });
const { db } = context;
// An open one: a representative's message to a closed one is refused.
const { id: sample } = await db
  .selectFrom('conversations')
  .select('id')
  .where('status', '<>', 'closed')
  .limit(1)
  .executeTakeFirstOrThrow();
const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
const account = await findAccount(db, userId);
if (!account) throw new Error('There is nobody to record the statements of.');
const { user } = account;
const caller: StaffCaller = { kind: 'staff', user, rights: builtInRights(user), sessionId: 'recorded' };
const draft = { conversationId: sample, content: 'recorded content', clientMessageId: randomUUID() };
/** Found nowhere, so that every statement of a search is asked. */
const word = 'recordedword';

/** Returns the statements of some work after it was repeated, so that prepared statements and caches are warm. */
async function asked(work: () => Promise<unknown>): Promise<Statement[]> {
  for (let time = 0; time < 4; time += 1) await work();
  return recorded(work);
}

const open = await asked(() => getConversation(context, caller, sample));
const list = await asked(() => listConversations(context, caller, { limit: 50 }));
const search = await asked(() => listConversations(context, caller, { q: word, limit: 50 }));
const post = await asked(async () => {
  draft.clientMessageId = randomUUID();
  await sendMessage(context, caller, draft);
  await context.outboxCleaner.settle();
});
await context.close();

const [page] = list;
const [conversation, newest] = open;
const [insert, remove] = post;
if (!page || list.length > 1 || !conversation || !newest || open.length > 2 || !insert || !remove || post.length > 2) {
  throw new Error('The statements are others now: this server has to ask them as ours does.');
}

const pool = new Pool({ connectionString: config.DATABASE_URL, max: 10 });

/** Row of any of the statements. */
interface Row {
  [column: string]: unknown;
  merged_ids: string[];
  event_id: string;
}

/** Runs a statement with some of its values replaced. */
async function run({ values, name, text }: Statement, replaced: Record<string, unknown>): Promise<Row[]> {
  const mine = values.map((value) => (typeof value === 'string' && value in replaced ? replaced[value] : value));
  return (await pool.query<Row>({ ...(name !== undefined && { name }), text, values: mine })).rows;
}

/** Names the columns as the API does. */
const messageOf = (row: Row) => ({
  id: row.id,
  conversationId: row.conversation_id,
  seq: row.seq,
  content: row.content,
  senderType: row.sender_type,
  senderId: row.sender_id,
  senderName: row.sender_name,
  messageType: row.message_type,
  createdAt: row.created_at,
  clientMessageId: row.client_message_id,
  attachments: row.attachments ?? undefined,
  original: row.original ?? undefined,
  sources: row.sources ?? undefined,
  choices: row.choices ?? undefined,
  editNo: row.edit_no ?? undefined,
  editedAt: row.edited_at ?? undefined,
  removedAt: row.removed_at ?? undefined,
});

const lastMessageOf = (row: Row, content = row.last_message_preview) => ({
  id: row.last_message_id,
  conversationId: row.id,
  seq: row.last_seq,
  content,
  senderType: row.last_message_sender_type,
  senderId: row.last_message_sender_id,
  senderName: row.last_message_sender_name,
  messageType: 'text',
  createdAt: row.last_message_at,
  clientMessageId: row.last_message_client_id,
});

const conversationOf = (row: Row, messages: Row[] = []) => ({
  id: row.id,
  status: row.status,
  customerEmail: row.customer_email,
  customerName: row.customer_name,
  createdAt: row.created_at,
  updatedAt: row.last_activity_at,
  visitorId: row.visitor_id,
  websiteId: row.website_id,
  website: row.website_domain,
  channel: row.channel,
  pagePath: row.page_path,
  representative: row.representative,
  assignedRepresentativeId: row.assigned_representative_id,
  teamId: row.team_id ?? undefined,
  isAiAssisted: row.is_ai_assisted,
  lastSeq: row.last_seq,
  lastActivityNo: row.last_activity_no,
  unreadCount: row.unread_count,
  waitingSince: row.waiting_since,
  handOffSummary: row.hand_off_summary,
  handOffReason: row.hand_off_summary && handOffText(row.hand_off_summary),
  tagIds: row.tag_ids,
  priority: row.priority,
  isSpam: row.spam_at !== null,
  rating: row.rating,
  isToFollowUp: row.is_to_follow_up,
  delivery: row.mail_state,
  snoozedUntil: row.snoozed_until,
  wakesOnReply: row.snooze_wakes_on_reply,
  mergedInto: row.merged_into ?? undefined,
  mergedIds: row.merged_ids.length > 0 ? row.merged_ids : undefined,
  customerDeliveredSeq: row.customer_delivered_seq,
  customerReadSeq: row.customer_read_seq,
  staffDeliveredSeq: row.staff_delivered_seq,
  staffReadSeq: row.staff_read_seq,
  lastMessage: row.last_message_id === null ? null : lastMessageOf(row),
  messages: messages.map(messageOf),
});

/** Outbox rows that are to be removed: those of 50 ms together. */
let dispatched: string[] = [];
const removeSoon = (eventId: string): void => {
  if (dispatched.length === 0) {
    setTimeout(() => {
      const ids = dispatched;
      dispatched = [];
      pool.query({ ...remove, values: [ids] }).catch(() => process.exit(1));
    }, 50);
  }
  dispatched.push(eventId);
};

const app = fastify({ logger: false });
app.route<{ Querystring: { q?: string } }>({
  method: 'GET',
  url: '/api/conversations',
  async handler({ query: { q } }) {
    const statements = q === undefined ? [page] : search;
    for (const statement of statements) {
      // A single row without a conversation means that there is none.
      const rows = (await run(statement, { [word]: q })).filter(({ id }) => id !== null);
      if (rows.length > 0) return rows.slice(0, 50).map((row) => conversationOf(row));
    }
    return [];
  },
});
app.route<{ Params: { id: string } }>({
  method: 'GET',
  url: '/api/conversations/:id',
  async handler({ params: { id } }, reply) {
    const replaced = { [sample]: id };
    const [[row], messages] = await Promise.all([run(conversation, replaced), run(newest, replaced)]);
    return row ? conversationOf(row, messages.toReversed()) : reply.code(404).send();
  },
});
app.route<{ Body: typeof draft }>({
  method: 'POST',
  url: '/api/messages',
  async handler({ body: { conversationId, content, clientMessageId } }, reply) {
    const replaced = {
      [sample]: conversationId,
      [draft.content]: content,
      [draft.clientMessageId]: clientMessageId,
    };
    const [row] = await run(insert, replaced);
    if (!row) return reply.code(409).send();
    removeSoon(row.event_id);
    return reply.code(201).send(lastMessageOf(row, content));
  },
});
await app.listen({ host: '127.0.0.1', port: config.PORT });
