/** Absences as they are stored. */
import type { Representative } from '@parley/contracts/entities';
import type { Absence } from '@parley/contracts/users/absences';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { AbsencesTable } from '../tables/users.ts';

const columns = ['id', 'userId', 'startsAt', 'endsAt', 'coveredBy', 'updatedAt'] as const;

const toAbsence = ({
  startsAt,
  endsAt,
  updatedAt,
  ...row
}: Pick<Selectable<AbsencesTable>, (typeof columns)[number]>): Absence => ({
  ...row,
  from: startsAt.toISOString(),
  until: endsAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** The absence of a row of `users` that is under way, of several the one that ends last; null without one. */
export const presentAbsence = sql<Representative['absence']>`(
  select jsonb_build_object('until', ends_at, 'coveredBy', case when covering.id is not null
    then jsonb_build_object('id', covering.id, 'name', covering.name) end)
  from absences left join users covering on covering.id = covered_by and covering.is_active
  where absences.user_id = users.id and starts_at <= now() and ends_at > now() order by ends_at desc limit 1)`;

/** Those that have not ended, the earliest first. */
export async function listAbsences(db: Database, userId?: string): Promise<Absence[]> {
  const rows = await db
    .selectFrom('absences')
    .select(columns)
    .where('endsAt', '>', sql<Date>`now()`)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .orderBy('startsAt')
    .orderBy('id')
    .execute();
  return rows.map(toAbsence);
}

/** Returns all absences with the names of users, as an export contains them, the earliest first. */
export async function exportAbsences(db: Database): Promise<object[]> {
  return db
    .selectFrom('absences')
    .innerJoin('users', 'users.id', 'absences.userId')
    .leftJoin('users as covering', 'covering.id', 'absences.coveredBy')
    .select([
      'absences.id',
      'absences.userId',
      'users.name as userName',
      'startsAt as from',
      'endsAt as until',
      'coveredBy',
      'covering.name as coveredByName',
    ])
    .orderBy('startsAt')
    .orderBy('absences.id')
    .execute();
}

export async function findAbsence(db: Database, id: string): Promise<Absence | undefined> {
  const row = await db.selectFrom('absences').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toAbsence(row);
}

export interface AbsenceFields {
  from: string;
  until: string;
  coveredBy: string | null;
}

const stored = ({ from, until, coveredBy }: Partial<AbsenceFields>) => ({
  ...(from !== undefined && { startsAt: new Date(from) }),
  ...(until !== undefined && { endsAt: new Date(until) }),
  ...(coveredBy !== undefined && { coveredBy }),
});

export async function insertAbsence(
  db: Database,
  { from, until, coveredBy, userId, createdBy }: AbsenceFields & { userId: string; createdBy: string },
): Promise<Absence> {
  const row = await db
    .insertInto('absences')
    .values({ userId, createdBy, startsAt: new Date(from), endsAt: new Date(until), coveredBy })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toAbsence(row);
}

/** Undefined when there is no such absence. */
export async function updateAbsence(
  db: Database,
  id: string,
  change: Partial<AbsenceFields>,
): Promise<Absence | undefined> {
  const row = await db
    .updateTable('absences')
    .set({ ...stored(change), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toAbsence(row);
}

/** Returns whether it existed. */
export async function deleteAbsence(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('absences').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
