/**
 * Asking the worker for suggested replies and waiting for them. The end of the job says that they are there; they
 * themselves quote the conversation, and BullMQ's log of ends is one for everybody: they are kept beside it, each under
 * its conversation, where erasing finds them.
 */
import { Suggestions } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { findConversation } from '@parley/db/conversations/read';
import { keys } from '@parley/service/redis';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type Asker, askerOf } from '../users/asker.ts';
import { assertStillMay } from '../users/permissions.ts';
import { scopeOf } from '../users/scope.ts';

/** Longer than the worker gives the model (`suggestions.ts`), shorter than people wait. */
const timeoutMs = 20_000;

/** Nobody asks for them twice. */
const keptSeconds = 60;

const answer = Compile(Suggestions);
const madeFor = Compile(Type.Object({ for: Type.String() }));

const nameOf = ({ userId, keyId }: Asker): string | undefined => keyId ?? userId;

type Keeping = Pick<Context, 'redis' | 'prefix'>;

/** Of whom they are is in the value: erasing finds them by their conversation alone. */
const keyOf = ({ prefix }: Keeping, conversationId: string): string => keys(prefix).key('suggestions', conversationId);

/** @throws Problem `not_found`, `forbidden` for who has lost the right meanwhile, `unavailable` when no worker answers in time */
export async function askSuggestions(
  context: Context,
  conversationId: string,
  caller?: StaffCaller,
): Promise<Suggestions> {
  if (!(await findConversation(context.db, conversationId))) {
    throw new Problem('not_found', say('no_such_conversation'));
  }
  const asker = caller ? askerOf(caller) : {};
  await context.queues.ask('ai-suggestions', { conversationId, ...asker }, timeoutMs).catch(async (error: unknown) => {
    // The end of a job has words and no code: whether it was refused is asked again.
    if (caller) await assertStillMay(context, askerOf(caller), 'conversations.reply', { conversationId });
    throw error;
  });
  const kept: unknown = JSON.parse((await context.redis.get(keyOf(context, conversationId))) ?? 'null');
  // Suggestions made for a colleague in the meantime may quote what the caller must not see.
  const isTheirs = !caller || !(await scopeOf(context, caller)) || (madeFor.Check(kept) && kept.for === nameOf(asker));
  if (!isTheirs || !answer.Check(kept)) throw new Problem('unavailable', say('no_suggestions'));
  return kept;
}

/** Where whoever asked finds them, for a minute. */
export async function keepSuggestions(
  context: Keeping,
  conversationId: string,
  made: Suggestions,
  asker: Asker = {},
): Promise<void> {
  await context.redis.set(
    keyOf(context, conversationId),
    JSON.stringify({ ...made, for: nameOf(asker) }),
    'EX',
    keptSeconds,
  );
}

/** Forgets what was suggested in these conversations, and only there. */
export async function forgetSuggestions(context: Keeping, conversationIds: readonly string[]): Promise<void> {
  // One by one: in a cluster they live on several nodes.
  await Promise.all(conversationIds.map((id) => context.redis.unlink(keyOf(context, id))));
}
