/** Reading what happened to conversations. For the staff's eyes: the linter names who may import this. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../prepared.ts';
import { type ActivityRow, activityColumns, toActivity } from './entity.ts';

/** Finds one activity of a conversation; undefined for an unknown number. */
export async function findActivity(
  db: Database,
  conversationId: string,
  activityNo: number,
): Promise<Activity | undefined> {
  const [activity] = await activitiesAfter(db, conversationId, activityNo - 1, 1);
  return activity?.activityNo === activityNo ? activity : undefined;
}

/** The first `limit` activities after `activityNo`, oldest first. */
export async function activitiesAfter(
  db: Database,
  conversationId: string,
  activityNo: number,
  limit: number,
): Promise<Activity[]> {
  const rows = await prepared(
    db,
    sql<ActivityRow>`select ${activityColumns} from activities
      where conversation_id = ${conversationId} and activity_no > ${activityNo} order by activity_no limit ${limit}`,
  );
  return rows.map(toActivity);
}

/** The `limit` activities just before `activityNo` (the newest of all when null), oldest first. */
export async function activitiesBefore(
  db: Database,
  conversationId: string,
  activityNo: number | null,
  limit: number,
): Promise<Activity[]> {
  const earlier = activityNo === null ? sql`` : sql`and activity_no < ${activityNo}`;
  const rows = await prepared(
    db,
    sql<ActivityRow>`select ${activityColumns} from activities
      where conversation_id = ${conversationId} ${earlier} order by activity_no desc limit ${limit}`,
  );
  return rows.toReversed().map(toActivity);
}
