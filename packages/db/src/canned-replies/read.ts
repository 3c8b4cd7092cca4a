import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { type CannedReplyRow, cannedReplyColumns, toCannedReply } from './entity.ts';

/**
 * Returns the shared replies and those of a user, by shortcut; of two with the same shortcut the shared one first. With
 * `onlyId` only that one, if it is among them.
 */
export async function listCannedReplies(db: Database, userId: string, onlyId?: string): Promise<CannedReply[]> {
  const rows = await prepared(
    db,
    sql<CannedReplyRow>`
      select ${cannedReplyColumns(userId)} from canned_replies reply
      where (owner_id is null or owner_id = ${userId}::uuid) and (${onlyId ?? null}::uuid is null or id = ${onlyId ?? null}::uuid)
      order by shortcut, owner_id nulls first
    `,
  );
  return rows.map(toCannedReply);
}

/** Returns the owner of a reply (null for a shared one); undefined when there is none. */
export async function ownerOfReply(db: Database, id: string): Promise<{ ownerId: string | null } | undefined> {
  return db.selectFrom('cannedReplies').select('ownerId').where('id', '=', id).executeTakeFirst();
}

/** Returns the number of a user's replies, or with null of the shared ones. */
export async function countReplies(db: Database, ownerId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('cannedReplies')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('ownerId', 'is not distinct from', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
