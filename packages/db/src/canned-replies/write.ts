import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { sql } from 'kysely';
import { type Database, isUniqueViolation, type Transaction } from '../database.ts';
import { holdFiles, LacksFiles, releaseFiles } from '../files/waiting.ts';
import { type CannedReplyRow, cannedReplyColumns, toCannedReply } from './entity.ts';

export type ReplyDraft = Pick<
  CannedReply,
  'ownerId' | 'teamId' | 'name' | 'shortcut' | 'text' | 'variants' | 'actions' | 'websiteIds'
> &
  Partial<Pick<CannedReply, 'blocks'>>;

/** All files of a reply; left out if they don't change. */
interface WithFiles {
  attachments?: AttachmentInputs | undefined;
}

/** The reply as it is now; `taken` when its owner has another one with the shortcut, and nothing was changed. */
type Written = CannedReply | 'taken';

const whereTaken = (error: unknown): 'taken' => {
  if (isUniqueViolation(error, 'canned_replies_shortcut')) return 'taken';
  throw error;
};

/** @throws LacksFiles where files are not the writer's, or not to be had; nothing is added then */
export async function insertReply(db: Database, draft: ReplyDraft & WithFiles, createdBy: string): Promise<Written> {
  const { ownerId, teamId, name, shortcut, text, variants, actions, blocks, websiteIds, attachments } = draft;
  return db
    .transaction()
    .execute(async (transaction) => {
      const { id } = await transaction
        .insertInto('cannedReplies')
        .values({
          ownerId,
          teamId,
          name,
          shortcut,
          text,
          variants: JSON.stringify(variants),
          actions: JSON.stringify(actions),
          blocks: blocks ? JSON.stringify(blocks) : undefined,
          websiteIds,
          createdBy,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (attachments) await setFiles(transaction, id, createdBy, attachments);
      return readWritten(transaction, id, createdBy);
    })
    .catch(whereTaken);
}

/**
 * Changes a locked reply and returns it as `userId` sees it. The caller must end the transaction if it wasn't changed.
 *
 * @throws LacksFiles where files are neither the reply's nor the writer's
 */
export async function updateReply(
  transaction: Transaction,
  { id, userId }: { id: string; userId: string },
  { variants, actions, blocks, attachments, ...change }: Partial<ReplyDraft> & WithFiles,
): Promise<Written> {
  const update = transaction
    .updateTable('cannedReplies')
    .set({
      ...change,
      ...(variants && { variants: JSON.stringify(variants) }),
      ...(actions && { actions: JSON.stringify(actions) }),
      ...(blocks !== undefined && { blocks: sql<string>`${blocks && JSON.stringify(blocks)}::jsonb` }),
      // Later than it was, so that no two states have the same.
      updatedAt: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id);
  try {
    await update.execute();
  } catch (error) {
    return whereTaken(error);
  }
  if (attachments) await setFiles(transaction, id, userId, attachments);
  return readWritten(transaction, id, userId);
}

/** @throws LacksFiles */
async function setFiles(db: Database, id: string, userId: string, attachments: AttachmentInputs): Promise<void> {
  const ids = attachments.map((each) => each.id);
  if (!(await holdFiles(db, { cannedReplyId: id }, userId, attachments))) throw new LacksFiles();
  await releaseFiles(db, { cannedReplyId: id }, ids);
  const attachmentIds = ids.length > 0 ? ids : null;
  await db.updateTable('cannedReplies').set({ attachmentIds }).where('id', '=', id).execute();
}

async function readWritten(db: Database, id: string, userId: string): Promise<CannedReply> {
  const { rows } = await sql<CannedReplyRow>`
    select ${cannedReplyColumns(userId)} from canned_replies reply where id = ${id}
  `.execute(db);
  if (!rows[0]) throw new Error('A reply that was written is not there.');
  return toCannedReply(rows[0]);
}

/** False when there is none of this owner's. */
export async function deleteReply(db: Database, id: string, ownerId: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('cannedReplies')
    .where('id', '=', id)
    .where('ownerId', 'is not distinct from', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Stores many at once; no two of them have the same owner and shortcut. Those that are there are replaced. Their uses
 * go on counting.
 */
export async function upsertReplies(db: Database, drafts: readonly ReplyDraft[], createdBy: string): Promise<void> {
  const rows = drafts.map(({ ownerId, name, shortcut, text, variants, actions, websiteIds }) => ({
    owner_id: ownerId,
    name,
    shortcut,
    text,
    variants,
    actions,
    website_ids: `{${websiteIds.join(',')}}`,
  }));
  await sql`
    insert into canned_replies (owner_id, name, shortcut, text, variants, actions, website_ids, created_by)
    select owner_id, name, shortcut, text, variants, actions, website_ids::uuid[], ${createdBy}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (owner_id uuid, name text, shortcut text, text text,
      variants jsonb, actions jsonb, website_ids text)
    on conflict on constraint canned_replies_shortcut do update set name = excluded.name, text = excluded.text,
      variants = excluded.variants, actions = excluded.actions, website_ids = excluded.website_ids, updated_at = now()
  `.execute(db);
}

/** Counts replies as used by a user; replies of other users and deleted ones are not counted. */
export async function countUses(db: Database, userId: string, replyIds: readonly string[]): Promise<void> {
  await sql`
    insert into canned_reply_uses (reply_id, user_id, uses)
    select id, ${userId}::uuid, 1 from canned_replies
    where id = any(${replyIds}::uuid[]) and (owner_id is null or owner_id = ${userId}::uuid)
    order by id
    on conflict (reply_id, user_id) do update set uses = canned_reply_uses.uses + 1, last_used_at = now()
  `.execute(db);
}

/** Stores the run of a macro that sends no message; returns false if it was already stored. */
export async function beginMacroRun(
  db: Database,
  run: { conversationId: string; clientMacroId: string; userId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('macroRuns')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
