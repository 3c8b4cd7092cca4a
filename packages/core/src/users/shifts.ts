/** Shifts: users who have some are offline outside them, whatever status they chose. */
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { isDate } from '@parley/contracts/schedules/schedule';
import { isTimeZone } from '@parley/contracts/schedules/time-zones';
import { shiftsPerUserMax } from '@parley/contracts/users/limits';
import { type Shift, shiftBounds, shiftSpans, type ShiftTimes } from '@parley/contracts/users/shifts';
import * as shifts from '@parley/db/users/shifts';
import { isAssignable } from '@parley/db/users/users';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseForOthers } from '../permissions/permissions.ts';
import { publishAvailabilities } from '../presence/availability.ts';

const unknownShift = (): Problem => new Problem('not_found', localize('no_such_shift'));
const about = (id: string) => ({ type: 'user', id });
const timesOf = ({ weekdays, start, end, timezone, from, until }: ShiftTimes): ShiftTimes => ({
  weekdays,
  start,
  end,
  timezone,
  from,
  until,
});

/** Those of all users that have not ended: colleagues plan by them. */
export async function listShifts({ db }: Pick<Context, 'db'>): Promise<Shift[]> {
  return shifts.listShifts(db);
}

/** @throws Problem `forbidden`, `not_found`, `invalid`, and `conflict` for too many */
export async function addShift(
  context: Context,
  caller: StaffCaller,
  userId: string,
  times: ShiftTimes,
): Promise<Shift> {
  await refuseForOthers(context, caller, 'people.status', userId);
  refuseUnfit(times);
  if (!(await isAssignable(context.db, userId))) throw new Problem('not_found', localize('no_such_user'));
  const shift = await context.db.transaction().execute(async (db) => {
    if ((await shifts.listShifts(db, [userId])).length >= shiftsPerUserMax)
      throw new Problem('conflict', localize('too_many_shifts', { max: shiftsPerUserMax }));
    const made = await shifts.insertShift(db, { userId, createdBy: caller.user.id, times });
    await recordAudit({ db }, caller, { action: 'shift.added', subject: about(userId), details: timesOf(made) });
    return made;
  });
  await publish(context, userId);
  return shift;
}

/** @throws Problem `forbidden`, `not_found`, `invalid`, and as `holdAsSeen` */
export async function updateShift(
  context: Context,
  caller: StaffCaller,
  { id: userId, shiftId }: { id: string; shiftId: string },
  { expected, ...change }: AsSeen<Partial<ShiftTimes>, Shift>,
): Promise<Shift> {
  await refuseForOthers(context, caller, 'people.status', userId);
  const shift = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const found = await shifts.findShift(db, shiftId);
      return found?.userId === userId ? found : undefined;
    };
    const present = await holdAsSeen(db, {
      table: 'shifts',
      id: shiftId,
      read,
      change,
      expected,
      unknown: unknownShift,
    });
    const times = { ...timesOf(present), ...change };
    refuseUnfit(times);
    const changed = await shifts.updateShift(db, shiftId, times);
    if (!changed) throw unknownShift();
    await recordAudit({ db }, caller, {
      action: 'shift.updated',
      subject: about(userId),
      details: { before: timesOf(present), after: timesOf(changed) },
    });
    return changed;
  });
  await publish(context, userId);
  return shift;
}

/** @throws Problem `forbidden`, `not_found` */
export async function deleteShift(
  context: Context,
  caller: StaffCaller,
  { id: userId, shiftId }: { id: string; shiftId: string },
): Promise<void> {
  await refuseForOthers(context, caller, 'people.status', userId);
  await context.db.transaction().execute(async (db) => {
    const present = await shifts.findShift(db, shiftId);
    if (present?.userId !== userId || !(await shifts.deleteShift(db, shiftId)))
      throw await goneOr(db, shiftId, unknownShift);
    await recordAudit({ db }, caller, { action: 'shift.deleted', subject: about(userId), details: timesOf(present) });
  });
  await publish(context, userId);
}

/** @throws Problem `invalid` naming the field */
function refuseUnfit(times: ShiftTimes): void {
  const { timezone, from, until } = times;
  if (!isTimeZone(timezone)) throw fieldProblem('invalid', 'timezone', localize('no_such_zone'));
  if (!isDate(from)) throw fieldProblem('invalid', 'from', localize('no_such_date'));
  if (until === null) return;
  if (!isDate(until)) throw fieldProblem('invalid', 'until', localize('no_such_date'));
  if (until < from) throw fieldProblem('invalid', 'until', localize('absence_ends_first'));
  const { startsAt, endsAt } = shiftBounds(times);
  if (endsAt !== null && endsAt.getTime() <= Date.now()) throw fieldProblem('invalid', 'until', localize('time_past'));
  const firstWeek = { from: startsAt.getTime(), until: startsAt.getTime() + 8 * 24 * 3600 * 1000 };
  if (shiftSpans(times, firstWeek).length === 0) throw fieldProblem('invalid', 'weekdays', localize('shift_never'));
}

async function publish(context: Context, userId: string): Promise<void> {
  await publishChange(context, { frame: { type: 'absences_updated' } });
  await publishAvailabilities(context, [userId]);
}
