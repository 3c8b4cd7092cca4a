/** Schedules: the working times of the installation, its websites and its teams. */
import { holidayCalendarMaxBytes, schedulesMax } from '@parley/contracts/schedules/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { englishOf, localize, localizedOf } from '@parley/contracts/i18n/server-texts';
import { businessWeek, workingHoursOf } from '@parley/contracts/schedules/business-hours';
import {
  faultOfExceptions,
  faultOfWeek,
  inOrder,
  type Schedule,
  type ScheduleException,
  type WorkingHours,
} from '@parley/contracts/schedules/schedule';
import { isTimeZone } from '@parley/contracts/schedules/time-zones';
import { weekdays, type Settings } from '@parley/contracts/settings/settings';
import * as schedules from '@parley/db/schedules/schedules';
import { OutboundError } from '@parley/service/outbound-errors';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { validateUrl } from '../validate-url.ts';
import { readHolidays } from './holiday-calendar.ts';

const unknownSchedule = (): Problem => new Problem('not_found', localize('no_such_schedule'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'schedule', id });
const announce = (context: Context) => publishChange(context, { frame: { type: 'schedules_updated' } });

/** Returns a stored schedule with what the settings determine of the default one. */
function complete(
  { week, timezone, ...stored }: schedules.StoredSchedule,
  { businessHours }: Pick<Settings, 'businessHours'>,
): Schedule {
  return {
    ...stored,
    isAlwaysOpen: stored.isDefault && !businessHours.enabled,
    timezone: timezone ?? businessHours.timezone,
    week: week ?? businessWeek(businessHours),
  };
}

/** The default one first, then by name. */
export async function listSchedules(context: Pick<Context, 'db' | 'settings'>): Promise<Schedule[]> {
  const [stored, settings] = await Promise.all([schedules.listSchedules(context.db), context.settings.read()]);
  return stored.map((each) => complete(each, settings));
}

/** Returns the working times that apply to a website and a team: one's own, or business hours. */
export async function findWorkingHours(
  context: Pick<Context, 'db' | 'settings'>,
  owners: schedules.ScheduleOwners,
): Promise<WorkingHours> {
  const [stored, settings] = await Promise.all([schedules.findScheduleOf(context.db, owners), context.settings.read()]);
  return workingHoursOf(complete(stored, settings));
}

/** Returns whether a website and a team have working times at all, or are always open because business hours are off. */
export async function keepsHours(
  context: Pick<Context, 'db' | 'settings'>,
  owners: schedules.ScheduleOwners,
): Promise<boolean> {
  const [stored, settings] = await Promise.all([schedules.findScheduleOf(context.db, owners), context.settings.read()]);
  return !complete(stored, settings).isAlwaysOpen;
}

type ScheduleDraft = Omit<schedules.NewSchedule, 'exceptions'> & { exceptions?: ScheduleException[] };

/** @throws Problem `forbidden`, `invalid`, `conflict` for a name that is taken, and for too many */
export async function addSchedule(context: Context, caller: StaffCaller, draft: ScheduleDraft): Promise<Schedule> {
  await refuseWithout(context, caller, 'settings.change');
  const fields = checked({ exceptions: [], ...draft });
  const made = await context.db.transaction().execute(async (db) => {
    const added = await schedules.insertSchedule(db, { ...fields, max: schedulesMax });
    if (added === 'taken') throw taken(fields.name);
    if (added === 'full') throw new Problem('conflict', localize('too_many_schedules', { max: schedulesMax }));
    await recordAudit({ db }, caller, {
      action: 'schedule.added',
      subject: about(added.id),
      details: detailsOf(added),
    });
    return added;
  });
  await announce(context);
  return complete(made, await context.settings.read());
}

/**
 * Changes a schedule; business hours determine everything but the exceptions of the default one.
 *
 * @throws Problem `forbidden`, `invalid`, `not_found`, `conflict` for a name that is taken, and as `holdAsSeen`
 */
export async function updateSchedule(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...wanted }: AsSeen<schedules.ScheduleChange, Schedule>,
): Promise<Schedule> {
  await refuseWithout(context, caller, 'settings.change');
  const change = checked(wanted);
  const settings = await context.settings.read();
  const after = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const stored = await schedules.findSchedule(db, id);
      return stored && complete(stored, settings);
    };
    const before = await holdAsSeen(db, { table: 'schedules', id, read, change, expected, unknown: unknownSchedule });
    if (before.isDefault && (change.name ?? change.timezone ?? change.week) !== undefined)
      throw new Problem('conflict', localize('default_schedule_week'));
    const updated = await schedules.updateSchedule(db, id, change);
    if (updated === 'taken') throw taken(change.name ?? '');
    if (!updated) throw unknownSchedule();
    await recordAudit({ db }, caller, {
      action: 'schedule.updated',
      subject: about(id),
      details: { name: updated.name, ...differencesOf(detailsOf(before), detailsOf(updated)) },
    });
    return updated;
  });
  await announce(context);
  return complete(after, settings);
}

/** Websites and teams follow the next schedule that applies. @throws Problem `conflict` for the default one */
export async function deleteSchedule(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'settings.change');
  await context.db.transaction().execute(async (db) => {
    const present = await schedules.findSchedule(db, id);
    if (present?.isDefault) throw new Problem('conflict', localize('default_schedule_stays'));
    if (!present || !(await schedules.deleteSchedule(db, id))) throw await goneOr(db, id, unknownSchedule);
    await recordAudit({ db }, caller, { action: 'schedule.deleted', subject: about(id), details: detailsOf(present) });
  });
  await announce(context);
  await publishChange(context, { control: { type: 'websites_changed' }, frame: { type: 'websites_updated' } });
  await publishChange(context, { frame: { type: 'roles_updated' } });
}

/** iCalendar file, or the address of one that is read daily. */
export type HolidaySource = { url: string } | { calendar: string };

/**
 * Replaces the holidays of a schedule; null removes them. An address is read at once, and stored only if that succeeds.
 *
 * @throws Problem `forbidden`, `not_found`, `invalid` for what is no calendar, `other_side_failed`
 */
export async function setHolidays(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  source: HolidaySource | null,
): Promise<Schedule> {
  await refuseWithout(context, caller, 'settings.change');
  const before = await schedules.findSchedule(context.db, id);
  if (!before) throw await goneOr(context.db, id, unknownSchedule);
  const url = source && 'url' in source ? source.url.trim() : null;
  validateUrl('url', url ?? undefined);
  const holidays =
    source &&
    (url === null && 'calendar' in source ? readHolidays(source.calendar) : await fetchHolidays(context, url));
  const after = await context.db.transaction().execute(async (db) => {
    const updated = await schedules.storeHolidays(db, id, { url, holidays });
    if (!updated) throw unknownSchedule();
    await recordAudit({ db }, caller, {
      action: 'schedule.updated',
      subject: about(id),
      details: { name: updated.name, ...differencesOf(holidayDetails(before), holidayDetails(updated)) },
    });
    return updated;
  });
  await announce(context);
  return complete(after, await context.settings.read());
}

/** Time for a calendar's server to answer. */
const fetchTimeoutMs = 20_000;
const readAtOnce = 20;

async function fetchHolidays({ external }: ExternalContext, url: string | null) {
  if (url === null) return null;
  try {
    const answer = await external.outbound.request(url.replace(/^webcal:/i, 'https:'), {
      headers: { accept: 'text/calendar, */*;q=0.1' },
      maxBytes: holidayCalendarMaxBytes,
      timeoutMs: fetchTimeoutMs,
    });
    if (answer.status !== 200)
      throw new Problem('other_side_failed', localize('answered', { host: new URL(url).host, status: answer.status }));
    return readHolidays(answer.text);
  } catch (error) {
    if (error instanceof OutboundError) throw new Problem('other_side_failed', error.words, { cause: error });
    throw error;
  }
}

/** Reads the calendars that are due. One that fails keeps its holidays, and shows why. Returns the number of them. */
export async function refreshHolidays(context: ExternalContext): Promise<number> {
  const due = await schedules.claimDueHolidays(context.db, readAtOnce);
  for (const { id, url } of due) {
    try {
      await schedules.storeHolidays(context.db, id, { url, holidays: await fetchHolidays(context, url) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const failure = { reason: englishOf(error.words), localized: localizedOf(error.words) ?? null };
      await schedules.noteHolidayFailure(context.db, { id, url }, failure);
    }
  }
  if (due.length > 0) await announce(context);
  return due.length;
}

/** Returns fields as they are stored. @throws Problem `invalid` naming the field */
function checked<Fields extends schedules.ScheduleChange>(fields: Fields): Fields {
  const { name, timezone, week, exceptions } = fields;
  if (timezone !== undefined && !isTimeZone(timezone))
    throw fieldProblem('invalid', 'timezone', localize('must_be_time_zone'));
  const fault = (week && faultOfWeek(week)) ?? (exceptions && faultOfExceptions(exceptions));
  if (fault) throw fieldProblem('invalid', fault.field, localize(fault.fault));
  return {
    ...fields,
    ...(name !== undefined && { name: name.trim() }),
    ...(week && { week: Object.fromEntries(weekdays.map((day) => [day, inOrder(week[day])])) }),
    ...(exceptions && {
      exceptions: exceptions
        .map((each) => ({ ...each, name: each.name.trim(), ranges: inOrder(each.ranges) }))
        .toSorted((one, other) => (one.from < other.from ? -1 : 1)),
    }),
  };
}

const detailsOf = ({ name, timezone, week, exceptions }: schedules.StoredSchedule) => ({
  name,
  timezone,
  week,
  exceptions,
});

/** Without the address, which may give access. */
const holidayDetails = ({ holidays, holidayCalendar }: schedules.StoredSchedule) => ({
  holidays: holidays.length,
  calendar: holidayCalendar.host,
});
