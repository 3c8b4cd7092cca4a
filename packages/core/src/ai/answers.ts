/** Shows the team the ledger of answers: their sources, corrections, suspended passages and costs. */
import type { AiAnswer, AiLimits, SuspendedPassage } from '@parley/contracts/assistant/answers';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { answerOfMessage, listAiAnswers, markWrong } from '@parley/db/ai/answers';
import { costOfSolved, type SolvedCost } from '@parley/db/ai/costs';
import { endSuspension, listSuspended } from '@parley/db/ai/suspended-passages';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { recordAudit } from '../audit/record.ts';
import { scopeSql } from '../permissions/scope.ts';
import { assertMay, refuseWithout } from '../permissions/permissions.ts';

const suspendedShown = 200;
const costDays = 30;

/** Returns everything that a message of the assistant cites. @throws Problem `not_found` */
export async function readMessageSources(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
  seq: number,
): Promise<AiAnswer> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const answer = await answerOfMessage(context.db, conversationId, seq);
  if (!answer) throw noAnswer();
  return answer;
}

/** Records a representative's correction: a sentence of the assistant is wrong. @throws Problem `not_found` */
export async function markSentenceWrong(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
  seq: number,
  place: number,
): Promise<void> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  if (!(await markWrong(context.db, conversationId, seq, place))) throw noAnswer();
}

/** Answers of conversations that the caller may see, the newest first. */
export async function listAnswers(
  context: Context,
  caller: StaffCaller,
  query: { which: 'corrected' | 'outdated' | 'all'; documentId?: string; before?: string; limit: number },
): Promise<AiAnswer[]> {
  await refuseWithout(context, caller, 'conversations.read');
  const { which, documentId, before, limit } = query;
  const within = await scopeSql(context, caller);
  return listAiAnswers(context.db, { which, documentId, beforeId: before, limit, within });
}

/** Returns the suspended passages, with the corrected conversations that the caller may see. */
export async function listSuspendedPassages(context: Context, caller: StaffCaller): Promise<SuspendedPassage[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return listSuspended(context.db, suspendedShown, await scopeSql(context, caller));
}

/** Lets answers cite a suspended passage again. @throws Problem `not_found` if it isn't suspended */
export async function approvePassage(context: Context, caller: StaffCaller, passageId: string): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  if (!(await endSuspension(context.db, passageId, caller.user.id)))
    throw new Problem('not_found', localize('no_suspended_passage'));
  await recordAudit(context, caller, { action: 'passage.approved', subject: { type: 'passage', id: passageId } });
}

/** Returns the costs of the last 30 days and the limits that the environment sets. */
export async function readCosts(
  context: Pick<ExternalContext, 'db' | 'settings' | 'external'>,
  caller: StaffCaller,
): Promise<SolvedCost & { ceilings: AiLimits }> {
  await refuseWithout(context, caller, 'reports.read');
  const { model } = context.external;
  const within = await scopeSql(context, caller);
  const cost = await costOfSolved(context.db, new Date(Date.now() - costDays * 24 * 3600 * 1000), within);
  return { ...cost, ceilings: { ...model.budget, tokensPerVisitorAndDay: model.tokensPerVisitorAndDay } };
}

const noAnswer = (): Problem => new Problem('not_found', localize('no_answer_sources'));
