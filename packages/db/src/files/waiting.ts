/** Files that wait with something: a message for its time, a canned reply for being used, a bulk message for being sent. */
import type { Attachment, AttachmentInputs } from '@parley/contracts/messages/attachments';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Scheduled message, canned reply or bulk message that uploads of the team are attached to. */
export type Holder = { scheduledId: string } | { cannedReplyId: string } | { bulkMessageId: string };

function columnOf(holder: Holder): [column: string, id: string] {
  if ('scheduledId' in holder) return ['scheduled_id', holder.scheduledId];
  if ('cannedReplyId' in holder) return ['canned_reply_id', holder.cannedReplyId];
  return ['bulk_message_id', holder.bulkMessageId];
}

/**
 * Attaches uploads of a user to the holder for as long as it exists. Returns false if some are not theirs or are
 * attached to something else; the caller must then roll back.
 */
export async function holdFiles(
  db: Database,
  holder: Holder,
  userId: string | null,
  files: AttachmentInputs,
): Promise<boolean> {
  const [column, id] = columnOf(holder);
  const isFree = sql`files.scheduled_id is null and files.canned_reply_id is null and files.bulk_message_id is null
    and files.user_id = ${userId}::uuid`;
  const { numAffectedRows = 0n } = await sql`
    update files set ${sql.ref(column)} = ${id}::uuid, alt = nullif(trim(given.alt), ''), updated_at = now()
    from unnest(${files.map((each) => each.id)}::uuid[], ${files.map(({ alt }) => alt ?? '')}::text[]) as given (id, alt)
    where files.id = given.id and files.seq is null and files.activity_no is null and files.updated_at > '-infinity'
      and (files.${sql.ref(column)} = ${id}::uuid or (${isFree}))
  `.execute(db);
  return numAffectedRows === BigInt(files.length);
}

/** Treats the files as new uploads, which are stored for another day. */
export async function touchFiles(db: Database, files: readonly Pick<Attachment, 'id'>[]): Promise<void> {
  await sql`update files set updated_at = now() where id = any(${files.map(({ id }) => id)}::uuid[])`.execute(db);
}

/** Makes files of a user that share the bytes of others, for a message of theirs. Returns the new id of each, in order. */
export async function shareFiles(db: Database, userId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into files (user_id, state, name, size, received, type, kind, width, height, alt, thumbnails, active_content, transcript,
      bytes_of)
    select ${userId}::uuid, state, name, size, received, type, kind, width, height, alt, thumbnails, active_content, transcript,
      coalesce(bytes_of, id)
    from files where id = any(${ids}::uuid[]) and state = 'ready' order by array_position(${ids}::uuid[], id)
    returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Thrown to end the transaction when files are not the writer's, don't exist, or are attached to something else. */
export class LacksFiles extends Error {
  override readonly name = 'LacksFiles';
}

/** Detaches the holder's files that are not in `kept`; they are deleted after a day. */
export async function releaseFiles(db: Database, holder: Holder, kept: readonly string[] = []): Promise<void> {
  const [column, id] = columnOf(holder);
  await sql`
    update files set ${sql.ref(column)} = null, updated_at = now()
    where ${sql.ref(column)} = ${id}::uuid and id <> all(${kept}::uuid[])
  `.execute(db);
}
