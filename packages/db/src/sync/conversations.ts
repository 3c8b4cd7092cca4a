/**
 * Copies conversations of another installation, which both may have continued. Messages are matched by id, or by the id
 * that the sender gave them; `copied_seq` is the seq in the other installation. Missing messages are appended: a seq
 * that was assigned here never changes, so that there is no gap and connected readers miss nothing.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { copyMessageEmails } from '../mail/message-emails.ts';
import { type SourceRow, storeRows } from './rows.ts';

export interface CopiedConversations {
  /** Conversations that were new, newer or went on. */
  rows: number;
  /** Number of them that were new. */
  added: number;
  messages: number;
}

/**
 * Stores conversations with their messages up to the last one that each row includes; messages written after the row
 * was read come with the next copy. A conversation in which nothing was written here gets the other installation's
 * state, if newer; any other keeps its state and gets the messages it lacks.
 */
export async function copyConversations(
  source: Database,
  target: Database,
  rows: readonly SourceRow[],
): Promise<CopiedConversations> {
  const outdated = await lackingHere(target, rows);
  const isHere = await lock(target, outdated);
  const fresh = await storeRows(
    target,
    'conversations',
    outdated.filter(({ id }) => !isHere.has(id)),
  );
  const stored = new Set(fresh.map(({ id }) => id));
  // A row that was left out has no conversation for its messages to be in.
  const present = outdated.filter(({ id }) => isHere.has(id) || stored.has(id));
  const places = await readPlaces(target, present);
  const appendedTo = new Set<string>();
  let messages = 0;
  for (const conversation of present) {
    const added = await appendMissing(source, target, conversation, places.get(conversation.id)?.copiedUntil ?? 0);
    if (added > 0) appendedTo.add(conversation.id);
    messages += added;
    await copyMessageEmails(source, target, conversation.id);
  }
  const afterwards = await readPlaces(target, present);
  const untouched = present.filter(({ id }) => isHere.has(id) && !afterwards.get(id)?.hasOwn);
  const replaced = await storeRows(target, 'conversations', untouched);
  for (const { id } of replaced) stored.add(id);
  for (const conversation of present) {
    const { id } = conversation;
    if (!appendedTo.has(id) || stored.has(id)) continue;
    await showNewest(target, conversation);
    stored.add(id);
  }
  return { rows: stored.size, added: fresh.length, messages };
}

interface Place {
  /** Last seq of the other installation that was copied. */
  copiedUntil: number;
  /** Something was written here. */
  hasOwn: boolean;
}

async function readPlaces(db: Database, conversations: readonly SourceRow[]): Promise<Map<string, Place>> {
  const { rows } = await sql<Place & { id: string }>`
    select conversation_id as id, coalesce(max(copied_seq), 0) as copied_until, bool_or(copied_seq is null) as has_own
    from messages where conversation_id = any(${conversations.map(({ id }) => id)}::uuid[])
    group by conversation_id
  `.execute(db);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

const lastSeqOf = ({ row }: SourceRow): number => Number(row['last_seq']);

/** Returns the conversations that are missing here, have new messages, or are newer there without local messages. */
async function lackingHere(db: Database, conversations: readonly SourceRow[]): Promise<SourceRow[]> {
  const { rows } = await sql<{ id: string; isOlder: boolean }>`
    select conversations.id, conversations.updated_at < given.updated_at as is_older
    from jsonb_populate_recordset(null::conversations, ${JSON.stringify(conversations.map(({ row }) => row))}::jsonb) as given
    join conversations on conversations.id = given.id
  `.execute(db);
  const isOlder = new Map(rows.map((row) => [row.id, row.isOlder]));
  const places = await readPlaces(db, conversations);
  return conversations.filter((conversation) => {
    const older = isOlder.get(conversation.id);
    const { copiedUntil = 0, hasOwn = false } = places.get(conversation.id) ?? {};
    return older === undefined || lastSeqOf(conversation) > copiedUntil || (older && !hasOwn);
  });
}

/** Locks the conversations that exist here against writes until the transaction ends. Returns their ids. */
async function lock(db: Database, conversations: readonly SourceRow[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where id = any(${conversations.map(({ id }) => id)}::uuid[]) order by id for update
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const pageSize = 1000;

/** Appends the source's messages that are not here, in its order. Returns their number. */
async function appendMissing(
  source: Database,
  target: Database,
  conversation: SourceRow,
  copiedUntil: number,
): Promise<number> {
  const { id } = conversation;
  let appended = 0;
  for (let after = copiedUntil; ; ) {
    const page = await sql<{ seq: number; row: unknown }>`
      select seq, to_jsonb(messages) - 'search' as row from messages
      where conversation_id = ${id} and seq > ${after} and seq <= ${lastSeqOf(conversation)}
      order by seq limit ${pageSize}
    `.execute(source);
    const last = page.rows.at(-1);
    if (!last) return appended;
    const { numAffectedRows = 0n } = await sql`
      with given as materialized (
        select * from jsonb_populate_recordset(null::messages, ${JSON.stringify(page.rows.map(({ row }) => row))}::jsonb)
      ), known as (
        update messages set copied_seq = given.seq from given
        where messages.conversation_id = ${id}
          and (messages.id = given.id or messages.client_message_id = given.client_message_id)
        returning given.seq
      ), newest as (
        select seq, customer_message_count from messages where conversation_id = ${id} order by seq desc limit 1
      )
      insert into messages (conversation_id, seq, id, client_message_id, sender_type, sender_id, sender_name,
        message_type, content, via, customer_message_count, created_at, edited_at, removed_at, sources, choices, blocks, response, original, markdown, email, reply_to, reactions, reaction_no, copied_seq)
      select ${id}, coalesce((select seq from newest), 0) + row_number() over (order by given.seq),
        given.id, client_message_id, sender_type, sender_id, sender_name, message_type, content, via,
        coalesce((select customer_message_count from newest), 0)
          + count(*) filter (where sender_type = 'customer') over (order by given.seq),
        created_at, edited_at, removed_at, sources, choices, blocks, response, original, markdown, given.email, reply_to, reactions, reaction_no, given.seq
      from given where given.seq not in (select seq from known)
    `.execute(target);
    appended += Number(numAffectedRows);
    after = last.seq;
  }
}

/** The list's columns and the newest answers after messages were appended. Who waits, and for whom, stays as it is. */
async function showNewest(db: Database, { id, row }: SourceRow): Promise<void> {
  await sql`
    with newest as (
      select * from messages where conversation_id = ${id} order by seq desc limit 1
    ), answer as (
      select seq, sender_id from messages where conversation_id = ${id} and sender_type = 'representative'
      order by seq desc limit 1
    )
    update conversations set
      last_seq = newest.seq,
      last_message_id = newest.id,
      last_message_client_id = newest.client_message_id,
      last_message_sender_type = newest.sender_type,
      last_message_sender_id = newest.sender_id,
      last_message_sender_name = newest.sender_name,
      -- Of a message of files alone it names these, as it does over there.
      last_message_preview = case when newest.id::text = ${row['last_message_id']} and newest.content = ''
        then ${row['last_message_preview']} else left(newest.content, 300) end,
      last_message_at = newest.created_at,
      last_activity_at = greatest(newest.created_at, conversations.last_activity_at),
      customer_message_count = newest.customer_message_count,
      representative_seq = coalesce(answer.seq, 0),
      representative_seq_by = answer.sender_id,
      other_representative_seq = coalesce((
        select max(seq) from messages where conversation_id = ${id} and sender_type = 'representative'
          and sender_id is distinct from answer.sender_id), 0),
      updated_at = now()
    from newest left join answer on true
    where conversations.id = ${id}
  `.execute(db);
}
