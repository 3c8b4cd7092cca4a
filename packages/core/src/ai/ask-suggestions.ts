/** Asking the worker for suggested replies and waiting for them. */
import { Suggestions } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { findConversation } from '@parley/db/conversations/read';
import { Compile } from 'typebox/compile';
import type { Context } from '../context.ts';

/** Longer than the worker gives the model (`suggestions.ts`), shorter than people wait. */
const timeoutMs = 20_000;

/** They quote the conversation, and nobody asks for them twice. */
const answersKeptSeconds = 60;

const answer = Compile(Suggestions);

/** @throws Problem `not_found`, `unavailable` when no worker answers in time */
export async function askSuggestions(context: Context, conversationId: string): Promise<Suggestions> {
  if (!(await findConversation(context.db, conversationId))) {
    throw new Problem('not_found', 'There is no such conversation.');
  }
  const result = await context.queues.ask('ai-suggestions', { conversationId }, timeoutMs, {
    removeOnComplete: { age: answersKeptSeconds },
  });
  if (!answer.Check(result)) throw new Problem('unavailable', 'No suggestions could be made right now.');
  return result;
}

/** Forgets what was suggested so far, in the queue and in the log of its events. */
export async function forgetSuggestions({ queues }: Pick<Context, 'queues'>): Promise<void> {
  const queue = queues.queue('ai-suggestions');
  await Promise.all([queue.clean(0, 0, 'completed'), queue.trimEvents(0)]);
}
