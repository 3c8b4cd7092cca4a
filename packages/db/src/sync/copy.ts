/**
 * Copies rows from another installation's database, table by table in batches by key. Every batch and the place it
 * ended at are committed together, so that a copy that was stopped goes on where it was; a finished table starts over
 * the next time. Repeating is harmless: rows are matched by id, and a local row that is newer is kept.
 */
import { type RawBuilder, sql } from 'kysely';
import { countConversations } from '../conversations/totals.ts';
import type { Database } from '../database.ts';
import { readSyncProgress, writeSyncProgress } from './state.ts';

/** In the order in which they must be copied. */
export const syncedTables = ['users', 'websites', 'visitors', 'conversations'] as const;
export type SyncedTable = (typeof syncedTables)[number];

export interface CopiedBatch {
  /** Rows of this batch that were new or newer. */
  rows: number;
  /** Messages that came with them. */
  messages: number;
  finished: boolean;
}

/** How many rows of each table the source has, messages included. */
export async function countSource(source: Database): Promise<Record<SyncedTable | 'messages', number>> {
  const { rows } = await sql<Record<SyncedTable | 'messages', number>>`
    select (select count(*) from users) as users, (select count(*) from websites) as websites,
      (select count(*) from visitors) as visitors, (select count(*) from conversations where not hidden) as conversations,
      (select count(*) from messages) as messages
  `.execute(source);
  const counts = rows[0];
  if (!counts) throw new Error('The source answered no counts.');
  return counts;
}

/** Copies the next batch. `sourceName` names the source in the progress table and holds no secret. */
export async function copyNextBatch(
  source: Database,
  target: Database,
  sourceName: string,
  table: SyncedTable,
  batchSize = 500,
): Promise<CopiedBatch> {
  const progress = await readSyncProgress(target, sourceName, table);
  const rows = await readBatch(source, table, progress.cursor, batchSize);
  const finished = rows.length < batchSize;
  const lastId = rows.at(-1)?.id ?? progress.cursor;
  return target.transaction().execute(async (transaction) => {
    const stored = await storeBatch(transaction, table, rows);
    const messages = table === 'conversations' ? await copyMessages(source, transaction, rows, stored) : 0;
    await writeSyncProgress(transaction, sourceName, table, {
      cursor: finished ? null : lastId,
      copied: progress.copied + stored.length,
      finished,
    });
    const added = stored.filter((row) => row.isNew).length;
    if (table === 'conversations') await countConversations(transaction, added, messages);
    return { rows: stored.length, messages, finished };
  });
}

interface SourceRow {
  id: string;
  /** The row as JSON. */
  row: Record<string, unknown>;
}

async function readBatch(
  source: Database,
  table: SyncedTable,
  after: string | null,
  limit: number,
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select id, to_jsonb(${sql.table(table)}) as row from ${sql.table(table)}
    where ${after === null ? sql`true` : sql`id > ${after}::uuid`}
      and ${table === 'conversations' ? sql`not hidden` : sql`true`}
    order by id limit ${limit}
  `.execute(source);
  return rows;
}

/** What is not copied as it is. A secret encrypted elsewhere cannot be read here; a person or site may be missing. */
const replaced: Record<SyncedTable, Record<string, RawBuilder<unknown>>> = {
  users: {},
  websites: { identity_secret: sql`null::text` },
  visitors: { website_id: sql`(select id from websites where websites.id = given.website_id)` },
  conversations: {
    website_id: sql`(select id from websites where websites.id = given.website_id
      or websites.domain = given.website_domain limit 1)`,
    visitor_id: sql`(select id from visitors where visitors.id = given.visitor_id)`,
    // Acts are not copied: what happened here goes on being counted.
    last_act_no: sql`coalesce((select last_act_no from conversations where conversations.id = given.id), 0)`,
    // Who gets answers by mail gets them from the other installation, not from this one as well.
    emailed_until_seq: sql`greatest(given.emailed_until_seq, given.last_seq)`,
    assigned_representative_id: sql`(select id from users where users.id = given.assigned_representative_id)`,
  },
};

async function storeBatch(
  target: Database,
  table: SyncedTable,
  rows: SourceRow[],
): Promise<{ id: string; isNew: boolean }[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first.row);
  const names = columns.map((column) => sql.raw(`"${column}"`));
  const values = columns.map((column) => replaced[table][column] ?? sql.raw(`given."${column}"`));
  const updates = columns
    .filter((column) => column !== 'id')
    .map((column) => sql.raw(`"${column}" = excluded."${column}"`));
  // A row whose email, domain or the like belongs to another id here is that other one's: it is left alone.
  const result = await sql<{ id: string; isNew: boolean }>`
    merge into ${sql.table(table)} as kept
    using (
      select ${sql.join(values.map((value, index) => sql`${value} as ${names[index] ?? sql``}`))}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb) as given
      where not exists (select from ${sql.table(table)} as other where other.id <> given.id and ${samePlace[table]})
    ) as excluded on kept.id = excluded.id
    when matched and kept.updated_at < excluded.updated_at and ${supersedes[table]} then update set ${sql.join(updates)}
    when not matched then insert (${sql.join(names)}) values (${sql.join(columns.map((column) => sql.raw(`excluded."${column}"`)))})
    returning kept.id, merge_action() = 'INSERT' as is_new
  `.execute(target);
  return result.rows;
}

/**
 * What a newer row must not undo. A conversation that went on here has messages that the other side knows nothing of:
 * with the other side's last seq the next message would take the seq of one that is stored.
 */
const supersedes: Record<SyncedTable, RawBuilder<unknown>> = {
  users: sql`true`,
  websites: sql`true`,
  visitors: sql`true`,
  conversations: sql`kept.last_seq <= excluded.last_seq`,
};

/** When two rows with different ids can't both be here. */
const samePlace: Record<SyncedTable, RawBuilder<unknown>> = {
  users: sql`(lower(other.email) = lower(given.email) or lower(other.username) = lower(given.username))`,
  websites: sql`other.domain = given.domain`,
  visitors: sql`other.identity_key = given.identity_key and other.website_id = given.website_id`,
  conversations: sql`other.mail_token = given.mail_token`,
};

/**
 * The messages of conversations just stored; those that are here already stay as they are. What was written since the
 * conversation was read comes with the next copy: stored without its conversation's knowing, its seq would be taken twice.
 */
async function copyMessages(
  source: Database,
  target: Database,
  read: SourceRow[],
  conversations: { id: string }[],
): Promise<number> {
  const lastSeqs = new Map(read.map(({ id, row }) => [id, Number(row['last_seq'])]));
  let copied = 0;
  for (const { id } of conversations) {
    const lastSeq = lastSeqs.get(id) ?? 0;
    for (let after = 0; ; ) {
      const { rows } = await sql<{ seq: number; row: unknown }>`
        select seq, to_jsonb(messages) - 'search' as row from messages
        where conversation_id = ${id} and seq > ${after} and seq <= ${lastSeq} order by seq limit 1000
      `.execute(source);
      const last = rows.at(-1);
      if (!last) break;
      const { numAffectedRows = 0n } = await sql`
        insert into messages (conversation_id, seq, id, client_message_id, sender_type, sender_id, sender_name,
          message_type, content, via, customer_message_count, created_at)
        select conversation_id, seq, id, client_message_id, sender_type, sender_id, sender_name,
          message_type, content, via, customer_message_count, created_at
        from jsonb_populate_recordset(null::messages, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)
        on conflict do nothing
      `.execute(target);
      copied += Number(numAffectedRows);
      after = last.seq;
    }
  }
  return copied;
}
