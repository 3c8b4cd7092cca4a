/** Asks the model to judge an answer against the representative's real one: a second opinion, which decides nothing. */
import type { RehearsalOpinion } from '@parley/contracts/assistant/rehearsals';
import type { Settings } from '@parley/contracts/settings/settings';
import { keepOpinion, wordsOfRow } from '@parley/db/ai/rehearsal-rows';
import type { Cost } from '@parley/db/ai/rehearsals';
import type { ExternalContext } from '../../external/services.ts';
import { fieldOf, jsonOf, preamble, textOf } from '../copilot/ask-model.ts';
import { modelName } from '../model-access.ts';
import { runModel } from '../run.ts';
import { costAtMost, type Paying } from './answer.ts';

const promptVersion = 'opinion-2026-11-1';
const patienceMs = 15_000;
const maxTokens = 200;
const longestText = 4_000;
const longestWhy = 300;

const rules = `"question" is what a customer asked, "pastReply" what a colleague really answered, "answer" what an assistant would answer. Say whether the answer contradicts what the colleague said: both cannot be true of the same thing. Saying less, more, or the same in other words is no contradiction.
Answer {"contradicts": true or false, "why": "one short sentence"}`;

/**
 * Asks about one row, once, and stores the answer; an unreadable one is stored as no opinion.
 * @throws ModelFailed, and what `reserve` does
 */
export async function askOpinion(
  context: ExternalContext,
  aiConfig: Settings['aiConfig'],
  rowId: string,
  { access, reserve, signal }: Paying,
): Promise<void> {
  const words = await wordsOfRow(context.db, rowId);
  // The conversation was deleted in the meantime, and the row with it.
  if (!words?.pastReply || !words.answer) return;
  const { asked: question, pastReply, answer } = words;
  const material = JSON.stringify({
    question: question.slice(0, longestText),
    pastReply: pastReply.slice(0, longestText),
    answer: answer.slice(0, longestText),
  });
  const system = `${preamble}\n${rules}`;
  const characters = system.length + material.length;
  const settle = await reserve(costAtMost(aiConfig, access, { characters, maxTokens, replies: 1 }));
  const spent: Cost = { replies: 0, tokens: 0, usd: 0 };
  const onAiRun: NonNullable<ExternalContext['external']['onAiRun']> = (run) => {
    spent.replies += 1;
    spent.tokens += run.inputTokens + run.outputTokens;
    spent.usd += run.costUsd;
    context.external.onAiRun?.(run);
  };
  const subject = { kind: 'rehearsal', conversationId: null, visitorId: null, promptVersion } as const;
  try {
    const run = await runModel({ ...context, external: { ...context.external, onAiRun } }, access, subject, {
      model: modelName(access, aiConfig.model),
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: material },
      ],
      maxTokens,
      json: true,
      timeoutMs: patienceMs,
      signal,
    });
    const opinion = opinionIn(run.answer.text);
    await run.record(opinion.contradicts === null ? 'unreadable' : 'answered');
    await keepOpinion(context.db, rowId, opinion);
  } finally {
    await settle(spent);
  }
}

function opinionIn(text: string): RehearsalOpinion {
  const answer = jsonOf(text);
  const contradicts = fieldOf(answer, 'contradicts');
  if (typeof contradicts !== 'boolean') return { contradicts: null, why: '' };
  return { contradicts, why: (textOf(answer, 'why') ?? '').slice(0, longestWhy) };
}
