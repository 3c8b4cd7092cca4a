/** Absences: users are offline in them, whatever status they chose. */
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Absence } from '@parley/contracts/users/absences';
import { absenceDaysMax, absencesPerUserMax } from '@parley/contracts/users/limits';
import * as absences from '@parley/db/users/absences';
import type { Database } from '@parley/db/database';
import { isAssignable } from '@parley/db/users/users';
import { uuidv7 } from '@parley/db/uuid';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseForOthers } from '../permissions/permissions.ts';
import { type Notified, publishNotified, recordNotice } from '../notifications/notify.ts';
import { publishAvailabilities } from '../presence/availability.ts';

const dayMs = 24 * 3600 * 1000;
const unknownAbsence = (): Problem => new Problem('not_found', localize('no_such_absence'));
const about = (id: string) => ({ type: 'user', id });
const details = ({ from, until, coveredBy }: absences.AbsenceFields) => ({ from, until, coveredBy });

/** Those of all users that have not ended: colleagues plan by them. */
export async function listAbsences({ db }: Pick<Context, 'db'>): Promise<Absence[]> {
  return absences.listAbsences(db);
}

/** @throws Problem `forbidden`, `not_found`, `invalid`, and `conflict` for too many */
export async function addAbsence(
  context: Context,
  caller: StaffCaller,
  userId: string,
  { coveredBy = null, ...times }: Omit<absences.AbsenceFields, 'coveredBy'> & { coveredBy?: string | null },
): Promise<Absence> {
  await refuseForOthers(context, caller, 'people.status', userId);
  const fields = { ...times, coveredBy };
  await refuseUnfit(context, userId, fields);
  if (!(await isAssignable(context.db, userId))) throw new Problem('not_found', localize('no_such_user'));
  const { absence, notified } = await context.db.transaction().execute(async (db) => {
    if ((await absences.listAbsences(db, userId)).length >= absencesPerUserMax)
      throw new Problem('conflict', localize('too_many_absences', { max: absencesPerUserMax }));
    const made = await absences.insertAbsence(db, { ...fields, userId, createdBy: caller.user.id });
    await recordAudit({ db }, caller, { action: 'absence.added', subject: about(userId), details: details(made) });
    return { absence: made, notified: await recordHandOver(context, db, caller, made) };
  });
  await publishNotified(context, notified);
  await publish(context, userId);
  return absence;
}

/** @throws Problem `forbidden`, `not_found`, `invalid`, and as `holdAsSeen` */
export async function updateAbsence(
  context: Context,
  caller: StaffCaller,
  { id: userId, absenceId }: { id: string; absenceId: string },
  { expected, ...change }: AsSeen<Partial<absences.AbsenceFields>, Absence>,
): Promise<Absence> {
  await refuseForOthers(context, caller, 'people.status', userId);
  const { absence, notified } = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const found = await absences.findAbsence(db, absenceId);
      return found?.userId === userId ? found : undefined;
    };
    const present = await holdAsSeen(db, {
      table: 'absences',
      id: absenceId,
      read,
      change,
      expected,
      unknown: unknownAbsence,
    });
    await refuseUnfit({ db }, userId, { ...present, ...change });
    const changed = await absences.updateAbsence(db, absenceId, change);
    if (!changed) throw unknownAbsence();
    await recordAudit({ db }, caller, {
      action: 'absence.updated',
      subject: about(userId),
      details: { before: details(present), after: details(changed) },
    });
    const isNews = changed.coveredBy !== null && changed.coveredBy !== present.coveredBy;
    return { absence: changed, notified: isNews ? await recordHandOver(context, db, caller, changed) : [] };
  });
  await publishNotified(context, notified);
  await publish(context, userId);
  return absence;
}

/** @throws Problem `forbidden`, `not_found` */
export async function deleteAbsence(
  context: Context,
  caller: StaffCaller,
  { id: userId, absenceId }: { id: string; absenceId: string },
): Promise<void> {
  await refuseForOthers(context, caller, 'people.status', userId);
  await context.db.transaction().execute(async (db) => {
    const present = await absences.findAbsence(db, absenceId);
    if (present?.userId !== userId || !(await absences.deleteAbsence(db, absenceId)))
      throw await goneOr(db, absenceId, unknownAbsence);
    await recordAudit({ db }, caller, { action: 'absence.deleted', subject: about(userId), details: details(present) });
  });
  await publish(context, userId);
}

/** @throws Problem `invalid` naming the field */
async function refuseUnfit(
  { db }: Pick<Context, 'db'>,
  userId: string,
  { from, until, coveredBy }: absences.AbsenceFields,
): Promise<void> {
  const days = (Date.parse(until) - Date.parse(from)) / dayMs;
  if (!(days > 0)) throw fieldProblem('invalid', 'until', localize('absence_ends_first'));
  if (Date.parse(until) <= Date.now()) throw fieldProblem('invalid', 'until', localize('time_past'));
  if (days > absenceDaysMax)
    throw fieldProblem('invalid', 'until', localize('absence_too_long', { days: absenceDaysMax }));
  if (coveredBy === null) return;
  if (coveredBy === userId) throw fieldProblem('invalid', 'coveredBy', localize('absence_covered_by_self'));
  if (!(await isAssignable(db, coveredBy))) throw fieldProblem('invalid', 'coveredBy', localize('no_such_user'));
}

/** Notifies the colleague who covers an absence. */
async function recordHandOver(
  context: Context,
  db: Database,
  { user }: StaffCaller,
  { id, userId, coveredBy, from, until }: Absence,
): Promise<Notified> {
  if (coveredBy === null) return [];
  const covering = user.id === coveredBy ? [] : [coveredBy];
  return recordNotice(
    { ...context, db },
    {
      eventId: uuidv7(),
      kind: 'hand_over',
      audience: { userIds: covering },
      actorId: userId,
      subjectId: id,
      details: { from, until },
    },
  );
}

async function publish(context: Context, userId: string): Promise<void> {
  await publishChange(context, { frame: { type: 'absences_updated' } });
  await publishAvailabilities(context, [userId]);
}
