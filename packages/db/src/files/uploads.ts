/** Files from their announcement to the end of their checking. */
import type {
  ActiveContent,
  Attachment,
  FileKind,
  RefusalReason,
  SentFile,
  WebsiteFiles,
} from '@parley/contracts/messages/attachments';
import { type RawBuilder, sql } from 'kysely';
import { isSameContact } from '../conversations/continuation.ts';
import type { Database } from '../database.ts';
import type { FileSource, Thumbnails } from '../tables/files.ts';
import { sessionsOfSameContact } from '../visitors/contacts.ts';
import { attachmentColumn } from './entity.ts';

/** Owner of a file: the visitor or user who uploaded it. */
export type Uploader = { visitorId: string } | { userId: string };

/** Condition on `files`: uploaded by this owner. */
export const isBy = (uploader: Uploader): RawBuilder<boolean> =>
  'visitorId' in uploader
    ? sql<boolean>`files.visitor_id = ${uploader.visitorId}::uuid`
    : sql<boolean>`files.user_id = ${uploader.userId}::uuid`;

/** A file with the data that its processing needs. */
export interface StoredFile {
  attachment: Attachment;
  visitorId: string | null;
  /** Conversation of the message that it is attached to. */
  conversationId: string | null;
  seq: number | null;
  /** Source that its bytes are fetched from; null if the uploader sends them. */
  source: FileSource | null;
  /** Limits of the website's files for visitors; null for the defaults, and for files of the team. */
  allowed: Pick<WebsiteFiles, 'kinds' | 'maxBytes' | 'activeContent'> | null;
}

const storedFile = sql`${attachmentColumn} as attachment, files.visitor_id, files.conversation_id, files.seq, files.source,
  (select websites.files from visitors join websites on websites.id = visitors.website_id
    where visitors.id = files.visitor_id) as allowed`;

export interface NewFile {
  name: string;
  size: number;
  /** Makes announcing repeatable: under one id a file is noted once. */
  id?: string | undefined;
  /** Source that its bytes are fetched from, if no client sends them. */
  source?: FileSource | undefined;
  /** Hash of the visitor's network, for files sent by visitors. */
  network?: string | null | undefined;
}

/**
 * Stores a file that is about to be uploaded; undefined if it exceeds the uploader's limit of files or bytes in 24
 * hours.
 */
export async function insertFile(
  db: Database,
  uploader: Uploader,
  file: NewFile,
  quota: { files: number; bytes: number },
): Promise<Attachment | undefined> {
  return db.transaction().execute(async (transaction) => {
    const [visitorId, userId] = 'visitorId' in uploader ? [uploader.visitorId, null] : [null, uploader.userId];
    // Uploads of one uploader are registered one at a time: two at once must not both be the last that fits.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${visitorId ?? userId}`}, 27))`.execute(
      transaction,
    );
    const { id = null, source, network = null } = file;
    const { rows } = await sql<{ attachment: Attachment }>`
      with used as (
        select count(*) as files, coalesce(sum(size), 0) as bytes from files
        where ${isBy(uploader)} and created_at > now() - interval '24 hours' and bytes_of is null
      )
      insert into files (id, visitor_id, user_id, name, size, source, network)
      select coalesce(${id}::uuid, uuidv7()), ${visitorId}::uuid, ${userId}::uuid, ${file.name}, ${file.size}::bigint,
        ${source ? JSON.stringify(source) : null}::jsonb, ${network} from used
      where used.files < ${quota.files} and used.bytes + ${file.size}::bigint <= ${quota.bytes}::bigint
      on conflict (id) do nothing
      returning ${attachmentColumn} as attachment
    `.execute(transaction);
    const [inserted] = rows;
    return inserted || id === null ? inserted?.attachment : (await findUpload(transaction, uploader, id))?.attachment;
  });
}

/** A file by its id, or undefined. */
export async function findFile(db: Database, id: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`select ${storedFile} from files where id = ${id}`.execute(db);
  return rows[0];
}

/** A file of an uploader's own, or undefined. */
export async function findUpload(db: Database, uploader: Uploader, id: string): Promise<StoredFile | undefined> {
  const { rows } =
    await sql<StoredFile>`select ${storedFile} from files where id = ${id} and ${isBy(uploader)}`.execute(db);
  return rows[0];
}

/** Returns the id under which the bytes of a file are stored, of which several files may share one. */
export async function bytesIdOf(db: Database, id: string): Promise<string> {
  const row = await db.selectFrom('files').select('bytesOf').where('id', '=', id).executeTakeFirst();
  return row?.bytesOf ?? id;
}

/** Stores the size of a file, which is known once its bytes arrive. */
export async function resizeFile(db: Database, id: string, size: number): Promise<void> {
  await db.updateTable('files').set({ size }).where('id', '=', id).where('state', '=', 'receiving').execute();
}

/** Marks a file as completely received. Undefined if it already was. */
export async function beginChecking(db: Database, id: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    update files set state = 'checking', updated_at = now() where id = ${id} and state = 'receiving'
    returning ${storedFile}
  `.execute(db);
  return rows[0];
}

export interface CheckedFile {
  name: string;
  type: string;
  kind: FileKind;
  size: number;
  width: number | null;
  height: number | null;
  thumbnails: Thumbnails | null;
  activeContent: readonly ActiveContent[];
}

/** Stores what is said in a voice note. Undefined if it was deleted, or has a transcript already. */
export async function storeTranscript(db: Database, id: string, transcript: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    update files set transcript = ${transcript} where id = ${id} and transcript is null returning ${storedFile}
  `.execute(db);
  return rows[0];
}

/** Marks a file as accepted. Undefined if it was deleted or already decided otherwise. */
export async function finishChecking(db: Database, id: string, checked: CheckedFile): Promise<StoredFile | undefined> {
  const { name, type, kind, size, width, height, thumbnails, activeContent } = checked;
  const { rows } = await sql<StoredFile>`
    update files set state = 'ready', name = ${name}, type = ${type}, kind = ${kind}, size = ${size}::bigint,
      width = ${width}, height = ${height}, thumbnails = ${thumbnails && JSON.stringify(thumbnails)}::jsonb,
      active_content = nullif(${[...activeContent]}::text[], '{}'), updated_at = now()
    where id = ${id} and state = 'checking'
    returning ${storedFile}
  `.execute(db);
  return rows[0];
}

/** Refuses a file. Undefined if it was deleted or already decided. */
export async function refuseFile(db: Database, id: string, reason: RefusalReason): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    update files set state = 'refused', reason = ${reason}, updated_at = now()
    where id = ${id} and state in ('receiving', 'checking')
    returning ${storedFile}
  `.execute(db);
  return rows[0];
}

/** Withdraws an upload. Returns false if it isn't the uploader's, or is attached to anything. */
export async function dropUpload(db: Database, uploader: Uploader, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update files set state = 'refused', reason = 'incomplete', updated_at = '-infinity'
    where id = ${id} and ${isBy(uploader)} and seq is null and activity_no is null and scheduled_id is null
      and canned_reply_id is null and bulk_message_id is null
  `.execute(db);
  return numAffectedRows > 0n;
}

/** Requires that the message or note with the file was not removed, if there is one. */
export const isReadable = sql<boolean>`(files.seq is null or exists (select from messages
    where messages.conversation_id = files.conversation_id and messages.seq = files.seq and messages.removed_at is null))
  and not exists (select from activities where activities.conversation_id = files.conversation_id
    and activities.about = files.activity_no and activities.kind = 'note_removed')`;

/** Viewer of a file: a visitor, or a representative limited to the scope `within`; undefined for everything. */
export type FileViewer = { visitorId: string } | { userId: string; within: RawBuilder<boolean> | undefined };

/**
 * Returns those of the files that the viewer may see. A visitor sees the files of their conversation and their own; a
 * representative those of conversations, also of scheduled messages, within their scope, of shared canned replies and
 * of their own, of any bulk message without a limited scope, and uploads of theirs that nothing has brought yet.
 */
export async function visibleFiles(db: Database, ids: readonly string[], viewer: FileViewer): Promise<Attachment[]> {
  const { rows } = await sql<{ attachment: Attachment }>`
    select ${attachmentColumn} as attachment from files
    where id = any(${ids}::uuid[]) and state = 'ready' and ${isReadable}
      and ${'visitorId' in viewer ? isOfVisitor(viewer.visitorId) : isOfTeamMember(viewer)}
  `.execute(db);
  return rows.map(({ attachment }) => attachment);
}

function isOfVisitor(visitorId: string): RawBuilder<boolean> {
  // A note's are the team's alone.
  return sql<boolean>`files.activity_no is null and (files.visitor_id = ${visitorId}::uuid or exists (select from conversations
    where conversations.id = files.conversation_id and conversations.visitor_id = ${visitorId}::uuid)
    or exists (select from conversations merged join conversations target on target.id = merged.merged_into
      where target.id = files.conversation_id and merged.visitor_id = ${visitorId}::uuid
        and files.seq >= merged.continued_from and ${isSameContact(sql`merged.visitor_id`, sql`target.visitor_id`)}))`;
}

/** Decides by what the file is attached to; an unattached file is visible only to its uploader. */
function isOfTeamMember({ userId, within }: Extract<FileViewer, { userId: string }>): RawBuilder<boolean> {
  const isWithin = (conversationId: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from conversations where conversations.id = ${conversationId} and ${within ?? sql`true`})`;
  return sql<boolean>`case
    when files.conversation_id is not null then ${isWithin(sql`files.conversation_id`)}
    when files.scheduled_id is not null then ${isWithin(
      sql`(select conversation_id from scheduled_messages where scheduled_messages.id = files.scheduled_id)`,
    )}
    when files.canned_reply_id is not null then exists (select from canned_replies
      where canned_replies.id = files.canned_reply_id and coalesce(owner_id, ${userId}::uuid) = ${userId}::uuid)
    when files.bulk_message_id is not null and ${within === undefined}::boolean then true
    else files.user_id = ${userId}::uuid and files.seq is null end`;
}

/**
 * Returns a file of a message in the delivery's conversation, or undefined. A mail to the customer gives no access once
 * they have another address, nor a webhook's call once the webhook is deleted.
 */
export async function deliveredFile(db: Database, id: string, deliveryId: string): Promise<Attachment | undefined> {
  const { rows } = await sql<{ attachment: Attachment }>`
    select ${attachmentColumn} as attachment from files
    join messages on messages.conversation_id = files.conversation_id and messages.seq = files.seq
    join conversations on conversations.id = files.conversation_id
    join deliveries on deliveries.conversation_id = files.conversation_id
    where files.id = ${id} and files.state = 'ready' and messages.removed_at is null
      and deliveries.id = ${deliveryId}
      and case deliveries.payload->>'kind' when 'transcript' then true
        when 'digest' then lower(deliveries.target) = lower(conversations.customer_email)
        when 'answer' then deliveries.channel <> 'api_channel' or exists (select from api_channels
          where api_channels.id::text = split_part(deliveries.target, ':', 1) and api_channels.is_active)
        when 'thread_message' then true
        when 'webhook' then exists (select from webhooks where webhooks.id::text = deliveries.target and is_active)
        else false end
  `.execute(db);
  return rows[0]?.attachment;
}

/** Returns the newest files of messages in the conversations of a visitor's contact that meet a condition. */
export async function filesOfContact(
  db: Database,
  visitorId: string,
  { limit, within = sql<boolean>`true` }: { limit: number; within?: RawBuilder<boolean> | undefined },
): Promise<SentFile[]> {
  const { rows } = await sql<Omit<SentFile, 'sentAt'> & { sentAt: Date }>`
    select ${attachmentColumn} as attachment, files.conversation_id, files.seq, messages.created_at as sent_at,
      messages.sender_type = 'customer' as is_from_customer
    from conversations
    join files on files.conversation_id = conversations.id and files.seq is not null and files.state = 'ready'
    join messages on messages.conversation_id = files.conversation_id and messages.seq = files.seq
      and messages.removed_at is null
    where conversations.visitor_id = any(${sessionsOfSameContact(visitorId)}) and not conversations.hidden and ${within}
    order by messages.created_at desc, files.id limit ${limit}
  `.execute(db);
  return rows.map(({ sentAt, ...file }) => ({ ...file, sentAt: sentAt.toISOString() }));
}

/**
 * Returns the files of messages of these conversations and all other uploads of these visitors, except those of removed
 * messages.
 */
export async function filesOfDataSubject(
  db: Database,
  { conversationIds, visitorIds }: { conversationIds: readonly string[]; visitorIds: readonly string[] },
): Promise<Attachment[]> {
  const { rows } = await sql<{ attachment: Attachment }>`
    select ${attachmentColumn} as attachment from files
    where (files.visitor_id = any(${visitorIds}::uuid[])
      or (files.conversation_id = any(${conversationIds}::uuid[]) and files.seq is not null)) and ${isReadable}
    order by files.id
  `.execute(db);
  return rows.map(({ attachment }) => attachment);
}

/** Returns the names of files by their id. */
export async function namesOfFiles(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('files').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
