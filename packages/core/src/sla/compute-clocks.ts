/** Computes the clocks of conversations from their policies and schedules. */
import { everydayHours, workingHoursOf } from '@parley/contracts/schedules/business-hours';
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { clocksOf } from '@parley/contracts/sla/clocks';
import type { SlaPolicy } from '@parley/contracts/sla/sla';
import type { Database } from '@parley/db/database';
import { type ClockedConversation, type ComputedClocks, readPauses } from '@parley/db/sla/clocks';
import type { Context } from '../context.ts';
import { findWorkingHours, listSchedules } from '../settings/schedules.ts';

/** Returns the clocks of conversations under the policy of these that each fits. */
export async function computeClocks(
  context: Pick<Context, 'db' | 'settings'>,
  db: Database,
  conversations: readonly ClockedConversation[],
  policies: readonly SlaPolicy[],
): Promise<ComputedClocks[]> {
  const policyOf = ({ fits }: ClockedConversation) => (fits === null ? undefined : policies[fits - 1]);
  const needsPauses = conversations.filter((each) => {
    const policy = policyOf(each);
    return each.isRunning && policy?.pausesWhileWaiting && policy.resolutionMinutes !== null;
  });
  const pauses = await readPauses(
    db,
    needsPauses.map(({ id }) => id),
  );
  const hoursOf = workingHoursReader(context);
  return Promise.all(
    conversations.map(async (conversation) => {
      const policy = policyOf(conversation);
      const facts = { ...conversation, pauses: pauses.get(conversation.id) ?? [] };
      const clocks =
        policy && conversation.isRunning ? clocksOf(policy, await hoursOf(policy, conversation), facts) : [];
      return { id: conversation.id, policyId: policy?.id ?? null, clocks };
    }),
  );
}

/** Reads the working time that a policy counts in, each schedule once. */
export function workingHoursReader(context: Pick<Context, 'db' | 'settings'>) {
  const known = new Map<string, Promise<WorkingHours>>();
  const once = (key: string, read: () => Promise<WorkingHours>): Promise<WorkingHours> => {
    const found = known.get(key) ?? read();
    known.set(key, found);
    return found;
  };
  return (
    { schedule, scheduleId }: Pick<SlaPolicy, 'schedule' | 'scheduleId'>,
    { websiteId, teamId }: Pick<ClockedConversation, 'websiteId' | 'teamId'>,
  ): Promise<WorkingHours> => {
    const ownHours = () => once(`${websiteId} ${teamId}`, () => findWorkingHours(context, { websiteId, teamId }));
    if (schedule === 'always') return Promise.resolve(everydayHours);
    if (scheduleId === null) return ownHours();
    return once(scheduleId, async () => {
      const found = (await listSchedules(context)).find(({ id }) => id === scheduleId);
      return found ? workingHoursOf(found) : ownHours();
    });
  };
}
