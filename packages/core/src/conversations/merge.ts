/** Merges two conversations of one customer so that they are read as one, and undoes it. */
import type { ChangedConversation, Conversation } from '@parley/contracts/entities';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { sees } from '@parley/contracts/permissions/scope';
import * as merges from '@parley/db/conversations/merge';
import { findConversation } from '@parley/db/conversations/read';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { dispatch } from '../events/dispatch.ts';
import { assertMay, refuseWithout } from '../permissions/permissions.ts';
import { rightsOf } from '../permissions/rights.ts';
import { assertInScope } from '../permissions/scope.ts';
import { asReadBy } from './reads.ts';
import { byHand } from './transition.ts';

/**
 * Merges a conversation into `intoId`, which is returned with the merge's activity. No message moves: the merged one
 * closes and links to the other. Its customer continues there when they write again, and sees nothing that others wrote
 * there before.
 *
 * @throws Problem `forbidden`, `not_found`, `invalid` for the same conversation twice, `conflict` if they belong to two
 * customers, if either was merged in the meantime (`inTheWay`), and if one would lead to another that leads on
 */
export async function mergeConversations(
  context: Context,
  caller: StaffCaller,
  fromId: string,
  intoId: string,
): Promise<ChangedConversation> {
  await refuseWithout(context, caller, 'conversations.merge');
  await assertInScope(context, caller, [fromId, intoId]);
  const merged = await context.db.transaction().execute(async (db) => {
    const result = await merges.mergeConversations(db, { fromId, intoId }, byHand(caller));
    if (result.outcome !== 'done') throw mergeRefusal(result);
    const subject = { type: 'conversation', id: fromId };
    await recordAudit({ db }, caller, { action: 'conversation.merged', subject, details: { into: intoId } });
    return result;
  });
  await Promise.all([merged.from, merged.into].map((each) => dispatch(context, each.event, each)));
  return {
    ...(await asReadBy(context, caller, merged.into.conversation)),
    activityNo: merged.into.activity.activityNo,
  };
}

/** Returns the conversations merged into this one, oldest first, without their messages. @throws Problem `not_found` */
export async function listMerged(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<Conversation[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId: id });
  const { db } = context;
  if (!(await findConversation(db, id))) throw new Problem('not_found', localize('no_such_conversation'));
  const merged = await merges.mergedInto(db, id);
  const rights = await rightsOf(context, caller);
  return merged.filter((each) => sees(rights, caller.user.id, each));
}

/** Returns the reason why two conversations can't be merged. */
export function mergeRefusal(result: merges.NotMerged): Problem {
  switch (result.outcome) {
    case 'not_found':
      return new Problem('not_found', localize('no_such_conversation'));
    case 'itself':
      return fieldProblem('invalid', 'into', localize('merged_with_itself'));
    case 'merged': {
      const { activity, which } = result;
      const who = activity?.actorName ?? 'Someone';
      return new Problem('conflict', localize(which === 'from' ? 'merged_since' : 'target_merged_since', { who }), {
        inTheWay: activity ? { activity } : undefined,
      });
    }
    case 'has_merged':
      return new Problem('conflict', localize('has_merged'));
    case 'into_closed':
      return new Problem('conflict', localize('merge_into_closed'));
    case 'hidden':
      return new Problem('conflict', localize('merge_of_spam'));
    case 'other_person':
      return new Problem('conflict', localize('merge_of_two_people'));
  }
}
