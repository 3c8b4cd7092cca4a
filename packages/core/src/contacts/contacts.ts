/** People: who has written, what they are known by, and what is known of them. */
import type { Contact, ContactEntry } from '@parley/contracts/contacts';
import type { Conversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import * as pages from '@parley/db/visitors/contact-pages';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type GivenAttribute, valuesOf, writeAttributes } from '../conversations/attributes.ts';
import { byHand, transition } from '../conversations/transition.ts';
import { publishChange } from '../events/publish-change.ts';

export const noContact = (): Problem => new Problem('not_found', say('no_such_contact'));

/** Tells the team that something about a person is another. */
export const announceContact = (context: Context, contactId: string): Promise<void> =>
  publishChange(context, { frame: { type: 'contact_updated', contactId } });

/** A page of people, newest first, and the cursor of the next one. */
export async function listContacts(
  { db }: Pick<Context, 'db'>,
  { cursor, ...page }: Omit<pages.ContactsPage, 'after'> & { cursor?: string | undefined },
): Promise<{ contacts: ContactEntry[]; next: string | null }> {
  return pages.listContacts(db, { ...page, after: cursor });
}

/** @throws Problem `not_found` */
export async function getContact({ db }: Pick<Context, 'db'>, id: string): Promise<Contact> {
  const contact = await pages.findContact(db, id);
  if (!contact) throw noContact();
  return { ...contact, attributes: valuesOf(contact.attributes) };
}

/** A page of a person's conversations, newest first, and the cursor of the next one. @throws Problem `not_found` */
export async function listContactConversations(
  context: Pick<Context, 'db'>,
  { user }: StaffCaller,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ conversations: Conversation[]; next: string | null }> {
  await getContact(context, id);
  return pages.conversationsOfContact(context.db, id, { readerId: user.id, limit, after: cursor });
}

/**
 * Names a person, on all of their conversations, and sets attributes of theirs.
 *
 * @throws Problem `not_found`, and as `setAttributes`, where nothing is changed
 */
export async function updateContact(
  context: Context,
  caller: StaffCaller,
  id: string,
  { name, attributes = [] }: { name?: string; attributes?: readonly GivenAttribute[] },
): Promise<Contact> {
  await getContact(context, id);
  if (attributes.length > 0) {
    const of = { conversationId: null, contactId: id, given: attributes };
    await writeAttributes(context, { ...of, source: 'representative', userId: caller.user.id });
  }
  if (name !== undefined) {
    const trimmed = name.trim();
    for (const conversationId of await pages.nameContact(context.db, id, trimmed)) {
      await transition(context, conversationId, [{ type: 'identify', name: trimmed }], { cause: byHand(caller) });
    }
  }
  await announceContact(context, id);
  return getContact(context, id);
}
