/** Spam: out of every list, and of every statistic, but that of spam. */
import type { Conversation } from '@parley/contracts/entities';
import { transition as transitionInDb } from '@parley/db/conversations/transition';
import { contactOf } from '@parley/db/visitors/contacts';
import type { StaffCaller } from '../callers.ts';
import { announceBlock, writeBlock } from './block.ts';
import { assertWhollyInScope } from './contacts.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';
import { asReadBy } from '../conversations/reads.ts';
import { byHand, changed, transition } from '../conversations/transition.ts';

/**
 * Marks a conversation as spam and, with `block`, blocks its customer, both or neither.
 *
 * @throws Problem `not_found`, `forbidden` to block without the permission to
 */
export async function markSpam(
  context: Context,
  caller: StaffCaller,
  id: string,
  { block = false }: { block?: boolean },
): Promise<Conversation> {
  await assertMay(context, caller, 'conversations.update', { conversationId: id });
  if (block) await refuseWithout(context, caller, 'contacts.block');
  const done = await context.db.transaction().execute(async (db) => {
    const marked = await transitionInDb(db, id, [{ type: 'mark_spam' }], { cause: byHand(caller) });
    const visitorId = 'conversation' in marked ? marked.conversation.visitorId : null;
    const contactId = block && visitorId !== null ? await contactOf(db, visitorId) : undefined;
    if (contactId) await assertWhollyInScope({ ...context, db }, caller, [contactId]);
    const blocked = contactId && (await writeBlock({ db }, caller, contactId, true));
    return { marked, block: contactId && blocked ? { contactId, blocked } : undefined };
  });
  if (done.marked.outcome === 'done') await dispatch(context, done.marked.event, done.marked);
  if (done.block) await announceBlock(context, done.block.contactId, done.block.blocked, true);
  return asReadBy(context, caller, changed(done.marked));
}

/** It is no spam after all: back into the lists, as it was. @throws Problem `not_found` */
export async function unmarkSpam(context: Context, caller: StaffCaller, id: string): Promise<Conversation> {
  await assertMay(context, caller, 'conversations.update', { conversationId: id });
  const unmarked = await transition(context, id, [{ type: 'unmark_spam' }], { cause: byHand(caller) });
  return asReadBy(context, caller, changed(unmarked));
}
