/**
 * Passes slow tasks to the worker and waits for them. Task and outcome quote conversations: they are stored beside the
 * job, under their conversation or requester, where erasing finds them, for a minute at most. The job and its end only
 * signal that they are there.
 */
import { randomUUID } from 'node:crypto';
import { CopilotTask } from '@parley/contracts/assistant/copilot';
import { Problem, type ProblemCode, problems } from '@parley/contracts/problems';
import { LocalizedText } from '@parley/contracts/i18n/localized-text';
import { localize } from '@parley/contracts/i18n/server-texts';
import { keys } from '@parley/service/redis';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Permission } from '@parley/contracts/permissions/permissions';
import type { Context } from '../../context.ts';
import type { ExternalContext } from '../../external/services.ts';
import { assertStillMay } from '../../permissions/permissions.ts';
import { tryAssistant } from '../playground.ts';
import { answerFromKnowledge } from './answer.ts';
import { translateOutgoing } from './outgoing.ts';
import { rewrite } from './rewrite.ts';
import { makeSummary } from './summary.ts';
import { proposeTags } from './tags.ts';
import { translateMessages } from './translations.ts';

/** Longer than the worker gives the model, also where two or three questions follow each other. */
const timeoutMs = 45_000;
const keptSeconds = 60;

type Keeping = Pick<Context, 'redis' | 'prefix'>;

const keyOf = ({ prefix }: Keeping, place: string): string => keys(prefix).key('copilot', place);
const doneOf = (askId: string): string => `${askId}:done`;

const isTask = Compile(CopilotTask);
const Outcome = Type.Union([
  Type.Object({ made: Type.Unknown() }),
  Type.Object({
    refused: Type.Object({
      code: Type.String(),
      english: Type.String(),
      localized: Type.Optional(LocalizedText),
      retryAfterSeconds: Type.Optional(Type.Number()),
    }),
  }),
]);
const isOutcome = Compile(Outcome);

const isCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/**
 * Runs a task and returns its outcome.
 *
 * @param answer schema of the outcome
 * @throws Problem the worker's refusal; `unavailable` when none answers in time
 */
export async function askCopilot<S extends Type.TSchema>(
  context: Context,
  place: string,
  task: CopilotTask,
  answer: S,
): Promise<Type.Static<S>> {
  const askId = randomUUID();
  const key = keyOf(context, place);
  await context.redis.hset(key, askId, JSON.stringify(task));
  await context.redis.expire(key, keptSeconds);
  try {
    await context.queues.ask('copilot', { place, askId }, timeoutMs);
    const outcome: unknown = JSON.parse((await context.redis.hget(key, doneOf(askId))) ?? 'null');
    if (!isOutcome.Check(outcome)) throw new Problem('unavailable', localize('copilot_unreadable'));
    if ('refused' in outcome) {
      const { code, english, localized, retryAfterSeconds } = outcome.refused;
      throw new Problem(isCode(code) ? code : 'unavailable', localized ?? english, {
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
    }
    if (!Compile(answer).Check(outcome.made)) throw new Problem('unavailable', localize('copilot_unreadable'));
    return outcome.made;
  } finally {
    await context.redis.hdel(key, askId, doneOf(askId));
  }
}

/** Runs in the worker: does the stored task, if it still exists, and stores the outcome. */
export async function performCopilot(
  context: ExternalContext,
  { place, askId }: { place: string; askId: string },
): Promise<void> {
  const key = keyOf(context, place);
  const task: unknown = JSON.parse((await context.redis.hget(key, askId)) ?? 'null');
  if (!isTask.Check(task)) return;
  const outcome = await perform(context, task).then(
    (made) => ({ made }),
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const { code, message: english, localized, retryAfterSeconds } = error;
      return { refused: { code, english, localized, retryAfterSeconds } };
    },
  );
  // The conversation was erased in the meantime, or the requester no longer waits.
  if (!(await context.redis.hexists(key, askId))) return;
  await context.redis.hset(key, doneOf(askId), JSON.stringify(outcome));
  await context.redis.expire(key, keptSeconds);
}

/** Permission required for each task, checked by the worker as at the call. */
export const copilotNeeds = {
  summary: 'conversations.read',
  rewrite: 'conversations.reply',
  tags: 'conversations.update',
  translations: 'conversations.read',
  outgoing: 'conversations.reply',
  answer: 'conversations.reply',
  try: 'settings.change',
} as const satisfies Record<CopilotTask['task'], Permission>;

async function perform(context: ExternalContext, task: CopilotTask): Promise<object> {
  const { userId } = task;
  if (userId !== undefined) {
    const subject = 'conversationId' in task ? { conversationId: task.conversationId } : undefined;
    await assertStillMay(context, { ...task, userId }, copilotNeeds[task.task], subject);
  }
  switch (task.task) {
    case 'summary':
      return makeSummary(context, task.conversationId, task.language);
    case 'rewrite':
      return rewrite(context, task);
    case 'tags':
      return proposeTags(context, task.conversationId);
    case 'translations':
      return translateMessages(context, task.conversationId, task.seqs, task.language);
    case 'outgoing':
      return translateOutgoing(context, task);
    case 'answer':
      return answerFromKnowledge(context, task);
    case 'try':
      return tryAssistant(context, task);
  }
}

/** Deletes the stored tasks about these conversations. */
export async function forgetCopilot(context: Keeping, conversationIds: readonly string[]): Promise<void> {
  // Keys are unlinked one at a time: in a cluster they are on several nodes.
  await Promise.all(conversationIds.map((id) => context.redis.unlink(keyOf(context, id))));
}
