/** Attaches files to messages and notes: each file to a single one, written by its uploader. */
import type { Attachment, AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Message } from '@parley/contracts/entities';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { attachmentColumn } from './entity.ts';
import { isBy } from './uploads.ts';

type Sender = Pick<Message, 'senderType' | 'senderId'>;

/** Only what the sender has uploaded, and the assistant uploads nothing. */
const isOf = ({ senderType, senderId }: Sender) =>
  senderId === null || senderType === 'ai'
    ? sql<boolean>`false`
    : isBy(senderType === 'customer' ? { visitorId: senderId } : { userId: senderId });

/** Locks the files against other messages until the transaction ends. Returns those that are the sender's, in order. */
export async function lockFiles(db: Database, sender: Sender, files: AttachmentInputs): Promise<{ name: string }[]> {
  const ids = files.map(({ id }) => id);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from files where id = any(${ids}::uuid[]) and ${isOf(sender)} order by id for update
  `.execute(db);
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** A message brings its files, in its order. What another has brought is left out. */
export async function attachFiles(
  db: Database,
  message: Pick<Message, 'conversationId' | 'seq'> & Sender,
  files: AttachmentInputs,
): Promise<Attachment[]> {
  const { rows } = await sql<{ attachment: Attachment }>`
    update files set conversation_id = ${message.conversationId}, seq = ${message.seq},
      alt = nullif(trim(given.alt), ''), updated_at = now()
    from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ alt }) => alt ?? '')}::text[])
      with ordinality as given (id, alt, position)
    where files.id = given.id and files.seq is null and files.activity_no is null and files.updated_at > '-infinity' and ${isOf(message)}
    returning ${attachmentColumn} as attachment, given.position
  `.execute(db);
  const ids = files.map(({ id }) => id);
  return rows.map(({ attachment }) => attachment).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** A note brings files of its author's own; false, and it must not be kept, where some are not to be had. */
export async function attachToNote(
  db: Database,
  { conversationId, activityNo }: { conversationId: string; activityNo: number },
  authorId: string,
  files: AttachmentInputs,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update files set conversation_id = ${conversationId}, activity_no = ${activityNo}, alt = nullif(trim(given.alt), ''),
      updated_at = now()
    from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ alt }) => alt ?? '')}::text[]) as given (id, alt)
    where files.id = given.id and files.seq is null and files.activity_no is null and files.updated_at > '-infinity'
      and ${isBy({ userId: authorId })}
  `.execute(db);
  return numAffectedRows === BigInt(files.length);
}
