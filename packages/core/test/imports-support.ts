/** Data and steps that the tests of imports share. */
import { createHash } from 'node:crypto';
import type { Import, ImportKind, ImportMapping } from '@parley/contracts/imports/import';
import type { ChatwootData } from '@parley/testing/chatwoot';
import { sql } from 'kysely';
import type { ExternalContext } from '../src/external/services.ts';
import { type ImportRequest, readImport, startImport, undoImport, writeImport } from '../src/imports/imports.ts';
import { runImport } from '../src/imports/run.ts';
import type { StaffCaller } from '../src/callers.ts';

/** Tables that an undo must leave as they were before the import. */
const tables = [
  'visitors',
  'contacts',
  'identities',
  'contact_notes',
  'companies',
  'company_domains',
  'conversations',
  'messages',
  'activities',
  'answers',
  'first_answers',
  'tags',
  'attributes',
  'attribute_values',
  'canned_replies',
  'articles',
  'article_versions',
  'outbox',
  'deliveries',
  'notifications',
  'ratings',
];

/** Returns a checksum over the rows of every table that imports write, and the totals. */
export async function checksum(db: ExternalContext['db']): Promise<string> {
  const hash = createHash('sha256');
  for (const table of tables) {
    const { rows } = await sql<{ line: string }>`
      select md5(string_agg(row::text, chr(10) order by row::text)) as line from (select to_jsonb(${sql.table(table)}) as row
        from ${sql.table(table)}) as listed
    `.execute(db);
    hash.update(`${table} ${rows[0]?.line}\n`);
  }
  const { rows } = await sql`
    select (select sum(conversations) from totals) as conversations, (select sum(messages) from totals) as messages,
      (select coalesce(sum(n), 0) from conversation_counts) as counted
  `.execute(db);
  return hash.update(JSON.stringify(rows)).digest('hex');
}

const going = (): AbortSignal => new AbortController().signal;

/** Runs an import until nothing is left to do, as the worker does. */
export async function run(context: ExternalContext, caller: StaffCaller, id: string): Promise<Import> {
  await runImport(context, id, going());
  return readImport(context, caller, id);
}

/** Reads all that a source has. */
export async function reads(context: ExternalContext, caller: StaffCaller, request: ImportRequest): Promise<Import> {
  const { id } = await startImport(context, caller, request);
  return run(context, caller, id);
}

/** Writes what was read, with the proposed mapping and changes to it. */
export async function writes(
  context: ExternalContext,
  caller: StaffCaller,
  { id, mapping }: Import,
  change: Partial<ImportMapping> = {},
): Promise<Import> {
  if (!mapping) throw new Error('The import has no mapping yet.');
  await writeImport(context, caller, id, { ...mapping, ...change });
  return run(context, caller, id);
}

export async function undoes(context: ExternalContext, caller: StaffCaller, id: string): Promise<Import> {
  await undoImport(context, caller, id);
  return run(context, caller, id);
}

export const countOf = ({ counts }: Import, kind: ImportKind) => counts.find((count) => count.kind === kind);

const at = (minutes: number): number => 1_700_000_000 + minutes * 60;
const maya = { id: 1, name: 'Maya Chen', available_name: 'Maya', type: 'user' };

/** Account of Chatwoot with one of each thing, and a conversation of 50 messages. */
export const chatwootData = (): ChatwootData => ({
  agents: [
    { id: 1, name: 'Maya Chen', email: 'Maya.Chen@example.com' },
    { id: 2, name: 'Noah Weber', email: 'noah@elsewhere.example' },
  ],
  inboxes: [
    { id: 10, name: 'Shop', channel_type: 'Channel::WebWidget', website_url: 'https://shop.example.com' },
    { id: 11, name: 'Mail', channel_type: 'Channel::Email', email: 'help@shop.example.com' },
  ],
  attributes: [
    {
      attribute_key: 'plan',
      attribute_display_name: 'Plan',
      attribute_display_type: 'list',
      attribute_model: 'contact_attribute',
      attribute_values: ['Free', 'Pro'],
    },
    {
      attribute_key: 'orders',
      attribute_display_name: 'Orders',
      attribute_display_type: 'number',
      attribute_model: 'contact_attribute',
    },
    {
      attribute_key: 'order_id',
      attribute_display_name: 'Order',
      attribute_display_type: 'text',
      attribute_model: 'conversation_attribute',
    },
  ],
  labels: [{ id: 1, title: 'refund' }],
  contacts: [
    {
      id: 100,
      name: 'Jane Doe',
      email: 'jane@customer.example',
      phone_number: '+4312345',
      created_at: at(0),
      custom_attributes: { plan: 'Pro', orders: 3 },
      additional_attributes: { company_name: 'Acme' },
    },
    {
      id: 101,
      name: 'Karl',
      email: null,
      phone_number: null,
      created_at: at(1),
      custom_attributes: { orders: 'many' },
      additional_attributes: {},
    },
  ],
  notes: { '100': [{ id: 5, content: 'Prefers mornings', created_at: at(5), user: { id: 1 } }] },
  conversations: [
    {
      id: 1,
      status: 'resolved',
      inbox_id: 10,
      created_at: at(10),
      last_activity_at: at(200),
      priority: 'high',
      labels: ['refund', 'vip'],
      custom_attributes: { order_id: 'A-1' },
      meta: { sender: { id: 100 }, assignee: { id: 1 } },
      messages: Array.from({ length: 50 }, (_, index) => ({
        id: 1000 + index,
        message_type: index % 2,
        content: `Message ${index + 1}`,
        private: false,
        created_at: at(10 + index),
        sender: index % 2 === 0 ? { id: 100, name: 'Jane Doe', type: 'contact' } : maya,
      })),
    },
    {
      id: 2,
      status: 'open',
      inbox_id: 11,
      created_at: at(300),
      last_activity_at: at(303),
      labels: [],
      custom_attributes: {},
      additional_attributes: { mail_subject: 'Where is my parcel?' },
      meta: { sender: { id: 101 }, assignee: null },
      messages: [
        {
          id: 2000,
          message_type: 0,
          content: '<b>plain</b> & text',
          created_at: at(300),
          sender: { id: 101, name: 'Karl', type: 'contact' },
        },
        { id: 2001, message_type: 2, content: 'Assigned to Noah', created_at: at(301) },
        {
          id: 2002,
          message_type: 1,
          content: 'Ask the carrier',
          private: true,
          created_at: at(302),
          sender: { id: 2, name: 'Noah Weber', type: 'user' },
        },
        {
          id: 2003,
          message_type: 0,
          content: 'Hello?',
          created_at: at(303),
          sender: { id: 101, name: 'Karl', type: 'contact' },
        },
      ],
    },
  ],
  cannedResponses: [{ id: 1, short_code: 'hi', content: 'Hello {{contact.first_name}}' }],
  portals: [
    {
      id: 1,
      slug: 'help',
      articles: [
        { id: 1, title: 'Returns', content: 'Send it **back**.', status: 'published', locale: 'de', created_at: at(1) },
        { id: 2, title: 'Draft', content: 'Not yet.', status: 'draft', locale: 'en', created_at: at(2) },
      ],
    },
  ],
});
