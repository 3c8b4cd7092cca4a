/** Manages notes, which the team writes beside a conversation. No customer, mail, model or webhook ever sees one. */
import type { Activity } from '@parley/contracts/conversations/activities';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { FoundNote, Mention, NoteVersion } from '@parley/contracts/conversations/notes';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findActivity } from '@parley/db/activities/read';
import type { Command } from '@parley/db/conversations/commands';
import { type Transition, type Transitioned, transition } from '@parley/db/conversations/transition';
import * as read from '@parley/db/notes/read';
import { searchNotes as searchInDb } from '@parley/db/notes/search';
import { changeNote, insertNote, type NoteDraft, type WrittenNote } from '@parley/db/notes/write';
import { publishChange } from '../live/publish-change.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { readByUser } from '../notifications/own.ts';
import { publishDraftRemoved } from './drafts.ts';
import { filterSql } from '@parley/db/conversations/filter';
import { meaningFor } from '../permissions/scope.ts';
import { readSearchText } from './search-words.ts';
import { refuseLacking } from '../files/lacking.ts';
import { cleanDraft, cleanMarkdown } from '../text/content.ts';
import { scopeOf, scopeSql } from '../permissions/scope.ts';
import { assertMay, refuseWithout } from '../permissions/permissions.ts';

export interface NoteRequest {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  /** The text with formatting, which `content` is derived from then. */
  markdown?: string | undefined;
  mentions?: string[];
  mentionsTeams?: string[];
  mentionsOnline?: boolean;
}

/** With `clientNoteId` writing it again is safe. */
export type NewNote = NoteRequest & { clientNoteId?: string; attachments?: AttachmentInputs };

const unknownNote = (): Problem => new Problem('not_found', localize('no_such_note'));

const draft = (
  { user }: StaffCaller,
  conversationId: string,
  { content, markdown, mentions = [], mentionsTeams = [], mentionsOnline = false, attachments }: NewNote,
): NoteDraft => ({
  conversationId,
  authorId: user.id,
  body: cleanDraft({ content, markdown, attachments }),
  ...cleanMarkdown({ markdown }),
  mentions,
  mentionsTeams,
  mentionsOnline,
  attachments,
});

/**
 * Writes a note and notifies the team. `duplicate` is true if this `clientNoteId` was written before.
 *
 * @throws Problem `not_found` for the conversation, `invalid` for an empty text or files that can't be attached,
 * `conflict` if another note has the id
 */
export async function addNote(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  { clientNoteId, ...request }: NewNote,
): Promise<{ activity: Activity; duplicate: boolean }> {
  await assertMay(context, caller, 'conversations.note', { conversationId });
  const note = draft(caller, conversationId, request);
  const written = await insertNote(context.db, note, clientNoteId ?? null).catch(refuseLacking);
  if (written.outcome === 'refused') throw new Problem('not_found', localize('no_such_conversation'));
  const activity = await publishNote(context, conversationId, written.activityNo, written);
  const isAnother =
    activity.body !== note.body || activity.cause.by !== 'representative' || activity.cause.userId !== note.authorId;
  if (written.outcome === 'duplicate' && isAnother) {
    throw new Problem('conflict', 'Another note was written under this id. Please write it under a new one.');
  }
  return { activity, duplicate: written.outcome === 'duplicate' };
}

/**
 * Changes a conversation and writes a note, both in one transaction or neither. Beside a conversation that is so already
 * the note is written all the same.
 *
 * @throws Problem as `addNote`
 */
export async function transitionWithNote(
  context: Context,
  caller: StaffCaller,
  {
    id,
    commands,
    how,
    note,
  }: { id: string; commands: readonly [Command, ...Command[]]; how: Transition; note: NewNote },
): Promise<Transitioned> {
  const noteDraft = draft(caller, id, note);
  const { result, written } = await context.db.transaction().execute(async (transaction) => {
    const made = await transition(transaction, id, commands, how);
    return {
      result: made,
      written:
        made.outcome === 'done'
          ? await insertNote(transaction, noteDraft, note.clientNoteId ?? null).catch(refuseLacking)
          : null,
    };
  });
  if (result.outcome === 'unchanged' && result.conversation.status === how.status) {
    await addNote(context, caller, id, note);
  }
  if (result.outcome !== 'done' || !written || written.outcome === 'refused') return result;
  await dispatch(context, result.event, result);
  await publishNote(context, id, written.activityNo, written);
  return result;
}

/**
 * Edits a note of the caller's own, whenever it was written. Users mentioned for the first time are notified.
 *
 * @throws Problem `not_found`, `forbidden` for another user's note, `invalid` for an empty text
 */
export async function editNote(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  activityNo: number,
  request: NoteRequest,
): Promise<Activity> {
  await assertMay(context, caller, 'conversations.note', { conversationId });
  const written = await changeNote(context.db, activityNo, draft(caller, conversationId, request));
  if (written.outcome === 'refused') throw await whyRefused(context, caller, conversationId, activityNo);
  return publishNote(context, conversationId, activityNo, written);
}

/**
 * Removes a note of the caller's own: everyone sees that it existed, only admins see its text.
 *
 * @throws Problem `not_found`, `forbidden` for another user's note
 */
export async function removeNote(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  activityNo: number,
): Promise<void> {
  await assertMay(context, caller, 'conversations.note', { conversationId });
  const removal = { conversationId, authorId: caller.user.id, body: null, mentions: [], mentionsOnline: false };
  const written = await changeNote(context.db, activityNo, removal);
  if (written.outcome === 'refused') throw await whyRefused(context, caller, conversationId, activityNo);
  await publishNote(context, conversationId, activityNo, written);
}

/** Returns a note's versions, oldest first. @throws Problem `not_found` */
export async function noteVersions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
  activityNo: number,
): Promise<NoteVersion[]> {
  await assertMay(context, caller, 'messages.read_history', { conversationId });
  const versions = await read.noteVersions(context.db, conversationId, activityNo);
  if (versions.length === 0) throw unknownNote();
  return versions;
}

/** Returns the caller's mentions, newest first. */
export async function listMentions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { unread = false, limit }: { unread?: boolean; limit: number },
): Promise<Mention[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return read.listMentions(context.db, caller.user.id, { unread, limit, where: await scopeSql(context, caller) });
}

/** Marks where the caller is mentioned in a conversation as read, on every device of theirs. */
export async function readMentions(context: Context, caller: StaffCaller, conversationId: string): Promise<void> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  await readByUser(context, user.id, { conversationId });
  if (!(await read.markMentionsRead(context.db, user.id, conversationId))) return;
  await publishChange(context, { frame: { type: 'mentions_read', userId: user.id } });
}

/** Returns the note as it is now, and publishes it if it is new. */
async function publishNote(
  context: Context,
  conversationId: string,
  noteActivityNo: number,
  written: Exclude<WrittenNote, { outcome: 'refused' }>,
): Promise<Activity> {
  const note = await findActivity(context.db, conversationId, noteActivityNo);
  // Deleted with its conversation a moment ago.
  if (!note) throw unknownNote();
  if (written.outcome === 'done') {
    const { authorId } = written.event.event;
    await dispatch(context, written.event, { activity: note });
    if (written.wasDraft && authorId !== undefined)
      await publishDraftRemoved(context, authorId, conversationId, 'note');
  }
  return note;
}

async function whyRefused(
  { db }: Pick<Context, 'db'>,
  { user }: StaffCaller,
  conversationId: string,
  activityNo: number,
): Promise<Problem> {
  const activity = await findActivity(db, conversationId, activityNo);
  const isTheirs = activity?.cause.by === 'representative' && activity.cause.userId === user.id;
  if (activity?.kind !== 'noted' || (isTheirs && activity.body === null)) return unknownNote();
  return new Problem('forbidden', localize('note_by_author'));
}

/**
 * Returns the newest notes that contain the search text, from conversations that match the filters within it.
 * @throws Problem `invalid` for a filter with an invalid value
 */
export async function searchNotes(
  context: Context,
  caller: StaffCaller,
  { q, limit }: { q: string; limit: number },
): Promise<FoundNote[]> {
  await refuseWithout(context, caller, 'conversations.read');
  const { text, filter } = await readSearchText(context, caller, q);
  const scope = await scopeOf(context, caller);
  const filters = [scope, filter].filter((each) => each !== undefined && each !== null);
  const where = filters.length > 0 ? filterSql({ all: filters }, meaningFor(caller)) : undefined;
  return context.reads.run((db) => searchInDb(db, { text, where, limit }));
}
