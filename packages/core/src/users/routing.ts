/** Sets what users are assigned automatically. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findUserRouting, type UserRouting, updateUserRouting as updateInDb } from '@parley/db/users/routing';
import { type AsSeen, holdAsSeen } from '../as-seen.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { routeFor } from '../presence/availability.ts';

const unknownUser = (): Problem => new Problem('not_found', localize('no_such_user'));

/** @throws Problem `forbidden`, and as `holdAsSeen` */
export async function updateUserRouting(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: AsSeen<Partial<UserRouting>, UserRouting>,
): Promise<void> {
  await refuseWithout(context, caller, 'people.update');
  await context.db.transaction().execute(async (db) => {
    const read = () => findUserRouting(db, id);
    const before = await holdAsSeen(db, { table: 'users', id, read, change, expected, unknown: unknownUser });
    await updateInDb(db, id, change);
    await recordAudit({ db }, caller, {
      action: 'user.updated',
      subject: { type: 'user', id },
      details: { fields: Object.keys(change), ...differencesOf(before, { ...before, ...change }) },
    });
  });
  await publishChange(context, { frame: { type: 'absences_updated' } });
  await routeFor(context, [id]);
}
