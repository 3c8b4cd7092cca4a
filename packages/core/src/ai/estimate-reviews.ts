/**
 * Lets the model mark conversations by scorecards that want it. Its marks are estimates: they are stored apart from the
 * reviews of people and count in nobody's figures.
 */
import { markValues } from '@parley/contracts/reviews/limits';
import type { Criterion, ReviewMark, Scorecard } from '@parley/contracts/reviews/reviews';
import { scoreOf } from '@parley/contracts/reviews/score';
import { filterSql } from '@parley/db/conversations/filter';
import { messagesBefore } from '@parley/db/messages/read';
import * as estimates from '@parley/db/reviews/estimates';
import { listScorecards } from '@parley/db/reviews/scorecards';
import type { ExternalContext } from '../external/services.ts';
import { announceReviews } from '../reviews/scorecards.ts';
import { isOutOfTokens, limitsOf } from './budget.ts';
import { fieldOf, jsonOf, listOf, preamble, textOf } from './copilot/ask-model.ts';
import { type ModelAccess, modelAccess, modelName } from './model-access.ts';
import { ModelFailed } from './model.ts';
import { runModel } from './run.ts';

const promptVersion = 'review-2026-11-1';
const patienceMs = 60_000;
/** Estimates of a scorecard in one run of the task. */
const perRun = 5;
const messagesMost = 80;
const longestMessage = 1_500;
const longestComment = 500;

const rules = `"messages" is a conversation with a customer. Mark only the messages of the side "reviewed", by each of "criteria": "pass" is 1 (passed) or 0 (failed), "points" is 1 (worst) to 5 (best); null if the conversation gives no occasion for the criterion. Judge strictly, and by the description where there is one.
Answer {"marks": [{"criterion": its number, "value": number or null, "why": "one short sentence in the language of the criterion"}]}`;

/** Makes estimates that are due, a few at a time, and returns their number. */
export async function estimateReviews(context: ExternalContext): Promise<number> {
  const scorecards = (await listScorecards(context.db)).filter(({ isEstimated }) => isEstimated);
  const access = scorecards.length > 0 ? await modelAccess(context) : null;
  if (!access) return 0;
  await estimates.forgetInterrupted(context.db);
  let count = 0;
  try {
    for (const scorecard of scorecards) count += await estimateFor(context, access, scorecard);
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    context.log.warn({ err: error }, 'the model estimated no review');
  }
  if (count > 0) await announceReviews(context);
  return count;
}

async function estimateFor(context: ExternalContext, access: ModelAccess, scorecard: Scorecard): Promise<number> {
  const { aiConfig } = await context.settings.read();
  const { tokensPerDay } = limitsOf(access, aiConfig);
  const fits = filterSql(scorecard.filter, { me: '', now: Date.now() });
  let count = 0;
  for (; count < perRun; count += 1) {
    if (await isOutOfTokens(context, { tokensPerDay })) break;
    const estimate = await estimates.takeEstimate(context.db, scorecard, fits);
    if (!estimate) break;
    try {
      const marks = await askForMarks(context, access, { ...estimate, criteria: scorecard.criteria });
      await estimates.storeEstimate(context.db, estimate.id, marks, marks && scoreOf(scorecard.criteria, marks));
    } catch (error) {
      await estimates.dropEstimate(context.db, estimate.id);
      throw error;
    }
  }
  return count;
}

interface Marking extends estimates.Estimate {
  criteria: readonly Criterion[];
}

/** Returns the marks of the model; null if its answer is unusable. @throws ModelFailed */
async function askForMarks(
  context: ExternalContext,
  access: ModelAccess,
  { conversationId, personId, criteria }: Marking,
): Promise<ReviewMark[] | null> {
  const { aiConfig } = await context.settings.read();
  const messages = await messagesBefore(context.db, conversationId, null, messagesMost);
  const isReviewed = (senderType: string, senderId: string | null): boolean =>
    personId === null ? senderType === 'ai' : senderType === 'representative' && senderId === personId;
  const material = {
    criteria: criteria.map(({ name, description, scale }, index) => ({
      criterion: index + 1,
      name,
      description,
      scale,
    })),
    messages: messages.map(({ senderType, senderId, content }) => ({
      side: isReviewed(senderType, senderId) ? 'reviewed' : senderType === 'customer' ? 'customer' : 'colleague',
      text: content.slice(0, longestMessage),
    })),
  };
  // Its cost isn't part of what the assistant cost in the conversation.
  const subject = { kind: 'review', conversationId: null, visitorId: null, promptVersion } as const;
  const run = await runModel(context, access, subject, {
    model: modelName(access, aiConfig.model),
    messages: [
      { role: 'system', content: `${preamble}\n${rules}` },
      { role: 'user', content: JSON.stringify(material) },
    ],
    maxTokens: 200 + 120 * criteria.length,
    json: true,
    timeoutMs: patienceMs,
  });
  const marks = marksIn(run.answer.text, criteria);
  await run.record(marks ? 'answered' : 'unreadable');
  return marks;
}

/** Returns a mark for each criterion; null if one is missing or isn't of its scale, or none applies. */
function marksIn(text: string, criteria: readonly Criterion[]): ReviewMark[] | null {
  const given = listOf(jsonOf(text), 'marks');
  const marks = criteria.flatMap(({ id, scale }, index) => {
    const mark = given.find((each) => fieldOf(each, 'criterion') === index + 1);
    const value = fieldOf(mark, 'value');
    const isValue = value === null || (typeof value === 'number' && markValues[scale].includes(value));
    return isValue ? [{ criterionId: id, value, comment: (textOf(mark, 'why') ?? '').slice(0, longestComment) }] : [];
  });
  return marks.length === criteria.length && marks.some(({ value }) => value !== null) ? marks : null;
}
