/** Lists failed searches and questions that the assistant couldn't answer: articles to write next. */
import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import type { HelpTodo, TodoState } from '@parley/contracts/knowledge/help';
import type { Language } from '@parley/contracts/text/languages';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as feedback from '@parley/db/help/feedback';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { assertInScope, scopeSql } from '../permissions/scope.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const listedMax = 100;
const missDays = 30;
/** Age in days after which searches are deleted. */
const searchDays = 180;

/** Our own hand-off reasons that mean a lack of knowledge. */
const knewNothing = new Set(['assistant_no_answer', 'assistant_wants_person']);

/**
 * Returns searches first, by frequency, then the questions that the assistant missed, newest first; from conversations
 * that the caller may see.
 */
export async function listTodos(context: Context, caller: StaffCaller, state: TodoState): Promise<HelpTodo[]> {
  await refuseWithout(context, caller, 'articles.manage');
  const [searches, handedOff] = await Promise.all([
    feedback.fruitlessSearches(context.db, state, listedMax),
    feedback.handedOff(context.db, { days: missDays, limit: 500, within: await scopeSql(context, caller) }),
  ]);
  const misses = handedOff.flatMap(({ conversationId, summary, at, settled, settledFor }): HelpTodo[] => {
    const asked = missedQuestion(summary);
    if (asked === null) return [];
    const now = settled && settledFor === asked ? settled : 'open';
    if (now !== state) return [];
    return [{ id: conversationId, kind: 'assistant', words: asked, count: 1, state, at: at.toISOString() }];
  });
  return [...searches, ...misses.slice(0, listedMax)];
}

/** Returns the question that the assistant couldn't answer; null for a hand-off for another reason. */
const missedQuestion = ({ reason, asked }: HandOffSummary): string | null =>
  typeof reason === 'string' || knewNothing.has(reason.code) ? asked : null;

/** @throws Problem `not_found` */
export async function settleTodo(
  context: Context,
  caller: StaffCaller,
  { kind, id }: Pick<HelpTodo, 'kind' | 'id'>,
  state: TodoState,
): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  if (kind === 'search') {
    if (!(await feedback.settleSearch(context.db, id, state)))
      throw new Problem('not_found', localize('no_such_article'));
    return;
  }
  await assertInScope(context, caller, [id]);
  const [handedOff] = await feedback.handedOff(context.db, { days: missDays, limit: 1, of: id });
  const asked = handedOff && missedQuestion(handedOff.summary);
  if (!asked) throw new Problem('not_found', localize('no_such_conversation'));
  await feedback.settleMiss(context.db, id, state, asked);
}

/** Returns true if a search may contain personal data: it is not stored then. */
const isPersonal = (words: string): boolean => /@|\d{5,}/.test(words);

/** Records a search without results, if it is long enough to mean something. */
export async function rememberFruitless(context: Pick<Context, 'db'>, words: string, locale: Language): Promise<void> {
  const line = words.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if (line.length < 3 || line.length > 100 || isPersonal(line)) return;
  await feedback.countFruitlessSearch(context.db, line, locale);
}

/** Deletes old searches. Returns the number of them. */
export const forgetOldSearches = ({ db }: Pick<Context, 'db'>): Promise<number> =>
  feedback.forgetOldSearches(db, searchDays);
