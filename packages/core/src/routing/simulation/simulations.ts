/** Simulations as leads and administrators start and read them. They are stored in Redis for a day: nothing depends on them. */
import { randomUUID } from 'node:crypto';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { simulatedLeast } from '@parley/contracts/routing/limits';
import { Simulation, type SimulationDraft } from '@parley/contracts/routing/simulation';
import type { Days } from '@parley/db/routing/history';
import { countAnswered } from '@parley/db/routing/history';
import { findRoutedTeam } from '@parley/db/routing/routing';
import { findSlaPolicy } from '@parley/db/sla/policies';
import { keys } from '@parley/service/redis';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { type Requester, requesterOf } from '../../permissions/requester.ts';
import { checkSlaPolicy } from '../../sla/policies.ts';
import { refuseBrokenFilter } from '../../users/teams.ts';
import { refuseUnlessLead } from '../preview.ts';
import { conversationsFor } from './load.ts';

const keptSeconds = 24 * 3600;
const dayMs = keptSeconds * 1000;

/** A simulation as it is stored, with the requester and what was asked for. */
export interface StoredSimulation {
  simulation: Simulation;
  requester: Requester & { userId: string };
  trial: SimulationDraft['trial'];
}

type Keeping = Pick<Context, 'redis' | 'prefix'>;
const keyOf = ({ prefix }: Keeping, id: string): string => keys(prefix).key('simulation', id);
const unknown = (): Problem => new Problem('not_found', localize('no_such_simulation'));
const isSimulation = Compile(Simulation);

/**
 * Starts a simulation, which a worker runs.
 *
 * @throws Problem `forbidden`, `not_found`, `invalid` for a routing or policy that couldn't be saved, `conflict` if too
 * little happened in the days
 */
export async function startSimulation(
  context: Context,
  caller: StaffCaller,
  { days, until, trial }: SimulationDraft,
): Promise<Simulation> {
  await refuseWithout(context, caller, 'conversations.read');
  const checked = await checkedTrial(context, caller, trial);
  const end = Math.min(Date.now(), until === undefined ? Date.now() : Date.parse(until));
  const span: Days = { from: new Date(end - days * dayMs), until: new Date(end) };
  const { where } = await conversationsFor(context, caller, checked);
  const count = await context.reads.run((db) => countAnswered(db, span, where));
  if (count < simulatedLeast)
    throw new Problem('conflict', localize('simulation_too_little', { count, min: simulatedLeast }));
  const simulation: Simulation = {
    id: randomUUID(),
    state: 'waiting',
    progress: 0,
    reason: null,
    reasonLocalized: null,
    from: span.from.toISOString(),
    until: span.until.toISOString(),
    result: null,
  };
  const stored: StoredSimulation = { simulation, requester: requesterOf(caller), trial: checked };
  await context.redis.set(keyOf(context, simulation.id), JSON.stringify(stored), 'EX', keptSeconds);
  await context.queues.add('simulations', { simulationId: simulation.id });
  return simulation;
}

/** @throws Problem `not_found` for another user's and after a day, `forbidden` */
export async function readSimulation(context: Context, caller: StaffCaller, id: string): Promise<Simulation> {
  await refuseWithout(context, caller, 'conversations.read');
  const stored = await findSimulation(context, id);
  const { userId, keyId } = requesterOf(caller);
  if (!stored || stored.requester.userId !== userId || stored.requester.keyId !== keyId) throw unknown();
  await checkedTrial(context, caller, stored.trial);
  return stored.simulation;
}

/** Returns the change as it would be saved. @throws Problem `forbidden`, `not_found`, `invalid`, `conflict` */
export async function checkedTrial(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  trial: SimulationDraft['trial'],
): Promise<SimulationDraft['trial']> {
  if ('policy' in trial) {
    await refuseWithout(context, caller, 'settings.change');
    if (trial.policyId !== undefined && !(await findSlaPolicy(context.db, trial.policyId)))
      throw new Problem('not_found', localize('no_such_sla_policy'));
    return { ...trial, policy: await checkSlaPolicy(context, trial.policy) };
  }
  await refuseUnlessLead(context, caller, trial.teamId);
  if (!(await findRoutedTeam(context.db, trial.teamId))) throw new Problem('not_found', localize('no_such_team'));
  await refuseBrokenFilter(context, trial.routing);
  return trial;
}

export async function findSimulation(context: Keeping, id: string): Promise<StoredSimulation | undefined> {
  const text = await context.redis.get(keyOf(context, id));
  const stored = text === null ? undefined : (JSON.parse(text) as StoredSimulation);
  // A release before may have stored another shape.
  return stored && isSimulation.Check(stored.simulation) ? stored : undefined;
}

/** Stores a change of a simulation; false once it is deleted. */
export async function storeSimulation(context: Keeping, stored: StoredSimulation): Promise<boolean> {
  const text = JSON.stringify(stored);
  return (await context.redis.set(keyOf(context, stored.simulation.id), text, 'KEEPTTL', 'XX')) === 'OK';
}
