/** Files that wait with something: a message for its time, a canned reply for being used. */
import type { Attachment, AttachmentInputs } from '@parley/contracts/attachments';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** What uploads of the team can wait with. */
export type Holder = { scheduledId: string } | { cannedReplyId: string };

/**
 * Has uploads of somebody's wait with it, as long as it is there; false, and nothing is to be kept then, where some of
 * them are not theirs, were brought by something, or wait with something else.
 */
export async function holdFiles(
  db: Database,
  holder: Holder,
  userId: string | null,
  files: AttachmentInputs,
): Promise<boolean> {
  const [column, id] =
    'scheduledId' in holder ? ['scheduled_id', holder.scheduledId] : ['canned_reply_id', holder.cannedReplyId];
  const isFree = sql`files.scheduled_id is null and files.canned_reply_id is null and files.user_id = ${userId}::uuid`;
  const { numAffectedRows = 0n } = await sql`
    update files set ${sql.ref(column)} = ${id}::uuid, alt = nullif(trim(given.alt), ''), updated_at = now()
    from unnest(${files.map((each) => each.id)}::uuid[], ${files.map(({ alt }) => alt ?? '')}::text[]) as given (id, alt)
    where files.id = given.id and files.seq is null and files.act_no is null and files.updated_at > '-infinity'
      and (files.${sql.ref(column)} = ${id}::uuid or (${isFree}))
  `.execute(db);
  return numAffectedRows === BigInt(files.length);
}

/** They are uploads as if they had just come: for a day more. */
export async function touchFiles(db: Database, files: readonly Pick<Attachment, 'id'>[]): Promise<void> {
  await sql`update files set updated_at = now() where id = any(${files.map(({ id }) => id)}::uuid[])`.execute(db);
}

/** Some files of what is to be kept are not the writer's, are not there, or were brought by something else. Ends the transaction. */
export class LacksFiles extends Error {
  override readonly name = 'LacksFiles';
}

/** What waits with it and is not among these waits no more; it goes in a day. */
export async function releaseFiles(db: Database, holder: Holder, kept: readonly string[] = []): Promise<void> {
  const [column, id] =
    'scheduledId' in holder ? ['scheduled_id', holder.scheduledId] : ['canned_reply_id', holder.cannedReplyId];
  await sql`
    update files set ${sql.ref(column)} = null, updated_at = now()
    where ${sql.ref(column)} = ${id}::uuid and id <> all(${kept}::uuid[])
  `.execute(db);
}
