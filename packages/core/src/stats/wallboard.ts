/** Reads the figures of a screen on the wall: docs/product.md#wallboard. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem } from '@parley/contracts/problems';
import type { Wallboard } from '@parley/contracts/routes/overview';
import { filterSql } from '@parley/db/conversations/filter';
import { listTeams } from '@parley/db/roles/teams';
import { readLoad, readPeriods, readWaiting } from '@parley/db/stats/overview';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { meaningFor, scopeSql, withinScope } from '../permissions/scope.ts';
import { dayFrom, expectTimeZone } from './days.ts';

/**
 * Returns the waiting conversations, the load of each user, and the figures of today and yesterday in `timeZone`: of the
 * conversations that the caller may see, and of a team's alone if one is given.
 *
 * @throws Problem `invalid` for an unknown time zone or team
 */
export async function readWallboard(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
  { timeZone = 'UTC', teamId }: { timeZone?: string; teamId?: string } = {},
): Promise<Wallboard> {
  await refuseWithout(context, caller, 'reports.read');
  expectTimeZone(timeZone);
  const within = await conversationsOf(context, caller, teamId);
  const now = new Date();
  const days = { start: dayFrom(timeZone, now, 0).start, previousStart: dayFrom(timeZone, now, -1).start };
  const [waiting, load, { current, previous }] = await context.reads.run((db) =>
    Promise.all([readWaiting(db, within), readLoad(db, within, teamId), readPeriods(db, days, within)]),
  );
  return { waiting, load, today: current, yesterday: previous };
}

async function conversationsOf(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  teamId: string | undefined,
): ReturnType<typeof scopeSql> {
  if (teamId === undefined) return scopeSql(context, caller);
  const [team] = await listTeams(context.db, teamId);
  if (!team) throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
  const filter = await withinScope(context, caller, { field: 'team', op: 'is', value: teamId });
  return filterSql(filter, meaningFor(caller));
}
