/** Schedules as they are stored: the default one without a week, which the settings have. */
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Holiday, Schedule, ScheduleException, ScheduleWeek } from '@parley/contracts/schedules/schedule';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { orTaken } from '../or-taken.ts';
import type { SchedulesTable } from '../tables/schedules.ts';

/** Schedule without what the settings determine; `week` and `timezone` are null for the default one. */
export interface StoredSchedule extends Omit<Schedule, 'isAlwaysOpen' | 'week' | 'timezone'> {
  week: ScheduleWeek | null;
  timezone: string | null;
}

const columns = [
  'id',
  'name',
  'isDefault',
  'timezone',
  'week',
  'exceptions',
  'holidays',
  'holidaysUrl',
  'holidaysReadAt',
  'holidaysFailure',
  'updatedAt',
] as const;

function toSchedule({
  holidaysUrl,
  holidaysReadAt,
  holidaysFailure,
  updatedAt,
  ...row
}: Pick<Selectable<SchedulesTable>, (typeof columns)[number]>): StoredSchedule {
  return {
    ...row,
    holidayCalendar: {
      host: holidaysUrl && new URL(holidaysUrl).host,
      readAt: holidaysReadAt?.toISOString() ?? null,
      failure: holidaysFailure?.reason ?? null,
      failureLocalized: holidaysFailure?.localized ?? null,
    },
    updatedAt: updatedAt.toISOString(),
  };
}

/** The default schedule, then the others by name. */
export async function listSchedules(db: Database): Promise<StoredSchedule[]> {
  const rows = await db
    .selectFrom('schedules')
    .select(columns)
    .orderBy('isDefault', 'desc')
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(toSchedule);
}

export async function findSchedule(db: Database, id: string): Promise<StoredSchedule | undefined> {
  const row = await db.selectFrom('schedules').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toSchedule(row);
}

/** Website and team that a schedule is looked for; null without one. */
export interface ScheduleOwners {
  websiteId: string | null;
  /** Team that conversations are given to, if not that of the website. */
  teamId?: string | null;
  /** Schedule of their own, which comes before those of website and team. */
  scheduleId?: string | null;
}

/**
 * Returns the schedule that applies: the given one, that of the website, of the given team, of the website's team (of several, the one
 * with the fewest websites that has a schedule), or the default one.
 */
export async function findScheduleOf(
  db: Database,
  { websiteId, teamId = null, scheduleId = null }: ScheduleOwners,
): Promise<StoredSchedule> {
  const row = await db
    .selectFrom('schedules')
    .select(columns)
    .where(
      'id',
      '=',
      sql<string>`coalesce(
        (select id from schedules where id = ${scheduleId}::uuid),
        (select schedule_id from websites where id = ${websiteId}::uuid),
        (select schedule_id from teams where id = ${teamId}::uuid),
        (select schedule_id from teams join team_websites on team_id = teams.id
          where website_id = ${websiteId}::uuid and schedule_id is not null
          order by (select count(*) from team_websites mine where mine.team_id = teams.id), lower(teams.name) limit 1),
        (select id from schedules where is_default))`,
    )
    .executeTakeFirstOrThrow();
  return toSchedule(row);
}

export interface NewSchedule {
  name: string;
  timezone: string;
  week: ScheduleWeek;
  exceptions: readonly ScheduleException[];
}
export type ScheduleChange = { [Field in keyof NewSchedule]?: NewSchedule[Field] | undefined };

const asColumns = ({ week, exceptions, ...fields }: ScheduleChange) => ({
  ...fields,
  ...(week && { week: JSON.stringify(week) }),
  ...(exceptions && { exceptions: JSON.stringify(exceptions) }),
});

/** Adds a schedule while there are fewer than `max`. */
export async function insertSchedule(
  db: Database,
  { max, week, exceptions, ...fields }: NewSchedule & { max: number },
): Promise<StoredSchedule | 'taken' | 'full'> {
  const { count } = await db
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('isDefault', '=', false)
    .executeTakeFirstOrThrow();
  if (Number(count) >= max) return 'full';
  const row = await db
    .insertInto('schedules')
    .values({ ...fields, week: JSON.stringify(week), exceptions: JSON.stringify(exceptions) })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(orTaken);
  return row === 'taken' ? row : toSchedule(row);
}

/** Undefined when unknown. */
export async function updateSchedule(
  db: Database,
  id: string,
  change: ScheduleChange,
): Promise<StoredSchedule | 'taken' | undefined> {
  const row = await db
    .updateTable('schedules')
    .set({ ...asColumns(change), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch(orTaken);
  return row === 'taken' || !row ? row : toSchedule(row);
}

/** Removes a schedule other than the default one. Returns whether there was one. */
export async function deleteSchedule(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('schedules')
    .where('id', '=', id)
    .where('isDefault', '=', false)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Hours between two reads of a calendar, and after one that failed. */
const readEvery = { success: 24, failure: 1 } as const;

/** Replaces the holidays of a schedule, and the address that they come from. Undefined when unknown. */
export async function storeHolidays(
  db: Database,
  id: string,
  { url, holidays }: { url: string | null; holidays: readonly Holiday[] | null },
): Promise<StoredSchedule | undefined> {
  const row = await db
    .updateTable('schedules')
    .set({
      holidaysUrl: url,
      holidays: JSON.stringify(holidays ?? []),
      holidaysReadAt: holidays && sql<Date>`now()`,
      holidaysFailure: sql<string>`null`,
      holidaysDueAt: url === null ? null : sql<Date>`now() + make_interval(hours => ${readEvery.success})`,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toSchedule(row);
}

/** Records why a calendar could not be read; its earlier holidays stay. */
export async function noteHolidayFailure(
  db: Database,
  { id, url }: { id: string; url: string },
  failure: { reason: string; localized: LocalizedText | null },
): Promise<void> {
  await db
    .updateTable('schedules')
    .set({ holidaysFailure: JSON.stringify(failure) })
    .where('id', '=', id)
    .where('holidaysUrl', '=', url)
    .execute();
}

/** Claims calendars that are due: another worker gets them again in an hour, unless they are read by then. */
export async function claimDueHolidays(db: Database, limit: number): Promise<{ id: string; url: string }[]> {
  const { rows } = await sql<{ id: string; url: string }>`
    update schedules set holidays_due_at = now() + make_interval(hours => ${readEvery.failure})
    where id in (select id from schedules where holidays_due_at <= now()
      order by holidays_due_at limit ${limit} for update skip locked)
    returning id, holidays_url as url
  `.execute(db);
  return rows;
}
