/** Runs a simulation in the worker: reads the days, replays them twice, and compares. Nothing but the simulation is written. */
import { setImmediate } from 'node:timers/promises';
import { englishOf, localize } from '@parley/contracts/i18n/server-texts';
import type { LocalizedText } from '@parley/contracts/i18n/localized-text';
import { Problem } from '@parley/contracts/problems';
import type { SimulationOutcome, SimulationResult } from '@parley/contracts/routing/simulation';
import { countPromises } from '@parley/db/sla/promises';
import type { Context } from '../../context.ts';
import { currentRequester } from '../../permissions/requester.ts';
import { isExtra, loadPast, type LoadedPast } from './load.ts';
import { measure, type Measured, type MeasuredTurn } from './measure.ts';
import { type ModelInput, type ModelOutcome, simulate } from './model.ts';
import { checkedTrial, findSimulation, storeSimulation, type StoredSimulation } from './simulations.ts';

/** Time for both replays together. */
const longestMs = 60_000;
/** Other jobs of the process go on after this long. */
const atOnceMs = 20;
const progressEveryMs = 500;
/** Share of the progress that reading takes. */
const readingShare = 0.2;

/** Why a simulation ends without a result. */
class Ended extends Error {
  readonly reason: LocalizedText;
  constructor(reason: LocalizedText) {
    super(reason.code);
    this.reason = reason;
  }
}

/** Runs a simulation to its end. Returns false if `signal` stopped it before. */
export async function runSimulation(context: Context, id: string, signal: AbortSignal): Promise<boolean> {
  const stored = await findSimulation(context, id);
  if (!stored || stored.simulation.state === 'done') return true;
  try {
    const result = await resultOf(context, stored, signal);
    if (!result) return false;
    await change(context, stored, { state: 'done', progress: 1, result });
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    await change(context, stored, failedFor(error.reason));
  }
  return true;
}

/** Ends a simulation after its job was given up. */
export async function giveUpSimulation(context: Pick<Context, 'redis' | 'prefix'>, id: string): Promise<void> {
  const stored = await findSimulation(context, id);
  if (stored) await change(context, stored, failedFor(localize('simulation_failed')));
}

const failedFor = (reason: LocalizedText) =>
  ({ state: 'failed', reason: englishOf(reason), reasonLocalized: reason }) as const;

const change = (
  context: Pick<Context, 'redis' | 'prefix'>,
  stored: StoredSimulation,
  fields: Partial<StoredSimulation['simulation']>,
): Promise<boolean> => storeSimulation(context, { ...stored, simulation: { ...stored.simulation, ...fields } });

async function resultOf(
  context: Context,
  stored: StoredSimulation,
  signal: AbortSignal,
): Promise<SimulationResult | undefined> {
  const { simulation, requester, trial } = stored;
  const caller = await currentRequester(context, requester);
  if (!caller) throw new Ended(localize('simulation_failed'));
  await checkedTrial(context, caller, trial).catch((error: unknown) => {
    throw error instanceof Problem ? new Ended(localize('simulation_outdated')) : error;
  });
  await change(context, stored, { state: 'running' });
  const days = { from: new Date(simulation.from), until: new Date(simulation.until) };
  const past = await context.reads.run((db) => loadPast(context, db, caller, { days, trial }));
  const clock = { endsAt: Date.now() + longestMs, progressAt: Date.now() };
  const step = async (share: number): Promise<boolean> => {
    if (Date.now() > clock.endsAt) throw new Ended(localize('simulation_too_long'));
    if (Date.now() - clock.progressAt >= progressEveryMs) {
      clock.progressAt = Date.now();
      const progress = readingShare + (1 - readingShare) * share;
      if (!(await change(context, stored, { state: 'running', progress }))) return false;
    }
    await setImmediate();
    return !signal.aborted;
  };
  const until = days.until.getTime();
  const promises = await countPromises(context.db, days.from, past.where, days.until);
  const real = (side: ReadonlyMap<string, Measured>) => ({
    ...measure(past.turns, side, until),
    promises: { due: promises.given, kept: promises.kept },
  });
  const common = { conversations: past.conversations, past: real(past.measured.before), gaps: past.gaps };
  if (!past.input) {
    return {
      ...common,
      before: { ...common.past, people: [] },
      after: { ...real(past.measured.after), people: [] },
    };
  }
  const before = await replay(past.input.before, (share) => step(share / 2));
  const after = before && (await replay(past.input.after, (share) => step(0.5 + share / 2)));
  if (!before || !after) return undefined;
  return {
    ...common,
    before: outcomeOf(past, 'before', past.input.before, before),
    after: outcomeOf(past, 'after', past.input.after, after),
  };
}

/** Replays in short stretches. Returns undefined if a step says to stop. */
async function replay(input: ModelInput, step: (share: number) => Promise<boolean>): Promise<ModelOutcome | undefined> {
  const run = simulate(input);
  let since = performance.now();
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
    if (performance.now() - since < atOnceMs) continue;
    if (!(await step(value))) return undefined;
    since = performance.now();
  }
}

function outcomeOf(
  { measured }: LoadedPast,
  side: 'before' | 'after',
  input: ModelInput,
  { turns, people, closes }: ModelOutcome,
): SimulationOutcome {
  const known = new Map(input.people.map((person) => [person.userId, person]));
  return {
    ...measure(
      [...Map.groupBy(turns, ({ conversationId }) => conversationId).values()].flatMap((own) =>
        own.map((turn, index): MeasuredTurn => ({ ...turn, closedAt: closeAfter(turn, own[index + 1], closes) })),
      ),
      measured[side],
      input.until,
    ),
    people: people.flatMap(({ userId, responses, busyMs, presentMs, highestLoad }) => {
      const person = known.get(userId);
      return person && (presentMs > 0 || responses > 0)
        ? [
            {
              userId: isExtra(userId) ? null : userId,
              name: person.name,
              responses,
              busy: presentMs > 0 ? Math.min(1, busyMs / presentMs) : 0,
              highestLoad,
              capacity: person.capacity,
            },
          ]
        : [];
    }),
  };
}

/** Returns when the conversation was closed after a turn and before the next one. */
function closeAfter(
  { conversationId, answeredAt }: ModelOutcome['turns'][number],
  next: ModelOutcome['turns'][number] | undefined,
  closes: ModelOutcome['closes'],
): number | null {
  if (answeredAt === null) return null;
  const end = next?.since ?? Number.POSITIVE_INFINITY;
  return closes.get(conversationId)?.find((at) => at >= answeredAt && at <= end) ?? null;
}
