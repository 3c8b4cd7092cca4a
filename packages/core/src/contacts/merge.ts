/**
 * Merges two contacts that are one person, and undoes it. Only users merge contacts; it never happens automatically.
 */
import type { Contact } from '@parley/contracts/conversations/contacts';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { separateConversations } from '@parley/db/conversations/merge';
import * as merges from '@parley/db/visitors/merges';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { byHand } from '../conversations/transition.ts';
import { recordAudit } from '../audit/record.ts';
import { dispatch } from '../events/dispatch.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { announceContact, assertContactInScope, assertWhollyInScope, contactNow, noContact } from './contacts.ts';
import { publishConversationsOf } from '../live/publish-contact.ts';

/**
 * Merges `mergedId` into `id`, which remains: identifiers, conversations and notes.
 *
 * @throws Problem `not_found` if either no longer exists, `invalid` for the same contact twice, `forbidden` if the
 * caller sees only some of their conversations
 */
export async function mergeContacts(
  context: Context,
  caller: StaffCaller,
  id: string,
  { mergedId }: { mergedId: string },
): Promise<{ contact: Contact; mergeId: string }> {
  await refuseWithout(context, caller, 'contacts.merge');
  if (mergedId === id) {
    throw fieldProblem('invalid', 'mergedId', localize('merged_with_oneself'));
  }
  for (const each of [id, mergedId]) await assertContactInScope(context, caller, each);
  await assertWhollyInScope(context, caller, [id, mergedId]);
  const mergeId = await context.db.transaction().execute(async (db) => {
    const merged = await merges.mergeContacts(db, { contactId: id, mergedId, actorId: caller.user.id });
    if (!merged) throw noContact();
    const details = { mergeId: merged, mergedId };
    await recordAudit({ db }, caller, { action: 'contact.merged', subject: { type: 'contact', id }, details });
    return merged;
  });
  await Promise.all([id, mergedId].map((each) => announceContact(context, each, id)));
  await publishConversationsOf(context, id);
  return { contact: await contactNow(context, id), mergeId };
}

/**
 * Undoes a merge, even after later ones; returns the separated contact. @throws Problem `not_found` for an unknown
 * merge
 */
export async function unmergeContacts(context: Context, caller: StaffCaller, mergeId: string): Promise<Contact> {
  await refuseWithout(context, caller, 'contacts.merge');
  const unmerged = await context.db.transaction().execute(async (db) => {
    const undone = await merges.unmergeContacts(db, mergeId);
    if (!undone) throw new Problem('not_found', localize('merge_undone'));
    const subject = { type: 'contact', id: undone.contactId };
    await recordAudit({ db }, caller, { action: 'contact.unmerged', subject, details: { mergeId } });
    const { contactId, fromIds } = undone;
    await assertWhollyInScope({ ...context, db }, caller, [contactId, ...fromIds]);
    // Conversations of different people must not continue each other.
    const separated = await separateConversations(db, [contactId, ...fromIds], byHand(caller));
    return { ...undone, separated };
  });
  const { contactId, fromIds, separated } = unmerged;
  await Promise.all(separated.map((each) => dispatch(context, each.event, each)));
  await Promise.all([contactId, ...fromIds].map((each) => announceContact(context, each)));
  for (const each of [contactId, ...fromIds]) await publishConversationsOf(context, each);
  return contactNow(context, contactId);
}
