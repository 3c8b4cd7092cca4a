/** Saves reports under a name, for their owner or for all, with times at which they are mailed. */
import type { AuditAction } from '@parley/contracts/audit/audit-actions';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { reportDaysMax, savedReportsMax } from '@parley/contracts/reports/limits';
import type { ReportId } from '@parley/contracts/reports/reports';
import { addDays, customRange } from '@parley/contracts/reports/ranges';
import {
  nextMailAt,
  type ReportSchedule,
  type ReportSelection,
  type SavedReport,
  type UnsentReason,
} from '@parley/contracts/reports/saved';
import { isTimeZone } from '@parley/contracts/schedules/time-zones';
import type { Transaction } from '@parley/db/database';
import * as saved from '@parley/db/stats/saved-reports';
import { type AsSeen, goneOr, refuseChanged } from '../as-seen.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { readFilter } from '../conversations/filter.ts';
import { publishChange } from '../live/publish-change.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';
import { currentRequester } from '../permissions/requester.ts';
import { withoutTexts } from '../views/views.ts';

type Reading = Pick<Context, 'db' | 'settings'>;

interface Fields {
  name: string;
  selection: ReportSelection;
  audience: SavedReport['audience'];
  schedule: ReportSchedule | null;
}
export interface SavedReportDraft
  extends Omit<Fields, 'audience' | 'schedule'>,
    Partial<Pick<Fields, 'audience' | 'schedule'>> {
  report: ReportId;
}
export type SavedReportChange = AsSeen<Partial<Fields>, Fields>;

const unknownReport = () => new Problem('not_found', localize('no_such_report'));

/** Returns the caller's saved reports and those shared with all, by name. */
export async function listSavedReports(context: Reading, caller: StaffCaller): Promise<SavedReport[]> {
  await refuseWithout(context, caller, 'reports.read');
  return saved.listSavedReports(context.db, caller.user.id);
}

/** Returns a saved report that the caller may see. @throws Problem `not_found` */
export async function findSavedReport(context: Reading, caller: StaffCaller, id: string): Promise<SavedReport> {
  await refuseWithout(context, caller, 'reports.read');
  const found = await saved.findSavedReport(context.db, id);
  if (!found || !isSeenBy(caller, found)) throw unknownReport();
  return found;
}

const isSeenBy = ({ user }: StaffCaller, { ownerId, audience }: SavedReport): boolean =>
  ownerId === user.id || audience === 'all';

/** @throws Problem `invalid` for a filter, range, time zone or recipient that is none, `conflict` for too many reports */
export async function addSavedReport(
  context: Context,
  caller: StaffCaller,
  { report, audience = 'me', schedule = null, ...draft }: SavedReportDraft,
): Promise<SavedReport> {
  await refuseWithout(context, caller, 'reports.read');
  if (audience === 'all') await refuseWithout(context, caller, 'views.share');
  const fields = await readFields(context, { ...draft, audience, schedule });
  if ((await saved.countSavedReports(context.db, caller.user.id)) >= savedReportsMax)
    throw new Problem('conflict', localize('too_many_reports', { max: savedReportsMax }));
  const added = await context.db.transaction().execute(async (transaction) => {
    const { recipients, ...stored } = await storedFields({ ...context, db: transaction }, fields, null);
    const id = await saved.insertSavedReport(transaction, { ...stored, report, ownerId: caller.user.id });
    await saved.storeRecipients(transaction, id, recipients);
    const made = await readBack(transaction, id);
    await audit(transaction, caller, 'report.saved', made);
    return made;
  });
  await publish(context, [added]);
  return added;
}

/** @throws Problem as `addSavedReport`, `not_found`, `forbidden` for another user's, and as `refuseChanged` */
export async function updateSavedReport(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: SavedReportChange,
): Promise<SavedReport> {
  await refuseWithout(context, caller, 'reports.read');
  const { before, after } = await context.db.transaction().execute(async (transaction) => {
    const inside = { ...context, db: transaction };
    const found = await lockOwn(inside, transaction, caller, id);
    await refuseChanged(transaction, { id, present: found, change, expected });
    if (change.audience === 'all' && found.audience !== 'all') await refuseWithout(inside, caller, 'views.share');
    if (change.audience === 'me' && found.ownerId !== caller.user.id)
      throw new Problem('forbidden', localize('report_unshared_by_owner'));
    const { name, selection, audience, schedule } = { ...found, ...change };
    const fields = await readFields(inside, { name, selection, audience, schedule });
    const { recipients, ...stored } = await storedFields(inside, fields, found);
    await saved.updateSavedReport(transaction, id, stored);
    await saved.storeRecipients(transaction, id, recipients);
    const changed = await readBack(transaction, id);
    await audit(transaction, caller, 'report.updated', changed);
    return { before: found, after: changed };
  });
  await publish(context, [before, after]);
  return after;
}

/** @throws Problem `not_found`, `forbidden` for another user's */
export async function deleteSavedReport(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'reports.read');
  const deleted = await context.db.transaction().execute(async (transaction) => {
    const found = await lockOwn({ ...context, db: transaction }, transaction, caller, id);
    await saved.deleteSavedReport(transaction, id);
    await audit(transaction, caller, 'report.deleted', found);
    return found;
  });
  await publish(context, [deleted]);
}

async function readBack(transaction: Transaction, id: string): Promise<SavedReport> {
  const found = await saved.findSavedReport(transaction, id);
  if (!found) throw unknownReport();
  return found;
}

/** Returns a saved report that the caller may change: their own, or a shared one with the right to it. */
async function lockOwn(
  context: Reading,
  transaction: Transaction,
  caller: StaffCaller,
  id: string,
): Promise<SavedReport> {
  const found = await saved.lockSavedReport(transaction, id);
  if (!found) throw await goneOr(transaction, id, unknownReport);
  if (!isSeenBy(caller, found)) throw unknownReport();
  if (found.ownerId !== caller.user.id && !(await can(context, caller, 'views.manage')))
    throw new Problem('forbidden', localize('report_changed_by_owner'));
  return found;
}

async function readFields(context: Reading, { name, selection, audience, schedule }: Fields): Promise<Fields> {
  const { filter, range, slice, attribute } = selection;
  if (typeof range === 'object' && !customRange(range.from, range.to))
    throw fieldProblem('invalid', 'selection/range', localize('report_range_reversed'));
  if (typeof range === 'object' && addDays(range.from, reportDaysMax) <= range.to)
    throw fieldProblem('invalid', 'selection/range', localize('report_range_too_long', { days: reportDaysMax }));
  if (slice === 'attribute' && attribute === null)
    throw fieldProblem('invalid', 'selection/attribute', 'The slice needs an attribute.');
  if (schedule && !isTimeZone(schedule.timeZone))
    throw fieldProblem('invalid', 'schedule/timeZone', localize('no_such_zone'));
  if (schedule && typeof range === 'object')
    throw fieldProblem('invalid', 'selection/range', localize('mailed_range_fixed'));
  return {
    name: name.trim(),
    selection: { ...selection, filter: filter && (await readFilter(context, filter)) },
    audience,
    schedule,
  };
}

/** Returns the columns, the time of the next mails, and each recipient with why they would get none. */
async function storedFields(context: Reading, { schedule, ...fields }: Fields, before: SavedReport | null) {
  const known = before?.schedule?.recipients ?? [];
  const recipients = await Promise.all(
    (schedule?.recipients ?? []).map(async (userId) => {
      const problem = await problemOf(context, userId);
      if (problem === 'deactivated' && !known.includes(userId))
        throw fieldProblem('invalid', 'schedule/recipients', localize('no_such_user'));
      return { userId, problem };
    }),
  );
  const { recipients: _, ...stored } = schedule ?? { recipients: [] };
  return {
    ...fields,
    schedule: 'every' in stored ? stored : null,
    nextAt: schedule && !schedule.isPaused ? nextMailAt(schedule, new Date()) : null,
    recipients,
  };
}

/** Returns why a user would get no mails of reports at the moment; null if they would. */
export async function problemOf(context: Reading, userId: string): Promise<UnsentReason | null> {
  const recipient = await currentRequester(context, { userId });
  if (!recipient) return 'deactivated';
  return (await can(context, recipient, 'reports.read')) ? null : 'not_permitted';
}

/** Records changes of what others see or get: shared reports, and mails. */
async function audit(
  db: Transaction,
  caller: StaffCaller,
  action: Extract<AuditAction, `report.${string}`>,
  { id, name, report, audience, selection, schedule }: SavedReport,
): Promise<void> {
  if (audience === 'me' && !schedule) return;
  const { filter, range } = selection;
  await recordAudit({ db }, caller, {
    action,
    subject: { type: 'report', id },
    details: {
      name: name.replaceAll(/\S+@\S+/g, '…'),
      report,
      audience,
      range,
      ...(filter && { filter: withoutTexts(filter) }),
      schedule,
    },
  });
}

/** Has the lists of saved reports read again. */
export async function publish(
  context: Pick<Context, 'publisher' | 'log'>,
  changed: readonly SavedReport[],
): Promise<void> {
  const owner = changed.some(({ audience }) => audience === 'all') ? null : (changed[0]?.ownerId ?? null);
  await publishChange(context, { frame: { type: 'views_updated', userId: owner } });
}
