import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { type CannedReplyRow, cannedReplyColumns, toCannedReply } from './entity.ts';

/** Selects one reply, or those of all teams instead of the user's. */
export interface ReplySelection {
  onlyId?: string;
  ofAllTeams?: boolean;
}

/**
 * Returns the shared replies, those of the user's teams and the user's own, by shortcut; of two with the same shortcut
 * the shared one first.
 */
export async function listCannedReplies(
  db: Database,
  userId: string,
  { onlyId, ofAllTeams = false }: ReplySelection = {},
): Promise<CannedReply[]> {
  const rows = await prepared(
    db,
    sql<CannedReplyRow>`
      select ${cannedReplyColumns(userId)} from canned_replies reply
      where (owner_id is null or owner_id = ${userId}::uuid)
        and (team_id is null or ${ofAllTeams}::boolean
          or team_id in (select team_id from team_members where user_id = ${userId}::uuid))
        and (${onlyId ?? null}::uuid is null or id = ${onlyId ?? null}::uuid)
      order by shortcut, owner_id nulls first, team_id nulls first
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
