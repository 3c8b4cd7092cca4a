/** Stores the team's notes about contacts. For staff only: the linter limits which files may import this. */
import type { ContactNote, ContactNoteVersion } from '@parley/contracts/conversations/contacts';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

type NoteRow = Omit<ContactNote, 'createdAt' | 'editedAt'> & { createdAt: Date; editedAt: Date | null };

/** Newest first, removed ones included; of one alone with `noteId`. */
export async function listContactNotes(db: Database, contactId: string, noteId?: string): Promise<ContactNote[]> {
  const { rows } = await sql<NoteRow>`
    select notes.id, notes.contact_id, notes.author_id, users.name as author_name, newest.body,
      case when newest.version > 1 then newest.created_at end as edited_at, notes.created_at
    from contact_notes notes
    left join users on users.id = notes.author_id
    cross join lateral (
      select * from contact_note_versions versions where versions.note_id = notes.id order by version desc limit 1
    ) newest
    where notes.contact_id = ${contactId} ${noteId === undefined ? sql`` : sql`and notes.id = ${noteId}`}
    order by notes.id desc
  `.execute(db);
  return rows.map(({ createdAt, editedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  }));
}

/** Writes a note, or finds the one that was written before under its `clientNoteId`; undefined for no such contact. */
export async function insertContactNote(
  db: Database,
  note: { contactId: string; authorId: string; body: string; clientNoteId: string | null },
): Promise<{ id: string; contactId: string; isNew: boolean } | undefined> {
  const { rows } = await sql<{ id: string; contactId: string; isNew: boolean }>`
    with written as (
      insert into contact_notes (contact_id, author_id, client_note_id)
      select id, ${note.authorId}, ${note.clientNoteId} from contacts where id = ${note.contactId} for key share
      on conflict (client_note_id) do nothing
      returning id, contact_id
    ), version as (
      insert into contact_note_versions (note_id, version, body) select id, 1, ${note.body} from written
    )
    select id, contact_id, true as is_new from written
  `.execute(db);
  if (rows[0] || note.clientNoteId === null) return rows[0];
  // A concurrent call has written the same note; it can be read now.
  const { clientNoteId } = note;
  const found = await db
    .selectFrom('contactNotes')
    .select(['id', 'contactId'])
    .where('clientNoteId', '=', clientNoteId)
    .executeTakeFirst();
  return found && { ...found, isNew: false };
}

/** Says something else, or with null nothing any more. Its author alone may, as long as it is not removed. */
export async function changeContactNote(
  db: Database,
  { id, contactId, authorId, body }: { id: string; contactId: string; authorId: string; body: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with held as (
      select id from contact_notes
      where id = ${id} and contact_id = ${contactId} and author_id = ${authorId} for update
    )
    insert into contact_note_versions (note_id, version, body)
    select held.id, newest.version + 1, ${body} from held
    cross join lateral (
      select * from contact_note_versions versions where versions.note_id = held.id order by version desc limit 1
    ) newest
    where newest.body is not null
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Returns all versions of a note, oldest first; empty if there is no such note. */
export async function contactNoteVersions(
  db: Database,
  contactId: string,
  noteId: string,
): Promise<ContactNoteVersion[]> {
  const { rows } = await sql<{ body: string | null; createdAt: Date }>`
    select versions.body, versions.created_at
    from contact_note_versions versions join contact_notes notes on notes.id = versions.note_id
    where notes.id = ${noteId} and notes.contact_id = ${contactId} order by versions.version
  `.execute(db);
  return rows.map(({ body, createdAt }) => ({ body, createdAt: createdAt.toISOString() }));
}
