/** Shows a team's leads who has how much to do, and who would be assigned the next conversation. */
import { Problem } from '@parley/contracts/problems';
import { englishOf, localize } from '@parley/contracts/i18n/server-texts';
import type { RoutingChange, RoutingPreview } from '@parley/contracts/routing/routing';
import { findRoutedTeam, listCandidates } from '@parley/db/routing/routing';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';
import { previewNext } from './route.ts';

/**
 * With `routing`, as it would be with that. @throws Problem `forbidden` for users who neither lead the team nor manage
 * teams, `not_found`
 */
export async function previewRouting(
  context: Context,
  caller: StaffCaller,
  teamId: string,
  change: RoutingChange = {},
): Promise<RoutingPreview> {
  await refuseUnlessLead(context, caller, teamId);
  const team = await findRoutedTeam(context.db, teamId);
  if (!team) throw new Problem('not_found', localize('no_such_team'));
  const { waiting, members, choice } = await previewNext(context, { ...team, routing: { ...team.routing, ...change } });
  return {
    waiting,
    members: members.map(({ userId, name, availability, load, capacity }) => ({
      userId,
      name,
      availability,
      load,
      capacity,
    })),
    next:
      choice.userId === null
        ? null
        : { userId: choice.userId, because: englishOf(choice.because), becauseLocalized: choice.because },
    nobody: choice.userId === null ? choice.nobody : null,
  };
}

/** @throws Problem `forbidden` for users who neither lead the team nor manage teams */
export async function refuseUnlessLead(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  teamId: string,
): Promise<void> {
  if (await can(context, caller, 'teams.manage')) return;
  await refuseWithout(context, caller, 'conversations.read');
  const isLead = (await listCandidates(context.db, teamId)).some(
    (each) => each.isLead && each.userId === caller.user.id,
  );
  if (!isLead) await refuseWithout(context, caller, 'teams.manage');
}
