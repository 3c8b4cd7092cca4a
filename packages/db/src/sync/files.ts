/**
 * Files of the messages that were copied: what is known of them. Their bytes are fetched afterwards, one file after the
 * other, and checked like those of every upload. A file is the same one wherever its id is.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { readSyncProgress, writeSyncProgress } from './state.ts';

export interface CopiedFiles {
  /** Files with bytes to fetch: new ones, and those that couldn't be fetched before. */
  toFetch: string[];
  finished: boolean;
}

interface SourceFile {
  id: string;
  row: unknown;
}

/** Files of notes, canned replies and unsent messages are not copied, as those are not. */
async function readFiles(source: Database, after: string | null, limit: number): Promise<SourceFile[]> {
  const { rows } = await sql<SourceFile>`
    select files.id, to_jsonb(files)
      || jsonb_build_object('message_id', messages.id, 'attachment_ids', messages.attachment_ids) as row
    from files
    join messages on messages.conversation_id = files.conversation_id and messages.seq = files.seq
    where messages.removed_at is null and ${after === null ? sql`true` : sql`files.id > ${after}::uuid`}
    order by files.id limit ${limit}
  `.execute(source);
  return rows;
}

/**
 * Copies the next batch of files of messages that are here. Files that are complete in the other installation are to be
 * fetched if `canFetch` is true; the others are refused for now, and the next copy checks them again.
 */
export async function copyNextFiles(
  source: Database,
  target: Database,
  sourceName: string,
  { canFetch, batchSize = 500 }: { canFetch: boolean; batchSize?: number },
): Promise<CopiedFiles> {
  const progress = await readSyncProgress(target, sourceName, 'files');
  const files = await readFiles(source, progress.cursor, batchSize);
  const finished = files.length < batchSize;
  return target.transaction().execute(async (transaction) => {
    const toFetch = await storeFiles(transaction, files, canFetch);
    await writeSyncProgress(transaction, sourceName, 'files', {
      cursor: finished ? null : (files.at(-1)?.id ?? progress.cursor),
      copied: progress.copied + toFetch.length,
      finished,
    });
    return { toFetch, finished };
  });
}

async function storeFiles(target: Database, files: readonly SourceFile[], canFetch: boolean): Promise<string[]> {
  if (files.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select given.id, place.seq, given.conversation_id, given.visitor_id, given.user_id, given.message_id,
        given.attachment_ids, coalesce(given.bytes_of, given.id) as bytes_of, given.name, given.size, given.alt, given.created_at,
        given.state = 'ready' and ${canFetch}::boolean as is_fetched,
        case given.state when 'refused' then given.reason else 'incomplete' end as reason
      from jsonb_to_recordset(${JSON.stringify(files.map(({ row }) => row))}::jsonb) as given (id uuid,
        conversation_id uuid, message_id uuid, attachment_ids uuid[], visitor_id uuid, user_id uuid, state text,
        bytes_of uuid, reason text, name text, size bigint, alt text, created_at timestamptz)
      -- A message that was sent to both has files of its own here.
      join messages place on place.conversation_id = given.conversation_id and place.id = given.message_id
        and place.removed_at is null and (place.attachment_ids is null or given.id = any(place.attachment_ids))
    ), named as (
      update messages set attachment_ids = brought.attachment_ids
      from (select distinct on (message_id) conversation_id, seq, attachment_ids from given order by message_id) brought
      where messages.conversation_id = brought.conversation_id and messages.seq = brought.seq
        and messages.attachment_ids is null
    ), stored as (
      insert into files (id, visitor_id, user_id, conversation_id, seq, state, reason, name, size, alt, source, created_at)
      select given.id, (select id from visitors where visitors.id = given.visitor_id),
        (select id from users where users.id = given.user_id), conversation_id, seq,
        case when is_fetched then 'receiving' else 'refused' end, case when not is_fetched then reason end, name, size, alt,
        jsonb_build_object('channel', 'sync', 'reference', given.bytes_of), created_at
      from given
      on conflict (id) do update set state = 'receiving', reason = null, size = excluded.size, updated_at = now()
        where files.state = 'refused' and files.reason in ('incomplete', 'unchecked') and excluded.state = 'receiving'
          and files.source->>'channel' = 'sync'
      returning id, state
    )
    select id from stored where state = 'receiving'
  `.execute(target);
  return rows.map(({ id }) => id);
}
