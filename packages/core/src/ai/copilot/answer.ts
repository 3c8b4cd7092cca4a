/** Answers questions of the team from the knowledge of every audience and from past answers of colleagues. */
import type { AnswerSource, CopilotTask, KnowledgeAnswer } from '@parley/contracts/assistant/copilot';
import { languages } from '@parley/contracts/text/languages';
import { Problem } from '@parley/contracts/problems';
import { pastAnswers } from '@parley/db/articles/past-answers';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import type { ExternalContext } from '../../external/services.ts';
import { findPassages } from '../../knowledge/passages.ts';
import { scopeSqlFor } from '../../permissions/scope.ts';
import { askModelFor, listOf, textOf } from './ask-model.ts';
import { bringsNothingNew } from './facts.ts';
import { type Offered, requireFeature } from './offered.ts';

const passagesMax = 6;
const answersMax = 4;
const longestSource = 1_500;
const sentencesMax = 8;

type Asked = Extract<CopilotTask, { task: 'answer' }>;

const rules = (
  language: Asked['language'],
): string => `Answer the "question" of a colleague from "sources" alone, in ${languages[language]}, in at most ${sentencesMax} short sentences. Each sentence names the numbers "n" of the sources that say it. What they do not say is not answered.
Answer {"sentences": [{"text": "…", "sources": [1]}]}; no sentence where the sources do not answer it`;

/** Always returns sources; sentences if a model wrote some that the sources support. */
export async function answerFromKnowledge(context: ExternalContext, asked: Asked): Promise<KnowledgeAnswer> {
  const [passages, found] = await Promise.all([
    findPassages(context, {
      question: asked.question,
      audience: 'staff',
      websiteId: null,
      language: asked.language,
      limit: passagesMax,
    }),
    pastAnswers(context.db, asked.question, {
      exceptConversationId: null,
      limit: answersMax * 4,
      within: await scopeSqlFor(context, asked),
    }),
  ]);
  // Identical answers count once.
  const answers = found
    .filter(({ answer }, at) => found.findIndex((other) => other.answer === answer) === at)
    .slice(0, answersMax);
  const sources: AnswerSource[] = [
    ...passages.map(({ sourceKind, title, headings, text, url }) => ({
      kind: sourceKind,
      title: [...new Set([title, ...headings])].join(' › ').slice(0, 300),
      text: text.slice(0, longestSource),
      url,
      conversationId: null,
    })),
    ...answers.map(({ conversationId, question, answer }) => ({
      kind: 'answer' as const,
      title: question.slice(0, 200),
      text: answer.slice(0, longestSource),
      url: null,
      conversationId,
    })),
  ];
  return { sentences: sources.length > 0 ? await sentencesFrom(context, asked, sources) : null, sources };
}

/** Returns null without a model, if the feature is off or fails, and if no sentence is supported. */
async function sentencesFrom(
  context: ExternalContext,
  { question, language }: Asked,
  sources: readonly AnswerSource[],
): Promise<KnowledgeAnswer['sentences']> {
  try {
    const offered = await requireFeature(context, 'answers');
    const given = await shownToModel(context, offered, sources);
    if (given.size === 0) return null;
    const sentences = await askModelFor(context, offered, {
      kind: 'answer',
      conversationId: null,
      rules: rules(language),
      material: { question, sources: [...given].map(([at, { title, text }]) => ({ n: at + 1, title, text })) },
      maxTokens: 800,
      read: (answer) =>
        typeof answer === 'object' && answer !== null
          ? listOf(answer, 'sentences')
              .slice(0, sentencesMax)
              .flatMap((each) => supported(each, question, given))
          : undefined,
    });
    return sentences.length > 0 ? sentences : null;
  } catch (error) {
    // The sources alone are an answer too.
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Accepts a sentence that cites given sources, and has its numbers and links from there or from the question. */
function supported(value: unknown, question: string, given: ReadonlyMap<number, AnswerSource>) {
  const text = textOf(value, 'text')?.slice(0, 500);
  const scopes = [...new Set(listOf(value, 'sources').map((n) => Number(n) - 1))].filter((at) => given.has(at));
  if (!text || scopes.length === 0) return [];
  const sourceTexts = scopes.flatMap((at) => [given.get(at)?.text ?? '', given.get(at)?.title ?? '']);
  return bringsNothingNew(text, [...sourceTexts, question]) ? [{ text, sources: scopes }] : [];
}

/** Numbered by position; without past answers from conversations that the model may not see. */
async function shownToModel(
  { db }: ExternalContext,
  { settings }: Offered,
  sources: readonly AnswerSource[],
): Promise<Map<number, AnswerSource>> {
  const excepted = settings.copilotConfig.exceptWebsiteIds;
  const ids = sources.flatMap(({ conversationId }) => conversationId ?? []);
  const scopes = await findConversationScopes(db, ids);
  const isGiven = ({ conversationId }: AnswerSource): boolean => {
    if (conversationId === null) return true;
    const scope = scopes.get(conversationId);
    return scope !== undefined && (scope.websiteId === null || !excepted.includes(scope.websiteId));
  };
  return new Map([...sources.entries()].filter(([, source]) => isGiven(source)));
}
