/** Shifts as they are stored, each with its times of the next weeks. */
import type { Representative } from '@parley/contracts/entities';
import { type Shift, shiftBounds, shiftSpans, type ShiftTimes } from '@parley/contracts/users/shifts';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { ShiftsTable } from '../tables/users.ts';

const dayMs = 24 * 3600 * 1000;
/** Times are stored for so long, and again when half of it has passed. */
const storedMs = 60 * dayMs;

const columns = ['id', 'userId', 'times', 'updatedAt'] as const;

const toShift = ({ id, userId, times, updatedAt }: Pick<Selectable<ShiftsTable>, (typeof columns)[number]>): Shift => ({
  id,
  userId,
  ...times,
  updatedAt: updatedAt.toISOString(),
});

/** Condition on `shifts`: it is one by which the user of a row of `users` works today. */
const isTheirs = sql<boolean>`(user_id = users.id and shifts.starts_at <= now()
  and (shifts.ends_at is null or shifts.ends_at > now()))`;

/** Condition on `users`: they work by shifts, and none is under way. */
export const isOffShift = sql<boolean>`(exists (select from shifts where ${isTheirs})
  and not exists (select from shifts join shift_times on shift_id = shifts.id
    where ${isTheirs} and shift_times.starts_at <= now() and shift_times.ends_at > now()))`;

/** The shifts of a row of `users`: the end of the one under way and the beginning of the next; null without any. */
export const presentShift = sql<Representative['shift']>`(
  select case when count(*) > 0 then jsonb_build_object(
    'until', max(shift_times.ends_at) filter (where shift_times.starts_at <= now() and shift_times.ends_at > now()),
    'next', min(shift_times.starts_at) filter (where shift_times.starts_at > now())) end
  from shifts left join shift_times on shift_id = shifts.id where ${isTheirs})`;

/** Those that have not ended, the earliest first. */
export async function listShifts(db: Database, userIds?: readonly string[]): Promise<Shift[]> {
  const rows = await db
    .selectFrom('shifts')
    .select(columns)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', sql<Date>`now()`)]))
    .$if(userIds !== undefined, (query) =>
      query.where('userId', '=', sql<string>`any(${[...(userIds ?? [])]}::uuid[])`),
    )
    .orderBy('startsAt')
    .orderBy('id')
    .execute();
  return rows.map(toShift);
}

/** Returns all shifts with the names of users, as an export contains them, the earliest first. */
export async function exportShifts(db: Database): Promise<object[]> {
  const rows = await db
    .selectFrom('shifts')
    .innerJoin('users', 'users.id', 'shifts.userId')
    .select(['shifts.id', 'shifts.userId', 'users.name as userName', 'times'])
    .orderBy('startsAt')
    .orderBy('shifts.id')
    .execute();
  return rows.map(({ times, ...row }) => ({ ...row, ...times }));
}

export async function findShift(db: Database, id: string): Promise<Shift | undefined> {
  const row = await db.selectFrom('shifts').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toShift(row);
}

/** Stores a shift with its times. */
export async function insertShift(
  db: Transaction,
  { userId, createdBy, times }: { userId: string; createdBy: string; times: ShiftTimes },
): Promise<Shift> {
  const row = await db
    .insertInto('shifts')
    .values({ userId, createdBy, times: JSON.stringify(times), ...shiftBounds(times) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await storeTimes(db, row.id, times);
  return toShift(row);
}

/** Undefined when there is no such shift. */
export async function updateShift(db: Transaction, id: string, times: ShiftTimes): Promise<Shift | undefined> {
  const row = await db
    .updateTable('shifts')
    .set({ times: JSON.stringify(times), ...shiftBounds(times), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (!row) return undefined;
  await storeTimes(db, id, times);
  return toShift(row);
}

/** Returns whether it existed. */
export async function deleteShift(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('shifts').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

async function storeTimes(db: Transaction, id: string, times: ShiftTimes): Promise<void> {
  const now = Date.now();
  const spans = shiftSpans(times, { from: now, until: now + storedMs });
  await db.deleteFrom('shiftTimes').where('shiftId', '=', id).execute();
  if (spans.length > 0)
    await db
      .insertInto('shiftTimes')
      .values(spans.map(({ from, until }) => ({ shiftId: id, startsAt: new Date(from), endsAt: new Date(until) })))
      .execute();
  await db
    .updateTable('shifts')
    .set({ timedUntil: new Date(now + storedMs) })
    .where('id', '=', id)
    .execute();
}

/** Stores the times of further weeks for shifts that need them. Returns the number of shifts. */
export async function extendShifts(db: Database): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('shifts')
      .select(['id', 'times'])
      .where('timedUntil', '<', new Date(Date.now() + storedMs / 2))
      .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', eb.ref('timedUntil'))]))
      .orderBy('id')
      .limit(500)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, times } of due) await storeTimes(transaction, id, times);
    return due.length;
  });
}
