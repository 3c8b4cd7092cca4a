/** Notes: what the team writes beside a conversation. No customer, mail, model or webhook ever sees one. */
import type { Act } from '@parley/contracts/acts';
import type { Mention, NoteVersion } from '@parley/contracts/notes';
import { Problem } from '@parley/contracts/problems';
import { findAct } from '@parley/db/acts/read';
import * as read from '@parley/db/notes/read';
import { changeNote, insertNote, type NoteDraft, type WrittenNote } from '@parley/db/notes/write';
import { publishChange } from '../events/publish-change.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { cleanContent } from '../messages/post.ts';

export interface NoteRequest {
  content: string;
  mentions?: string[];
  mentionsOnline?: boolean;
}

const unknownNote = (): Problem => new Problem('not_found', 'There is no such note.');

const draft = (
  { user }: StaffCaller,
  conversationId: string,
  { content, mentions = [], mentionsOnline = false }: NoteRequest,
): NoteDraft => ({ conversationId, authorId: user.id, body: cleanContent(content), mentions, mentionsOnline });

/**
 * Writes a note and tells the team. `duplicate` is true when this `clientNoteId` was written before.
 *
 * @throws Problem `not_found` for the conversation, `invalid` for no text, `conflict` when another note has the id
 */
export async function addNote(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  { clientNoteId, ...request }: NoteRequest & { clientNoteId?: string },
): Promise<{ act: Act; duplicate: boolean }> {
  const note = draft(caller, conversationId, request);
  const written = await insertNote(context.db, note, clientNoteId ?? null);
  if (written.outcome === 'refused') throw new Problem('not_found', 'There is no such conversation.');
  const act = await told(context, conversationId, written.actNo, written);
  const isAnother = act.body !== note.body || act.cause.by !== 'representative' || act.cause.userId !== note.authorId;
  if (written.outcome === 'duplicate' && isAnother) {
    throw new Problem('conflict', 'Another note was written under this id. Please write it under a new one.');
  }
  return { act, duplicate: written.outcome === 'duplicate' };
}

/**
 * Changes a note of the caller's own, whenever it was written. Who is mentioned for the first time is told.
 *
 * @throws Problem `not_found`, `forbidden` for somebody else's, `invalid` for no text
 */
export async function editNote(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  actNo: number,
  request: NoteRequest,
): Promise<Act> {
  const written = await changeNote(context.db, actNo, draft(caller, conversationId, request));
  if (written.outcome === 'refused') throw await whyRefused(context, caller, conversationId, actNo);
  return told(context, conversationId, actNo, written);
}

/**
 * Removes a note of the caller's own: that there was one is seen, what it said only by administrators.
 *
 * @throws Problem `not_found`, `forbidden` for somebody else's
 */
export async function removeNote(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  actNo: number,
): Promise<void> {
  const removal = { conversationId, authorId: caller.user.id, body: null, mentions: [], mentionsOnline: false };
  const written = await changeNote(context.db, actNo, removal);
  if (written.outcome === 'refused') throw await whyRefused(context, caller, conversationId, actNo);
  await told(context, conversationId, actNo, written);
}

/** What a note has said, oldest first. @throws Problem `not_found` */
export async function noteVersions(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  actNo: number,
): Promise<NoteVersion[]> {
  const versions = await read.noteVersions(db, conversationId, actNo);
  if (versions.length === 0) throw unknownNote();
  return versions;
}

/** Where the caller is mentioned, newest first. */
export async function listMentions(
  { db }: Pick<Context, 'db'>,
  { user }: StaffCaller,
  { unread = false, limit }: { unread?: boolean; limit: number },
): Promise<Mention[]> {
  return read.listMentions(db, user.id, { unread, limit });
}

/** Marks where the caller is mentioned in a conversation as read, on every device of theirs. */
export async function readMentions(context: Context, { user }: StaffCaller, conversationId: string): Promise<void> {
  if (!(await read.markMentionsRead(context.db, user.id, conversationId))) return;
  await publishChange(context, { frame: { type: 'mentions_read', userId: user.id } });
}

/** The note as it is now, told to the team if it is news. */
async function told(
  context: Context,
  conversationId: string,
  noteActNo: number,
  written: Exclude<WrittenNote, { outcome: 'refused' }>,
): Promise<Act> {
  const note = await findAct(context.db, conversationId, noteActNo);
  // Deleted with its conversation a moment ago.
  if (!note) throw unknownNote();
  if (written.outcome === 'done') await dispatch(context, written.event, { act: note });
  return note;
}

async function whyRefused(
  { db }: Pick<Context, 'db'>,
  { user }: StaffCaller,
  conversationId: string,
  actNo: number,
): Promise<Problem> {
  const act = await findAct(db, conversationId, actNo);
  const isTheirs = act?.cause.by === 'representative' && act.cause.userId === user.id;
  if (act?.kind !== 'noted' || (isTheirs && act.body === null)) return unknownNote();
  return new Problem('forbidden', 'A note is changed by who wrote it.');
}
