/** Answers the questions of a rehearsal in both ways; a killed run continues after the last stored row. */
import { setTimeout } from 'node:timers/promises';
import type { Rehearsal } from '@parley/contracts/assistant/rehearsals';
import { englishOf, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import {
  keepOpinion,
  noteReason,
  type OpenRow,
  openRows,
  rowsWithoutOpinion,
  settleRow,
  wordsOfRow,
} from '@parley/db/ai/rehearsal-rows';
import { type Cost, findRehearsal, moveRehearsal, reserve, settle, toolDrafts } from '@parley/db/ai/rehearsals';
import { clearAway } from '@parley/db/ai/rehearsed-knowledge';
import type { Context } from '../../context.ts';
import type { ExternalContext } from '../../external/services.ts';
import { limitsOf, waitToRehearse } from '../budget.ts';
import { ModelFailed } from '../model.ts';
import { type ModelAccess, modelAccess } from '../model-access.ts';
import { type Paying, type RehearsedSide, rehearseTurn } from './answer.ts';
import { settingsWith } from './change.ts';
import { contradicts, differencesBetween, passes } from './compare.ts';
import { candidateKnowledge } from './knowledge.ts';
import { askOpinion } from './opinion.ts';

/** Questions under way: customers of today have the model before those of yesterday. */
const atOnce = 2;
const pageSize = 20;
const mostOpinions = 200;
/** Answers to customers go first for this long. */
const longestCourtesyMs = 30_000;
/** Limits per minute are waited for; limits per day are not. */
const longestLullMs = 60_000;
/** Failures in a row after which a person has to look. */
const mostFailures = 3;
const pausedMs = 60_000;

/** Why a rehearsal does not go on for now. */
class Halted extends Error {
  readonly state: 'paused' | 'stopped' | 'gone';
  readonly reason: Text | null;
  readonly afterMs: number | null;

  constructor(state: Halted['state'], reason: Text | null = null, afterMs: number | null = null) {
    super(reason === null ? 'The rehearsal is over.' : englishOf(reason));
    this.state = state;
    this.reason = reason;
    this.afterMs = afterMs;
  }
}

/**
 * Goes on with a rehearsal until it is over, halted, or `signal` stops between two questions. Answers whether it is to be
 * called again. Nothing is called but the model, and nothing is written but into the rehearsal.
 */
export async function runRehearsal(context: ExternalContext, id: string, signal: AbortSignal): Promise<boolean> {
  if (!(await moveRehearsal(context.db, id, ['waiting', 'running', 'paused'], { state: 'running' }))) return false;
  const rehearsal = await findRehearsal(context.db, id);
  if (!rehearsal) return false;
  try {
    const access = await modelAccess(context);
    if (!access) throw new Halted('paused', localize('assistant_not_set_up'));
    const sides = await sidesOf(context, rehearsal);
    while (!signal.aborted) {
      const rows = await openRows(context.db, id, pageSize);
      if (rows.length === 0) {
        await askOpinions(context, { id, access, sides, signal });
        if (signal.aborted) return true;
        if (await moveRehearsal(context.db, id, ['running'], { state: 'done' })) await clearAway(context.db, id);
        return false;
      }
      await answerPage(context, { id, access, sides, signal }, rows);
    }
    return true;
  } catch (error) {
    if (signal.aborted) return true;
    if (!(error instanceof Halted)) throw error;
    const { state, reason, afterMs } = error;
    if (state === 'gone') return false;
    await moveRehearsal(context.db, id, ['running'], {
      state,
      ...stored(reason),
      dueAt: afterMs === null ? null : new Date(Date.now() + afterMs * context.external.retryScale),
    });
    return false;
  }
}

const stored = (reason: Text | null) => ({
  reason: reason && englishOf(reason),
  reasonLocalized: reason === null ? null : (localizedOf(reason) ?? null),
});

interface Sides {
  published: RehearsedSide;
  candidate: RehearsedSide;
}

/**
 * Returns both sides: the parts that the change names as they were when the rehearsal began, everything else as it is
 * now.
 */
async function sidesOf(context: ExternalContext, { id, change, before }: Rehearsal): Promise<Sides> {
  const [{ aiConfig }, drafts] = await Promise.all([context.settings.read(), toolDrafts(context.db, id)]);
  return {
    published: {
      aiConfig: settingsWith(aiConfig, before.settings),
      tools: drafts.map(({ id: tool, from }) => ({ id: tool, tool: from })),
    },
    candidate: {
      aiConfig: settingsWith(aiConfig, change.settings),
      knowledge: await candidateKnowledge(context, id, change),
      tools: drafts.map(({ id: tool, to }) => ({ id: tool, tool: to })),
    },
  };
}

interface Run {
  id: string;
  access: ModelAccess;
  sides: Sides;
  signal: AbortSignal;
}

/** A few run at once; those that exceed the budget together are tried again when the others are done. */
async function answerPage(context: ExternalContext, run: Run, rows: readonly OpenRow[]): Promise<void> {
  const waiting = rows.values();
  const failures = { inARow: 0 };
  let answered = 0;
  const lanes = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      for (const row of waiting) {
        if (run.signal.aborted) return;
        await answerRow(context, run, row, failures);
        answered += 1;
      }
    }),
  );
  const reasons = lanes.flatMap((lane): unknown[] => (lane.status === 'rejected' ? [lane.reason] : []));
  const halted = reasons.find((reason) => !(reason instanceof Halted)) ?? reasons[0];
  if (halted === undefined) return;
  const isOnlyTight = reasons.every((reason) => reason instanceof Halted && reason.state === 'stopped');
  if (!isOnlyTight || answered === 0) throw halted;
}

async function answerRow(
  context: ExternalContext,
  run: Run,
  row: OpenRow,
  failures: { inARow: number },
): Promise<void> {
  const { access, sides, signal } = run;
  const paying: Paying = { access, signal, reserve: (cost) => pay(context, run, cost) };
  try {
    const published = await rehearseTurn(context, sides.published, row, paying);
    const candidate = await rehearseTurn(context, sides.candidate, row, paying);
    failures.inARow = 0;
    const words = await wordsOfRow(context.db, row.id);
    // The conversation was deleted in the meantime, and the row with it.
    if (!published || !candidate || !words) return;
    const { asked, pastReply } = words;
    const differences = row.expectation
      ? passes(candidate, row.expectation)
        ? []
        : (['test_failed'] as const)
      : differencesBetween(published, candidate, { asked, pastReply });
    await settleRow(context.db, row.id, {
      state: 'done',
      published,
      candidate,
      differences: [...differences],
      publishedContradicts: contradicts(published, pastReply),
      candidateContradicts: contradicts(candidate, pastReply),
    });
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    await failRow(context, row, error, failures);
  }
}

/** Uses the rest of the budget once everything is answered; a failing model is not asked again. */
async function askOpinions(context: ExternalContext, run: Run): Promise<void> {
  const { id, access, sides, signal } = run;
  const paying: Paying = { access, signal, reserve: (cost) => pay(context, run, cost) };
  for (const row of await rowsWithoutOpinion(context.db, id, mostOpinions)) {
    if (signal.aborted) return;
    try {
      await askOpinion(context, sides.candidate.aiConfig, row, paying);
    } catch (error) {
      if (error instanceof Halted && error.state !== 'gone') return;
      if (!(error instanceof ModelFailed)) throw error;
      await keepOpinion(context.db, row, { contradicts: null, why: '' });
      return;
    }
  }
}

/** Pauses on transient failures. A question that fails again, or is refused, is skipped and reported. */
async function failRow(
  { db }: Pick<Context, 'db'>,
  row: OpenRow,
  error: ModelFailed,
  failures: { inARow: number },
): Promise<void> {
  const reason = error.localized ?? error.message;
  await noteReason(db, row.id, error.message, error.localized);
  const isTransient = error.kind !== 'refused' && error.kind !== 'rejected';
  if (isTransient && row.reason === null) throw new Halted('paused', reason, Math.max(pausedMs, error.retryAfterMs));
  failures.inARow += 1;
  await settleRow(db, row.id, {
    state: 'failed',
    published: null,
    candidate: null,
    differences: [],
    reason: error.message,
    reasonLocalized: error.localized ?? null,
  });
  if (failures.inARow >= mostFailures) throw new Halted('paused', reason);
}

/** Enforces the rehearsal's budget, the installation's limits, and priority: waiting customers come first. */
async function pay(
  context: ExternalContext,
  { id, access, signal }: Run,
  cost: Cost,
): Promise<(spent: Cost) => Promise<void>> {
  await context.queues.untilIdle('ai-replies', { atMostMs: longestCourtesyMs, signal });
  const limits = limitsOf(access, (await context.settings.read()).aiConfig);
  for (;;) {
    const waitMs = (await waitToRehearse(context, limits)) * 1_000;
    if (waitMs === 0) break;
    if (waitMs > longestLullMs) throw new Halted('paused', localize('rehearsal_waits_for_limits'), waitMs);
    await wait(waitMs, signal);
  }
  if (!(await reserve(context.db, id, cost))) {
    const rehearsal = await findRehearsal(context.db, id);
    throw rehearsal?.state === 'running'
      ? new Halted('stopped', localize('rehearsal_budget_spent'))
      : new Halted('gone');
  }
  return (spent) => settle(context.db, id, cost, spent);
}

/** @throws the signal's reason, as soon as it is stopped */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());

/** Pauses a rehearsal after its job was given up: its results stay, and it can be continued. */
export async function giveUpRehearsal({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await moveRehearsal(db, id, ['waiting', 'running'], { state: 'paused', ...stored(localize('rehearsal_failed')) });
}
