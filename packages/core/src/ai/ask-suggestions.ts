/**
 * Asks the worker for suggested replies and waits for them. The end of the job only signals that they are there: they
 * quote the conversation, and BullMQ's log of ends is shared by all. They are stored separately, each under its
 * conversation, where erasing finds them.
 */
import { Suggestions } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findConversation } from '@parley/db/conversations/read';
import { keys } from '@parley/service/redis';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type Requester, requesterOf } from '../permissions/requester.ts';
import { assertMay, assertStillMay } from '../permissions/permissions.ts';
import { scopeOf } from '../permissions/scope.ts';

/** Longer than the worker gives the model (`suggestions.ts`), shorter than people wait. */
const timeoutMs = 20_000;

/** They are fetched once. */
const keptSeconds = 60;

const answer = Compile(Suggestions);
const madeFor = Compile(Type.Object({ for: Type.String() }));

const nameOf = ({ userId, keyId }: Requester): string | undefined => keyId ?? userId;

type Keeping = Pick<Context, 'redis' | 'prefix'>;

/**
 * The value contains the requester; the key has only the conversation's id, so that erasing finds it by that id alone.
 */
const keyOf = ({ prefix }: Keeping, conversationId: string): string => keys(prefix).key('suggestions', conversationId);

/**
 * Asks a worker for suggestions and waits for them.
 * @throws Problem `not_found`, `forbidden` without the right, also if it was lost in the meantime, `unavailable` when no
 * worker answers in time
 */
export async function askSuggestions(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
): Promise<Suggestions> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  if (!(await findConversation(context.db, conversationId))) {
    throw new Problem('not_found', localize('no_such_conversation'));
  }
  const requester = requesterOf(caller);
  await context.queues
    .ask('ai-suggestions', { conversationId, ...requester }, timeoutMs)
    .catch(async (error: unknown) => {
      // The end of a job has a message but no code: check again whether it was refused.
      await assertStillMay(context, requester, 'conversations.reply', { conversationId });
      throw error;
    });
  const kept: unknown = JSON.parse((await context.redis.get(keyOf(context, conversationId))) ?? 'null');
  // Suggestions made for a colleague in the meantime may quote what the caller must not see.
  const isTheirs = !(await scopeOf(context, caller)) || (madeFor.Check(kept) && kept.for === nameOf(requester));
  if (!isTheirs || !answer.Check(kept)) throw new Problem('unavailable', localize('no_suggestions'));
  const { suggestions, sources } = kept;
  return { suggestions, sources };
}

/** Stores the suggestions for a minute, for the requester to fetch. */
export async function keepSuggestions(
  context: Keeping,
  conversationId: string,
  made: Suggestions,
  requester: Requester = {},
): Promise<void> {
  await context.redis.set(
    keyOf(context, conversationId),
    JSON.stringify({ ...made, for: nameOf(requester) }),
    'EX',
    keptSeconds,
  );
}

/** Deletes the suggestions stored for these conversations, and no others. */
export async function forgetSuggestions(context: Keeping, conversationIds: readonly string[]): Promise<void> {
  // Keys are unlinked one at a time: in a cluster they are on several nodes.
  await Promise.all(conversationIds.map((id) => context.redis.unlink(keyOf(context, id))));
}
