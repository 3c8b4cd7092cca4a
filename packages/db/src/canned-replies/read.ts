import type { CannedReply } from '@parley/contracts/canned-replies';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { type CannedReplyRow, cannedReplyColumns, toCannedReply } from './entity.ts';

/**
 * Those that all share and those of one person, by shortcut; of two with the same one the shared one first. With `onlyId`
 * that one alone, if it is among them.
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

/** Whose a reply is (null: all share it); undefined when there is none. */
export async function ownerOfReply(db: Database, id: string): Promise<{ ownerId: string | null } | undefined> {
  return db.selectFrom('cannedReplies').select('ownerId').where('id', '=', id).executeTakeFirst();
}

/** How many a person has, or with null how many all share. */
export async function countReplies(db: Database, ownerId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('cannedReplies')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('ownerId', 'is not distinct from', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
