/** Rehearsals as administrators begin, watch, stop, publish and take them back. */
import type {
  AssistantChange,
  AssistantPublication,
  Rehearsal,
  RehearsalBudget,
  RehearsalEstimate,
  RehearsalRow,
  RehearsalTest,
  TestExpectation,
} from '@parley/contracts/assistant/rehearsals';
import { rehearsalLimits } from '@parley/contracts/assistant/limits';
import { Problem } from '@parley/contracts/problems';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as publications from '@parley/db/ai/publications';
import { changedRows, openFailedRows } from '@parley/db/ai/rehearsal-rows';
import * as stored from '@parley/db/ai/rehearsals';
import { clearAway } from '@parley/db/ai/rehearsed-knowledge';
import * as tests from '@parley/db/ai/rehearsal-tests';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { addOrLeave } from '../../queues.ts';
import { recordAudit } from '../../audit/record.ts';
import type { ExternalContext } from '../../external/services.ts';
import { publishSettingsChanged } from '../../settings/merge.ts';
import { refuseUnproven } from '../../permissions/proven.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { rightsOf } from '../../permissions/rights.ts';
import { costUsd } from '../model.ts';
import { type ModelAccess, modelAccess, modelName } from '../model-access.ts';
import { backTo, makeChange, readBefore, refuseOldVersions, settingsWith } from './change.ts';
import { draftTools, reversed, shownChanges } from '../tools/drafts.ts';
import { layArticlesBeside } from './knowledge.ts';
import { sampleTurns } from './sample.ts';

const shownRehearsals = 50;
const shownRows = 1_000;
/** Tokens assumed for a reply while too few are known. */
const guessedTokens = { input: 2_000, output: 120 };

const unknown = (): Problem => new Problem('not_found', localize('no_such_rehearsal'));
const about = (id: string) => ({ type: 'rehearsal', id });

/** Refuses callers with limited access: reports show conversations of every scope. @throws Problem `forbidden` */
async function refuseScoped(context: Context, caller: StaffCaller): Promise<void> {
  if (!seesEverything(await rightsOf(context, caller))) throw new Problem('forbidden', localize('rehearsal_sees_all'));
}

/** Requires the rights for everything that the change contains: articles and sources, and actions. */
async function refuseChange(context: Context, caller: StaffCaller, change: AssistantChange): Promise<void> {
  await refuseScoped(context, caller);
  if (change.articles || change.sources) await refuseWithout(context, caller, 'articles.manage');
  if (change.tools) await refuseWithout(context, caller, 'tools.manage');
}

export interface Asked {
  change: AssistantChange;
  conversations: number;
}

/**
 * Estimates the cost of a rehearsal.
 * @throws Problem `not_found`, `conflict` for an article that has changed, `forbidden`
 */
export async function estimateRehearsal(
  context: ExternalContext,
  caller: StaffCaller,
  { change, conversations }: Asked,
): Promise<RehearsalEstimate> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseChange(context, caller, change);
  const access = await modelOf(context);
  await Promise.all([
    readBefore(context, change),
    refuseOldVersions(context, change),
    draftTools(context, change.tools),
  ]);
  const [sample, kept, usual, { aiConfig }] = await Promise.all([
    sampleTurns(context, conversations),
    tests.listTests(context.db),
    stored.usualTokens(context.db),
    context.settings.read(),
  ]);
  const each = sample.turns.length + kept.length;
  const { input, output } = usual ?? guessedTokens;
  const prices = { input: aiConfig.inputPrice, output: aiConfig.outputPrice };
  const costOf = (config: typeof aiConfig): number =>
    costUsd(modelName(access, config.model), each * input, each * output, prices);
  const costUsdOfBoth = costOf(aiConfig) + costOf(settingsWith(aiConfig, change.settings));
  return {
    conversations: sample.conversations,
    questions: sample.turns.length,
    replies: each * 2,
    tokens: Math.round(each * 2 * (input + output)),
    costUsd: costUsdOfBoth,
    isPriceKnown: each === 0 || costUsdOfBoth > 0,
  };
}

async function modelOf(context: ExternalContext): Promise<ModelAccess> {
  const access = await modelAccess(context);
  if (!access) throw new Problem('conflict', localize('assistant_not_set_up'));
  return access;
}

/**
 * Starts a rehearsal; the worker runs it.
 * @throws Problem as `estimateRehearsal`; `conflict` if no question has been answered yet, or nothing would change
 */
export async function startRehearsal(
  context: ExternalContext,
  caller: StaffCaller,
  { change, conversations, budget }: Asked & { budget: RehearsalBudget },
): Promise<Rehearsal> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseChange(context, caller, change);
  await modelOf(context);
  await refuseOldVersions(context, change);
  const { turns } = await sampleTurns(context, conversations);
  if (turns.length === 0) throw new Problem('conflict', localize('rehearsal_without_past'));
  const id = await context.db.transaction().execute(async (transaction) => {
    const within = { ...context, db: transaction };
    const [before, tools] = [await readBefore(within, change), await draftTools(within, change.tools)];
    const shown = { ...change, ...(change.tools && { tools: shownChanges(change.tools, tools) }) };
    const rehearsal = { change: shown, before, tools, conversations, budget, createdBy: caller.user.id };
    const made = await stored.insertRehearsal(transaction, rehearsal, turns);
    await layArticlesBeside(within, made, change.articles);
    await recordAudit(within, caller, { action: 'rehearsal.started', subject: about(made), details: named(shown) });
    return made;
  });
  await addOrLeave(context, 'rehearsals', { rehearsalId: id });
  return getRehearsal(context, caller, id);
}

/** Returns the names and ids of a change, without its content. */
const named = ({ settings = {}, articles = [], sources = [], tools = [] }: AssistantChange) => ({
  settings: Object.keys(settings),
  articles: articles.map(({ id }) => id),
  sources: sources.map(({ id }) => id),
  tools: tools.map(({ id }) => id),
});

/** @throws Problem `forbidden` */
export async function listRehearsals(context: Context, caller: StaffCaller): Promise<Rehearsal[]> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseScoped(context, caller);
  return stored.listRehearsals(context.db, shownRehearsals);
}

/** @throws Problem `not_found`, `forbidden` */
export async function getRehearsal(context: Context, caller: StaffCaller, id: string): Promise<Rehearsal> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseScoped(context, caller);
  const rehearsal = await stored.findRehearsal(context.db, id);
  if (!rehearsal) throw unknown();
  return rehearsal;
}

/** Returns the rows with a changed answer. @throws Problem `not_found`, `forbidden` */
export async function listRows(context: Context, caller: StaffCaller, id: string): Promise<RehearsalRow[]> {
  await refuseWithout(context, caller, 'settings.change');
  await getRehearsal(context, caller, id);
  return changedRows(context.db, id, shownRows);
}

/** Cancels a rehearsal; its results stay. @throws Problem `not_found`, `forbidden` */
export async function cancelRehearsal(context: Context, caller: StaffCaller, id: string): Promise<Rehearsal> {
  await refuseWithout(context, caller, 'settings.change');
  await getRehearsal(context, caller, id);
  const isStopped = await stored.moveRehearsal(context.db, id, ['waiting', 'running', 'paused', 'stopped'], {
    state: 'cancelled',
  });
  if (isStopped) {
    await clearAway(context.db, id);
    await recordAudit(context, caller, { action: 'rehearsal.cancelled', subject: about(id) });
  }
  return getRehearsal(context, caller, id);
}

/**
 * Continues a rehearsal, and retries failed questions. @throws Problem `not_found`, `forbidden`, `conflict` if nothing
 * is left to do
 */
export async function resumeRehearsal(
  context: Context,
  caller: StaffCaller,
  id: string,
  budget?: RehearsalBudget,
): Promise<Rehearsal> {
  await refuseWithout(context, caller, 'settings.change');
  const { failed, state } = await getRehearsal(context, caller, id);
  const mayGoOn = state === 'paused' || state === 'stopped';
  const isMoved =
    mayGoOn &&
    (await stored.moveRehearsal(context.db, id, ['paused', 'stopped'], {
      state: 'waiting',
      ...(budget && { budget: JSON.stringify(budget) }),
    }));
  if (!isMoved) throw new Problem('conflict', localize('rehearsal_not_halted'));
  if (failed > 0) await openFailedRows(context.db, id);
  await addOrLeave(context, 'rehearsals', { rehearsalId: id });
  return getRehearsal(context, caller, id);
}

/**
 * Publishes a rehearsed change, all of it or nothing.
 * @throws Problem `conflict` while the rehearsal runs, if it was published before, or if the same was changed in the
 * meantime; `not_found`, `forbidden`, `step_up_required` if actions change
 */
export async function publishRehearsal(
  context: Context,
  caller: StaffCaller,
  id: string,
): Promise<AssistantPublication> {
  await refuseWithout(context, caller, 'settings.change');
  const { change, before, state } = await getRehearsal(context, caller, id);
  await refuseChange(context, caller, change);
  if (change.tools) refuseUnproven(caller);
  if (state === 'waiting' || state === 'running') throw new Problem('conflict', localize('rehearsal_running'));
  const publicationId = await context.db.transaction().execute(async (transaction) => {
    const within = { ...context, db: transaction };
    const made = await publications.insertPublication(transaction, {
      rehearsalId: id,
      change,
      before,
      userId: caller.user.id,
    });
    if (made === undefined) throw new Problem('conflict', localize('rehearsal_published'));
    await refuseOldVersions(within, change);
    const tools = await stored.toolDrafts(transaction, id);
    await makeChange(context, transaction, caller, { change, expected: backTo(before), tools });
    const { answered, changed, failed, tests: kept } = await getRehearsal(within, caller, id);
    await recordAudit(within, caller, {
      action: 'rehearsal.published',
      subject: about(id),
      details: { ...named(change), state, answered, changed, failed, failingTests: kept.failing },
    });
    return made;
  });
  if (change.settings) await publishSettingsChanged(context, 'aiConfig');
  return publicationNow(context, publicationId);
}

async function publicationNow({ db }: Pick<Context, 'db'>, id: string): Promise<AssistantPublication> {
  const publication = await publications.findPublication(db, id);
  if (!publication) throw new Problem('not_found', localize('no_such_publication'));
  return publication;
}

/** The newest first. @throws Problem `forbidden` */
export async function listPublications(context: Context, caller: StaffCaller): Promise<AssistantPublication[]> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseScoped(context, caller);
  return publications.listPublications(context.db);
}

/**
 * Restores everything that a publication changed.
 * @throws Problem `conflict` if a later change builds on it, `not_found`, `forbidden`, `step_up_required` if actions
 * change
 */
export async function revertPublication(
  context: Context,
  caller: StaffCaller,
  id: string,
): Promise<AssistantPublication> {
  await refuseWithout(context, caller, 'settings.change');
  const { change, before, rehearsalId } = await publicationNow(context, id);
  await refuseChange(context, caller, change);
  if (change.tools) refuseUnproven(caller);
  await context.db.transaction().execute(async (transaction) => {
    if (!(await publications.noteReverted(transaction, id, caller.user.id)))
      throw new Problem('conflict', localize('publication_reverted'));
    const { tools: _, ...expected } = change;
    const tools = reversed(await stored.toolDrafts(transaction, rehearsalId));
    await makeChange(context, transaction, caller, { change: backTo(before), expected, tools });
    await recordAudit({ db: transaction }, caller, {
      action: 'rehearsal.reverted',
      subject: about(rehearsalId),
      details: named(change),
    });
  });
  if (change.settings) await publishSettingsChanged(context, 'aiConfig');
  return publicationNow(context, id);
}

/** @throws Problem `forbidden` */
export async function listRehearsalTests(context: Context, caller: StaffCaller): Promise<RehearsalTest[]> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseScoped(context, caller);
  return tests.listTests(context.db);
}

/** Every rehearsal asks the question of a row from now on. @throws Problem `not_found`, `conflict` when there are too many */
export async function addRehearsalTest(
  context: Context,
  caller: StaffCaller,
  { rowId, expectation }: { rowId: string; expectation: TestExpectation },
): Promise<RehearsalTest> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseScoped(context, caller);
  const test = { rowId, expectation, createdBy: caller.user.id, max: rehearsalLimits.tests };
  const id = await tests.keepTest(context.db, test);
  const all = await tests.listTests(context.db);
  const kept = all.find((each) => each.id === id);
  if (!kept && all.length >= rehearsalLimits.tests)
    throw new Problem('conflict', localize('too_many_rehearsal_tests', { max: rehearsalLimits.tests }));
  if (!kept) throw new Problem('not_found', localize('no_such_rehearsal'));
  await recordAudit(context, caller, {
    action: 'rehearsal_test.added',
    subject: { type: 'rehearsal_test', id: kept.id },
  });
  return kept;
}

/** @throws Problem `not_found`, `forbidden` */
export async function deleteRehearsalTest(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'settings.change');
  await refuseScoped(context, caller);
  if (!(await tests.deleteTest(context.db, id))) throw new Problem('not_found', localize('no_such_rehearsal_test'));
  await recordAudit(context, caller, { action: 'rehearsal_test.deleted', subject: { type: 'rehearsal_test', id } });
}
