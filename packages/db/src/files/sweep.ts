/** Files that nothing needs any more, and those that were forgotten on their way. */
import { looseUploadHours, waitingUploadMinutes } from '@parley/contracts/messages/limits';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isWaiting } from './before-message.ts';

/**
 * Matches files with a deleted conversation or uploader, and files that were never sent and are attached to nothing: for
 * a day, or less if their visitor has not written.
 */
const isDoomed = sql<boolean>`files.conversation_id is null and files.scheduled_id is null
  and files.canned_reply_id is null and files.bulk_message_id is null and (files.seq is not null or files.activity_no is not null
  or (files.visitor_id is null and files.user_id is null)
  or files.updated_at < now() - make_interval(hours => ${sql.lit(looseUploadHours)})
  or (files.created_at < now() - make_interval(mins => ${sql.lit(waitingUploadMinutes)}) and ${isWaiting}))`;

export interface DoomedFile {
  id: string;
  /** Id under which its bytes are stored; null while other files share them. */
  storedAs: string | null;
}

/** Returns some files that nothing needs any more. Their rows are deleted after their bytes. */
export async function doomedFiles(db: Database, limit: number): Promise<DoomedFile[]> {
  const { rows } = await sql<DoomedFile>`
    with doomed as materialized (select id, coalesce(bytes_of, id) as stored_as from files where ${isDoomed} limit ${limit})
    select id, case when not exists (
      select from files where (files.id = doomed.stored_as or files.bytes_of = doomed.stored_as) and not ${isDoomed}
    ) then stored_as end as stored_as from doomed
  `.execute(db);
  return rows;
}

/** Deletes the rows of files after their bytes were deleted. */
export async function forgetFiles(db: Database, ids: readonly string[]): Promise<void> {
  await sql`delete from files where id = any(${ids}::uuid[]) and ${isDoomed}`.execute(db);
}

export interface ForgottenFile {
  id: string;
  state: 'receiving' | 'checking';
  /** We fetch it ourselves. */
  isFetched: boolean;
  /** Announced size in bytes. */
  size: number;
}

/** Files that have not become anything for a while, by the state they wait in. */
export async function forgottenFiles(db: Database, seconds: number, limit: number): Promise<ForgottenFile[]> {
  const { rows } = await sql<ForgottenFile>`
    select id, state, source is not null as is_fetched, size::float8 as size from files
    where state in ('receiving', 'checking') and updated_at < now() - make_interval(secs => ${seconds})
    order by state, updated_at desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns the ids under which no file has its bytes. */
export async function unknownFiles(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as given (id)
    where not exists (select from files where files.id = given.id or files.bytes_of = given.id)
  `.execute(db);
  return rows.map(({ id }) => id);
}
