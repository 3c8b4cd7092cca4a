/**
 * Copies rows from another installation's database, table by table in batches by key. Every batch and its end position
 * are committed together, so that an interrupted copy continues where it was; a finished table starts over the next
 * time. Repeating is harmless: rows are matched by id, and a newer local row is kept. Copied rows trigger nothing: no
 * event is written, and conversations that wait for an answer there don't wait here.
 */
import { sql } from 'kysely';
import { countConversations } from '../conversations/totals.ts';
import type { Database } from '../database.ts';
import { copyActivities } from './activities.ts';
import { copyContactAttributes } from './attributes.ts';
import { copyContactNotes, copyUnsubscribes } from './contacts.ts';
import { copyChannelSessions } from './channel-sessions.ts';
import { copyConversations } from './conversations.ts';
import { copyFollowers, copyReads, copyTranslated } from './inbox.ts';
import { copyImages } from './images.ts';
import { type SourceRow, storeRows, type SyncedTable } from './rows.ts';
import { namingTagsOfHere, withTagsOfHere } from './tags.ts';
import { readSyncProgress, type SyncCounts, writeSyncProgress } from './state.ts';

export interface CopiedBatch {
  /** Rows of this batch that were new or newer. */
  rows: number;
  /** Messages that came with them. */
  messages: number;
  finished: boolean;
}

/** Returns the number of rows of each table in the source, including messages and their files. */
export async function countSource(source: Database): Promise<SyncCounts> {
  const { rows } = await sql<SyncCounts>`
    select (select count(*) from users) as users, (select count(*) from websites) as websites,
      (select count(*) from views) as views, (select count(*) from canned_replies) as canned_replies,
      (select count(*) from visitors) as visitors, (select count(*) from conversations where not hidden) as conversations,
      (select count(*) from messages) as messages,
      (select count(*) from files where seq is not null and conversation_id is not null) as files
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
    const place = { cursor: finished ? null : lastId, finished };
    const count = async (name: string, before: number, more: number): Promise<void> =>
      writeSyncProgress(transaction, sourceName, name, { ...place, copied: before + more });
    if (table !== 'conversations') {
      const named = namesTags(table) ? await namingTagsOfHere(source, transaction, rows) : rows;
      const stored = await storeRows(transaction, table, named);
      if (table === 'users') await copyImages(source, transaction, rows);
      if (table === 'visitors') {
        await copyChannelSessions(source, transaction, rows);
        await copyContactAttributes(source, transaction, rows);
        await copyContactNotes(source, transaction, rows);
        await copyUnsubscribes(source, transaction, rows);
      }
      await count(table, progress.copied, stored.length);
      return { rows: stored.length, messages: 0, finished };
    }
    const copied = await copyConversations(source, transaction, await withTagsOfHere(source, transaction, rows));
    await copyActivities(source, transaction, rows);
    await copyReads(source, transaction, rows);
    await copyFollowers(source, transaction, rows);
    await copyTranslated(source, transaction, rows);
    await count(table, progress.copied, copied.rows);
    await count('messages', (await readSyncProgress(transaction, sourceName, 'messages')).copied, copied.messages);
    // Until their files are here too the run has not ended.
    if (finished) {
      await writeSyncProgress(
        transaction,
        sourceName,
        'files',
        await readSyncProgress(transaction, sourceName, 'files'),
      );
    }
    await countConversations(transaction, copied.added, copied.messages);
    return { rows: copied.rows, messages: copied.messages, finished };
  });
}

const namesTags = (table: SyncedTable): boolean => table === 'views' || table === 'canned_replies';

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
