/** Reading what happened to conversations. For the staff's eyes: the linter names who may import this. */
import type { Act } from '@parley/contracts/conversations/acts';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { type ActRow, actColumns, toAct } from './entity.ts';

export async function findAct(db: Database, conversationId: string, actNo: number): Promise<Act | undefined> {
  const [act] = await actsAfter(db, conversationId, actNo - 1, 1);
  return act?.actNo === actNo ? act : undefined;
}

/** The first `limit` acts after `actNo`, oldest first. */
export async function actsAfter(db: Database, conversationId: string, actNo: number, limit: number): Promise<Act[]> {
  const rows = await prepared(
    db,
    sql<ActRow>`select ${actColumns} from acts
      where conversation_id = ${conversationId} and act_no > ${actNo} order by act_no limit ${limit}`,
  );
  return rows.map(toAct);
}

/** The `limit` acts just before `actNo` (the newest of all when null), oldest first. */
export async function actsBefore(
  db: Database,
  conversationId: string,
  actNo: number | null,
  limit: number,
): Promise<Act[]> {
  const earlier = actNo === null ? sql`` : sql`and act_no < ${actNo}`;
  const rows = await prepared(
    db,
    sql<ActRow>`select ${actColumns} from acts
      where conversation_id = ${conversationId} ${earlier} order by act_no desc limit ${limit}`,
  );
  return rows.toReversed().map(toAct);
}
