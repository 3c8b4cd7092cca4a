/** Notes about people, for the team. No customer, mail, model or webhook ever sees one. */
import type { ContactNote, ContactNoteVersion } from '@parley/contracts/conversations/contacts';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as notes from '@parley/db/visitors/contact-notes';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { cleanContent } from '../text/content.ts';
import { announceContact, assertContactInScope, contactNow, noContact } from './contacts.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const unknownNote = (): Problem => new Problem('not_found', localize('no_such_note'));

/** Newest first, removed ones included. @throws Problem `not_found` for the contact */
export async function listContactNotes(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  contactId: string,
): Promise<ContactNote[]> {
  await refuseWithout(context, caller, 'contacts.read');
  await assertContactInScope(context, caller, contactId);
  const found = await notes.listContactNotes(context.db, contactId);
  if (found.length === 0) await contactNow(context, contactId);
  return found;
}

/**
 * Writes a note. `duplicate` is true when this `clientNoteId` was written before.
 *
 * @throws Problem `not_found` for the contact, `invalid` for no text, `conflict` when another note has the id
 */
export async function addContactNote(
  context: Context,
  caller: StaffCaller,
  contactId: string,
  { content, clientNoteId = null }: { content: string; clientNoteId?: string | null },
): Promise<{ note: ContactNote; duplicate: boolean }> {
  await refuseWithout(context, caller, 'conversations.note');
  const { user } = caller;
  const body = cleanContent(content);
  const written = await notes.insertContactNote(context.db, { contactId, authorId: user.id, body, clientNoteId });
  if (!written) throw noContact();
  const note = await findNote(context, written.contactId, written.id);
  if (!written.isNew && (note.authorId !== user.id || note.contactId !== contactId || note.body !== body)) {
    throw new Problem('conflict', 'Another note was written under this id. Please write it under a new one.');
  }
  if (written.isNew) await announceContact(context, contactId);
  return { note, duplicate: !written.isNew };
}

/**
 * Changes a note of the caller's own.
 * @throws Problem `not_found`, `forbidden` for another user's note, `invalid` for an empty text
 */
export async function editContactNote(
  context: Context,
  caller: StaffCaller,
  contactId: string,
  id: string,
  { content }: { content: string },
): Promise<ContactNote> {
  await refuseWithout(context, caller, 'conversations.note');
  await change(context, caller, contactId, id, cleanContent(content));
  return findNote(context, contactId, id);
}

/** Removes a note of the caller's own: that there was one is seen. @throws Problem `not_found`, `forbidden` */
export async function removeContactNote(
  context: Context,
  caller: StaffCaller,
  contactId: string,
  id: string,
): Promise<void> {
  await refuseWithout(context, caller, 'conversations.note');
  await change(context, caller, contactId, id, null);
}

/** Returns a note's versions, oldest first. @throws Problem `not_found` */
export async function contactNoteVersions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  contactId: string,
  id: string,
): Promise<ContactNoteVersion[]> {
  await refuseWithout(context, caller, 'messages.read_history');
  await assertContactInScope(context, caller, contactId);
  const versions = await notes.contactNoteVersions(context.db, contactId, id);
  if (versions.length === 0) throw unknownNote();
  return versions;
}

async function findNote({ db }: Pick<Context, 'db'>, contactId: string, id: string): Promise<ContactNote> {
  const [note] = await notes.listContactNotes(db, contactId, id);
  if (!note) throw unknownNote();
  return note;
}

async function change(
  context: Context,
  { user }: StaffCaller,
  contactId: string,
  id: string,
  body: string | null,
): Promise<void> {
  const isChanged = await notes.changeContactNote(context.db, { id, contactId, authorId: user.id, body });
  if (isChanged) return announceContact(context, contactId);
  const note = await findNote(context, contactId, id);
  if (note.authorId !== user.id) throw new Problem('forbidden', localize('note_by_author'));
  throw unknownNote();
}
