/** The ledger, for the team: what answers rest on, what was corrected, what rests, what it all cost. */
import type { AiAnswer, AiLimits, RestingPassage } from '@parley/contracts/answers';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { answerOfMessage, listAiAnswers, markWrong } from '@parley/db/ai/answers';
import { costOfSolved, type SolvedCost } from '@parley/db/ai/costs';
import { endRest, listResting } from '@parley/db/ai/rests';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../integrations/external-services.ts';
import { recordAudit } from '../data/audit-log.ts';
import { scopeSql } from '../users/scope.ts';

const restingShown = 200;
const costDays = 30;

/** What a message of the assistant's rests on, all of it. @throws Problem `not_found` */
export async function readMessageSources(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  seq: number,
): Promise<AiAnswer> {
  const answer = await answerOfMessage(db, conversationId, seq);
  if (!answer) throw noAnswer();
  return answer;
}

/** A sentence of the assistant's is wrong, says one of the team. @throws Problem `not_found` */
export async function markSentenceWrong(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  seq: number,
  place: number,
): Promise<void> {
  if (!(await markWrong(db, conversationId, seq, place))) throw noAnswer();
}

/** Answers of conversations that the caller may see, the newest first. */
export async function listAnswers(
  context: Context,
  caller: StaffCaller,
  query: { which: 'corrected' | 'outdated' | 'all'; documentId?: string; before?: string; limit: number },
): Promise<AiAnswer[]> {
  const { which, documentId, before, limit } = query;
  const within = await scopeSql(context, caller);
  return listAiAnswers(context.db, { which, documentId, beforeId: before, limit, within });
}

/** The passages that rest, with the conversations that the caller may see of those in which they were corrected. */
export async function listRestingPassages(context: Context, caller: StaffCaller): Promise<RestingPassage[]> {
  return listResting(context.db, restingShown, await scopeSql(context, caller));
}

/** A passage is given to answers again. @throws Problem `not_found` where it does not rest */
export async function approvePassage(context: Context, caller: StaffCaller, passageId: string): Promise<void> {
  if (!(await endRest(context.db, passageId, caller.user.id)))
    throw new Problem('not_found', say('no_resting_passage'));
  await recordAudit(context, caller, { action: 'passage.approved', subject: { type: 'passage', id: passageId } });
}

/** Of the last 30 days, and what the environment allows at most. */
export async function readCosts(
  context: Pick<ExternalContext, 'db' | 'settings' | 'external'>,
  caller: StaffCaller,
): Promise<SolvedCost & { ceilings: AiLimits | null }> {
  const { model } = context.external;
  const within = await scopeSql(context, caller);
  const cost = await costOfSolved(context.db, new Date(Date.now() - costDays * 24 * 3600 * 1000), within);
  return { ...cost, ceilings: model && { ...model.budget, tokensPerVisitorAndDay: model.tokensPerVisitorAndDay } };
}

const noAnswer = (): Problem => new Problem('not_found', say('no_answer_sources'));
