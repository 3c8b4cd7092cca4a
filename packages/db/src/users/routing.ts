/** Reads and writes what users are assigned automatically. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface UserRouting {
  capacity: number;
  languages: string[];
  skills: string[];
}

/** Undefined for an unknown user. */
export async function findUserRouting(db: Database, id: string): Promise<UserRouting | undefined> {
  return db
    .selectFrom('users')
    .select(['capacity', 'languages', 'skills'])
    .where('id', '=', id)
    .where('kind', '=', 'person')
    .executeTakeFirst();
}

export async function updateUserRouting(db: Database, id: string, change: Partial<UserRouting>): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
