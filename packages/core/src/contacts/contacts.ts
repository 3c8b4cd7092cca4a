/** Manages contacts: customers, their identifiers and details. */
import type { Contact, ContactEntry } from '@parley/contracts/conversations/contacts';
import type { Conversation } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { trackedEventLimits } from '@parley/contracts/visitors/limits';
import type { TrackedEvent } from '@parley/contracts/visitors/tracked-events';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findCompany } from '@parley/db/companies/companies';
import { setCompanyOf } from '@parley/db/companies/of-contact';
import { holdRow } from '@parley/db/hold-row';
import * as pages from '@parley/db/visitors/contact-pages';
import { trackedEventsOf } from '@parley/db/visitors/tracked-events';
import { type AsSeen, refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type GivenAttribute, valuesOf, writeAttributes } from '../conversations/attributes.ts';
import { readFilterTextOf } from '../conversations/filter.ts';
import { byHand, transition } from '../conversations/transition.ts';
import { scopeSql } from '../permissions/scope.ts';
import { publishContact, publishConversationsOf } from '../live/publish-contact.ts';
import { refuseWithout } from '../permissions/permissions.ts';

export const noCompany = (): Problem => new Problem('not_found', localize('no_such_company'));
export const noContact = (): Problem => new Problem('not_found', localize('no_such_contact'));

/** Notifies the team of a changed contact. */
export const announceContact = (context: Context, contactId: string, seenBy = contactId): Promise<void> =>
  publishContact(context, { type: 'contact_updated', contactId }, seenBy);

/** A page of people, newest first, and the cursor of the next one. @throws Problem `invalid` for the filter */
export async function listContacts(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  {
    cursor,
    filter,
    ...page
  }: Omit<pages.ContactsPage, 'after' | 'within' | 'filter'> & {
    cursor?: string | undefined;
    /** JSON. */
    filter?: string | undefined;
  },
): Promise<{ contacts: ContactEntry[]; next: string | null }> {
  await refuseWithout(context, caller, 'contacts.read');
  const within = await scopeSql(context, caller);
  const matching = filter === undefined ? undefined : await readFilterTextOf(context, 'contacts', filter);
  return pages.listContacts(context.db, { ...page, filter: matching, after: cursor, within });
}

/** @throws Problem `not_found` */
export async function getContact(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<Contact> {
  await refuseWithout(context, caller, 'contacts.read');
  return contactNow(context, id, caller);
}

/** Returns a contact as it is now, within the scope of a caller if one is given. @throws Problem `not_found` */
export async function contactNow(
  context: Pick<Context, 'db' | 'settings'>,
  id: string,
  caller?: StaffCaller,
): Promise<Contact> {
  const contact = await pages.findContact(context.db, id, caller && (await scopeSql(context, caller)));
  if (!contact) throw noContact();
  return { ...contact, attributes: valuesOf(contact.attributes) };
}

/** A page of a person's conversations, newest first, and the cursor of the next one. @throws Problem `not_found` */
export async function listContactConversations(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ conversations: Conversation[]; next: string | null }> {
  await refuseWithout(context, caller, 'contacts.read');
  await contactNow(context, id, caller);
  const readerId = caller.user.id;
  const where = await scopeSql(context, caller);
  return pages.conversationsOfContact(context.db, id, { readerId, limit, after: cursor, where });
}

/** Returns the events that websites tracked of a person, newest first. @throws Problem `not_found` */
export async function listContactEvents(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<TrackedEvent[]> {
  await refuseWithout(context, caller, 'contacts.read');
  await contactNow(context, id, caller);
  return trackedEventsOf(context.db, id, trackedEventLimits.stored);
}

/**
 * Names a person, on all of their conversations, sets attributes of theirs, and the company they belong to.
 *
 * @throws Problem `not_found`, as `setAttributes` and `refuseChanged`, where nothing is changed
 */
export async function updateContact(
  context: Context,
  caller: StaffCaller,
  id: string,
  {
    name,
    attributes = [],
    companyId,
    expected,
  }: AsSeen<
    { name?: string; attributes?: readonly GivenAttribute[]; companyId?: string | null },
    { name: string | null }
  >,
): Promise<Contact> {
  await refuseWithout(context, caller, 'contacts.update');
  await contactNow(context, id, caller);
  const trimmed = name?.trim();
  const naming = { id, name: trimmed, expected };
  if (trimmed !== undefined) await refuseRenamed(context.db, naming);
  if (companyId !== undefined) await assertCompanyAllowed(context, caller, id, companyId);
  if (attributes.length > 0) {
    const of = { conversationId: null, contactId: id, given: attributes };
    await writeAttributes(context, { ...of, source: 'representative', userId: caller.user.id });
  }
  if (trimmed !== undefined) {
    const conversationIds = await context.db.transaction().execute(async (db) => {
      await holdRow(db, 'contacts', id);
      await refuseRenamed(db, naming);
      return pages.nameContact(db, id, trimmed);
    });
    for (const conversationId of conversationIds) {
      await transition(context, conversationId, [{ type: 'identify', name: trimmed }], { cause: byHand(caller) });
    }
  }
  if (companyId !== undefined) {
    await setCompanyOf(context.db, id, companyId, 'representative');
    await publishConversationsOf(context, id);
  }
  await announceContact(context, id);
  return contactNow(context, id, caller);
}

/**
 * Requires that a user may choose the company of a contact: they see the company, and all conversations of the contact.
 *
 * @throws Problem `not_found`, `forbidden`
 */
async function assertCompanyAllowed(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
  companyId: string | null,
): Promise<void> {
  await assertWhollyInScope(context, caller, [id]);
  const within = await scopeSql(context, caller);
  if (companyId !== null && !(await findCompany(context.db, companyId, within))) throw noCompany();
}

/** Refuses to rename a contact whom another user has renamed in the meantime. @throws Problem as `refuseChanged` */
async function refuseRenamed(
  db: Context['db'],
  {
    id,
    name,
    expected,
  }: { id: string; name: string | undefined; expected: { name?: string | null | undefined } | undefined },
): Promise<void> {
  const present = await pages.findContact(db, id);
  if (!present) throw noContact();
  await refuseChanged(db, { id, present, change: { name }, expected, whoChanged: () => pages.whoNamedContact(db, id) });
}

/** Passes for a contact with a conversation that the caller may see. @throws Problem `not_found` */
export async function assertContactInScope(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<void> {
  const within = await scopeSql(context, caller);
  if (within && !(await pages.isContactWithin(context.db, id, within))) throw noContact();
}

/**
 * Requires that the caller sees every conversation of these contacts: a change of a contact affects all of them.
 *
 * @throws Problem `forbidden`
 */
export async function assertWhollyInScope(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  ids: readonly string[],
): Promise<void> {
  const within = await scopeSql(context, caller);
  if (within && (await pages.hasConversationBeyond(context.db, ids, within)))
    throw new Problem('forbidden', localize('contact_beyond_scope'));
}
