/**
 * Stored data of users, contacts and conversations: each is handed over, copied and erased, or has a reason why not.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { auditActions } from '@parley/contracts/audit/audit-actions';
import { ServerFrame } from '@parley/contracts/frames';
import * as routes from '@parley/contracts/routes';
import { eraseVisitorData } from '@parley/db/privacy/visitor-data';
import { sql } from 'kysely';
import { insertUser } from '@parley/db/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visitorDocument } from '../src/data/privacy.ts';
import { createTestContext, type TestContext, withExternalServices } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

/** Yes, or why not. */
interface Kept {
  /** Whether a person who asks for everything that is kept about them gets it. */
  handedOver: true | string;
  /** Whether a copy from another installation brings it. */
  copied: true | string;
}

const madeHere = 'made again from what was copied';
const ofTeamsWork = 'how the team works, and nothing of theirs';
const unmentioned = 'nobody has said it yet';
const serverTexts = 'a copy of messages, which are handed over';
const calls = 'calls and reminders stay with the installation that called';
const wordsOfTeam = 'what the team notes for itself';

const kept: Record<string, Kept> = {
  activities: { handedOver: true, copied: true },
  ai_answers: {
    handedOver: 'how an answer was checked; the answer is a message',
    copied: 'of the assistant over there',
  },
  ai_runs: { handedOver: 'what a model’s answer cost', copied: 'of the assistant over there' },
  allowed_pictures: { handedOver: ofTeamsWork, copied: 'what the team has allowed over there' },
  answers: { handedOver: ofTeamsWork, copied: madeHere },
  answer_facts: { handedOver: ofTeamsWork, copied: madeHere },
  closing_facts: { handedOver: ofTeamsWork, copied: madeHere },
  conversation_facts: { handedOver: ofTeamsWork, copied: madeHere },
  fact_marks: { handedOver: ofTeamsWork, copied: madeHere },
  audit_log: { handedOver: 'what the team did, from which address', copied: 'the log of the other installation' },
  batch_items: { handedOver: ofTeamsWork, copied: 'the activities of a batch come, and are not undone from here' },
  bulk_recipients: { handedOver: 'that a message went to many; the message is handed over', copied: ofTeamsWork },
  channel_sessions: { handedOver: true, copied: true },
  contact_notes: { handedOver: wordsOfTeam, copied: true },
  contact_note_versions: { handedOver: wordsOfTeam, copied: true },
  contacts: { handedOver: true, copied: true },
  conversation_search: { handedOver: serverTexts, copied: madeHere },
  conversation_summaries: { handedOver: true, copied: 'a model makes it again on request' },
  conversation_topics: { handedOver: 'what it is about, as the team sorts it', copied: madeHere },
  conversations: { handedOver: true, copied: true },
  deliveries: { handedOver: serverTexts, copied: calls },
  drafts: { handedOver: unmentioned, copied: 'its author continues at the source' },
  email_changes: { handedOver: 'the team, not customers', copied: 'its link leads to the other installation' },
  files: { handedOver: true, copied: true },
  first_answers: { handedOver: ofTeamsWork, copied: madeHere },
  followers: { handedOver: ofTeamsWork, copied: true },
  hand_offs: { handedOver: true, copied: 'it calls a person, who is called over there' },
  help_misses_settled: { handedOver: ofTeamsWork, copied: 'a list of things to do over there' },
  identities: { handedOver: true, copied: true },
  identity_codes: {
    handedOver: 'a code that ends within minutes, sent to them',
    copied: 'it proves something over there',
  },
  inbound_events: { handedOver: true, copied: 'raw calls of channels that are connected over there' },
  inbound_mails: { handedOver: true, copied: 'mail that was read over there; what it said is a message' },
  invitations: { handedOver: 'the team, not customers', copied: 'its link leads to the other installation' },
  macro_runs: { handedOver: ofTeamsWork, copied: 'that a macro is not done twice' },
  mail_auto_replies: { handedOver: 'when an automatic reply went out, for a day', copied: calls },
  mail_bounces: { handedOver: true, copied: calls },
  mail_messages: { handedOver: 'which mail a message was; the addresses are handed over', copied: calls },
  mail_senders: { handedOver: 'which visitor an address writes as; both are handed over', copied: calls },
  mail_unsubscribes: { handedOver: true, copied: true },
  mailbox_addresses: {
    handedOver: 'the team, not customers',
    copied: 'access and secrets stay where they were set up',
  },
  mailboxes: { handedOver: 'the team, not customers', copied: 'access and secrets stay where they were set up' },
  mentions: { handedOver: ofTeamsWork, copied: calls },
  merge_items: { handedOver: 'what moved with a merge; all of it is handed over', copied: 'as merges' },
  merges: {
    handedOver: 'contacts before a merge; what is known of them now is handed over',
    copied: 'who was said to be one person over there is proposed here by their address, and said here again',
  },
  message_edits: {
    handedOver: 'what the team’s own messages said before',
    copied: 'what was taken back is not spread; that a message was changed comes',
  },
  message_emails: { handedOver: true, copied: true },
  message_translations: { handedOver: true, copied: 'a model makes it again on request' },
  messages: { handedOver: true, copied: true },
  muted_conversations: { handedOver: ofTeamsWork, copied: calls },
  notifications: { handedOver: ofTeamsWork, copied: calls },
  note_search: { handedOver: wordsOfTeam, copied: madeHere },
  outbox: { handedOver: serverTexts, copied: calls },
  ratings: {
    handedOver: 'each answer is an activity, which is handed over',
    copied: 'asked over there; the score comes',
  },
  reads: { handedOver: ofTeamsWork, copied: true },
  rehearsal_answers: { handedOver: serverTexts, copied: 'a rehearsal of the assistant over there' },
  rehearsal_rows: { handedOver: serverTexts, copied: 'a rehearsal of the assistant over there' },
  rehearsal_tests: { handedOver: serverTexts, copied: 'a test of the assistant over there' },
  reminders: { handedOver: ofTeamsWork, copied: calls },
  reviews: { handedOver: ofTeamsWork, copied: 'by scorecards that are set up over there' },
  rule_runs: { handedOver: ofTeamsWork, copied: 'of rules that are set up over there' },
  scheduled_messages: {
    handedOver: unmentioned,
    copied: 'the installation over there sends it; from both it would come twice',
  },
  search_rows: { handedOver: serverTexts, copied: madeHere },
  search_tail: { handedOver: serverTexts, copied: madeHere },
  promises: { handedOver: ofTeamsWork, copied: 'the installation over there gave them, and renews them' },
  sla_clocks: { handedOver: ofTeamsWork, copied: 'computed from the policies here' },
  tool_calls: { handedOver: true, copied: 'of actions that are set up over there' },
  tracked_events: { handedOver: true, copied: 'websites track them there, for 30 days' },
  translated_conversations: { handedOver: ofTeamsWork, copied: true },
  threads: { handedOver: 'where the team talks about the conversation', copied: calls },
  trello_cards: { handedOver: 'that there is a card, which says what the hand-off does', copied: calls },
  users: { handedOver: 'the team, not customers', copied: true },
  visitor_push_devices: { handedOver: unmentioned, copied: 'its browser accepts messages of that installation alone' },
  visitor_pushes: { handedOver: serverTexts, copied: calls },
  visitors: { handedOver: true, copied: true },
};

/** Columns that make a table belong to a conversation or a person. */
const ofContacts = [
  'conversation_id',
  'visitor_id',
  'contact_id',
  'identity_id',
  'note_id',
  'merge_id',
  'customer_email',
  'email',
  'address',
];

it('every table with a conversation or an address is handed over and copied, or has a reason why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct columns.table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (column_name = any(${ofContacts}::text[]) or table_name in ('conversations', 'contacts'))
  `.execute(context.db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(kept).toSorted());
});

it('a person gets what is kept about them, nothing that is the team’s, and nothing of it is left once they are erased', async () => {
  const { db } = context;
  const email = 'kept-visitors@example.com';
  const website = await insertWebsite(db, { domain: 'kept.example.com', name: 'Kept' });
  const websiteId = website?.id ?? '';
  const { id: visitorId } = await insertVisitor(db, { websiteId, email });
  const { message } = await postMessage(context, { kind: 'visitor', visitorId }, 'newest', {
    content: 'kept-messages',
    clientMessageId: crypto.randomUUID(),
  });
  const id = message.conversationId;
  const admin = await insertUser(db, {
    name: 'Admin',
    email: 'admin@kept.example.com',
    username: 'admin',
    passwordHash: 'x',
    role: 'admin',
  });
  const statements = [
    sql`insert into conversation_summaries (conversation_id, language, last_seq, edit_no, summary)
      values (${id}, 'en', 1, 0, '{"intent": {"text": "kept-conversation_summaries", "seqs": [1]}, "tried": [], "open": []}')`,
    sql`insert into message_translations (conversation_id, seq, language, from_language, text)
      values (${id}, 1, 'de', 'en', 'kept-message_translations')`,
    sql`insert into mail_unsubscribes (address) values (${email})`,
    sql`insert into inbound_mails (identity_hash, source, status, envelope_from, envelope_to, raw, conversation_id)
      values ('kept', 'smtp', 'posted', ${email}, '{}', convert_to('kept-inbound_mails', 'utf8'), ${id})`,
    sql`insert into channel_sessions (channel, address, visitor_id) values ('telegram', 'kept-channel_sessions', ${visitorId})`,
    sql`insert into tracked_events (visitor_id, id, name, properties, at)
      values (${visitorId}, ${crypto.randomUUID()}, 'kept-tracked_events', '[]', now())`,
    sql`update contacts set blocked_at = '2026-11-21T10:00:00.123Z',
        attributes = '{"plan": {"value": "kept-contacts", "source": "page", "at": "2026-11-21T10:00:00.000Z"}}'
      where id = (select contact_id from identities where visitor_id = ${visitorId})`,
    sql`insert into drafts (conversation_id, user_id, kind, id, content)
      values (${id}, ${admin.id}, 'reply', ${crypto.randomUUID()}, 'unsaid-drafts')`,
    sql`insert into scheduled_messages (conversation_id, author_id, client_message_id, content, due_at)
      values (${id}, ${admin.id}, ${crypto.randomUUID()}, 'unsaid-scheduled', now() + interval '1 day')`,
    sql`insert into message_edits (conversation_id, edit_no, seq, content) values (${id}, 1, 1, 'unsaid-edits')`,
    sql`with note as (
        insert into contact_notes (contact_id, author_id, client_note_id)
        select contact_id, ${admin.id}::uuid, ${crypto.randomUUID()}::uuid from identities where visitor_id = ${visitorId} returning id
      )
      insert into contact_note_versions (note_id, version, body) select id, 1, 'unsaid-contact_notes' from note`,
  ];
  for (const statement of statements) await statement.execute(db);

  let document = '';
  const caller = { kind: 'staff', user: admin, sessionId: 'none' } as const;
  for await (const piece of visitorDocument(withExternalServices(context), caller, email)) document += piece;
  const handed: unknown = JSON.parse(document);
  expect(handed).toMatchObject({ blockedAt: ['2026-11-21T10:00:00.123Z'], noMail: [{ address: email }] });
  for (const table of [
    'messages',
    'conversation_summaries',
    'message_translations',
    'inbound_mails',
    'contacts',
    'channel_sessions',
    'tracked_events',
  ])
    expect(document).toContain(`kept-${table}`);
  expect(document).not.toContain('unsaid-');

  await eraseVisitorData(db, email);
  const left: string[] = [];
  for (const name of Object.keys(kept)) {
    const { rows } = await sql<{ hits: number }>`
      select count(*)::int as hits from ${sql.table(name)} as found where found::text ~ 'kept-|unsaid-'
    `.execute(db);
    if ((rows[0]?.hits ?? 0) > 0) left.push(name);
  }
  expect(left).toEqual([]);
});

it('docs/team-inbox.md names calls, frames and entries of the audit log that there are', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/team-inbox.md'), 'utf8');
  const places = Object.values(routes).flatMap((each) => (typeof each === 'object' && 'path' in each ? each.path : []));
  const known = new Set(places.map((place) => place.replaceAll(/:\w+/g, '{}')));
  const frames = new Set(ServerFrame.anyOf.map(({ properties }) => properties.type.const as string));
  const named = [...page.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const paths = named.filter((word) => word.startsWith('/api/')).map((word) => word.replaceAll(/\{\w+\}/g, '{}'));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((place) => !known.has(place))).toEqual([]);
  const published = named.filter((word) => /^[a-z]+(_[a-z]+)+$/.test(word));
  expect(published.length).toBeGreaterThan(20);
  expect(published.filter((frame) => !frames.has(frame))).toEqual([]);
  const audited = named.filter((word) => /^[a-z_]+\.[a-z_]+$/.test(word));
  expect(audited.length).toBeGreaterThan(10);
  expect(audited.filter((action) => !Object.hasOwn(auditActions, action))).toEqual([]);
});
