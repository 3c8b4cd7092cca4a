/** A model call with its entry in `ai_runs`: model, prompt version, tokens, cost, latency, outcome. */
import { recordAiRun } from '@parley/db/ai/runs';
import type { AiRunKind } from '@parley/db/tables/work';
import { withSpan } from '@parley/service/tracing';
import type { ExternalContext } from '../external/services.ts';
import { countTokens } from './budget.ts';
import type { ModelAccess } from './model-access.ts';
import { noteModelCall } from './model-status.ts';
import { askModel, costUsd, type ModelAnswer, ModelFailed, type ModelQuestion, type ModelTokens } from './model.ts';
import { promptVersion } from './prompt.ts';

export interface RunSubject {
  kind: AiRunKind;
  conversationId: string | null;
  visitorId: string | null;
  aiEpoch?: number | null;
  messageSeq?: number | null;
  /** Version of the prompt, for prompts other than the assistant's. */
  promptVersion?: string;
}

/** Returns true for runs that count among a day's tokens: replies, and everything that the copilot does. */
const isCounted = (kind: AiRunKind): boolean => kind !== 'suggestions' && kind !== 'test';

export interface Run {
  answer: ModelAnswer;
  model: string;
  costUsd: number;
  /** Writes the run down; how it ended is only known after the answer was used. */
  record(outcome: string): Promise<void>;
}

/** Asks the model. A failed call is recorded with its cost before the error is thrown. */
export async function runModel(
  context: Pick<ExternalContext, 'db' | 'external' | 'redis' | 'prefix' | 'settings'>,
  access: ModelAccess,
  subject: RunSubject,
  question: ModelQuestion,
): Promise<Run> {
  const { aiConfig } = await context.settings.read();
  const costOf = ({ inputTokens, outputTokens }: ModelTokens): number =>
    costUsd(question.model, inputTokens, outputTokens, { input: aiConfig.inputPrice, output: aiConfig.outputPrice });
  const started = performance.now();
  const record = async (outcome: string, tokens: ModelTokens, error: string | null): Promise<void> => {
    const { inputTokens, outputTokens } = tokens;
    const milliseconds = performance.now() - started;
    const cost = costOf(tokens);
    context.external.onAiRun?.({
      kind: subject.kind,
      outcome,
      seconds: milliseconds / 1000,
      inputTokens,
      outputTokens,
      costUsd: cost,
    });
    if (isCounted(subject.kind)) await countTokens(context, inputTokens + outputTokens);
    await recordAiRun(context.db, {
      kind: subject.kind,
      conversationId: subject.conversationId,
      visitorId: subject.visitorId,
      aiEpoch: subject.aiEpoch ?? null,
      messageSeq: subject.messageSeq ?? null,
      model: question.model,
      promptVersion: subject.promptVersion ?? promptVersion,
      inputTokens,
      outputTokens,
      costUsd: cost,
      latencyMs: Math.round(milliseconds),
      outcome,
      error,
    });
  };
  let spent: ModelTokens = { inputTokens: 0, outputTokens: 0 };
  const onSpent = (tokens: ModelTokens): void => {
    spent = tokens;
  };
  try {
    const answer = await withSpan('call model', { 'gen_ai.request.model': question.model }, () =>
      askModel(access, { ...question, onSpent }),
    );
    await noteModelCall(context, access, question.model, null);
    return {
      answer,
      model: question.model,
      costUsd: costOf(answer),
      record: (outcome) => record(outcome, answer, null),
    };
  } catch (error) {
    if (error instanceof ModelFailed) await noteModelCall(context, access, question.model, error);
    const outcome = error instanceof ModelFailed ? error.kind : 'stopped';
    await record(outcome, spent, error instanceof Error ? error.message.slice(0, 500) : null);
    throw error;
  }
}
