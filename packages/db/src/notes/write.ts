/** Writing notes, and changing them: each time one activity, dense with what else happened, and one outbox row. */
import type { Cause, NoteKind } from '@parley/contracts/conversations/activities';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { NoteEvent, OutboxEvent } from '@parley/contracts/events';
import { type RawBuilder, sql } from 'kysely';
import { recordActivity } from '../activities/record.ts';
import { type Database, isUniqueViolation } from '../database.ts';
import { withDraftSent } from '../drafts/drafts.ts';
import { attachToNote } from '../files/attach.ts';
import { LacksFiles } from '../files/waiting.ts';
import { prepared } from '../prepared.ts';
import { availability } from '../users/availability.ts';

export interface NoteDraft {
  conversationId: string;
  authorId: string;
  /** Text to store, already trimmed and checked. Null removes the note; empty only with attachments. */
  body: string | null;
  /** The text with formatting, if it has any. */
  markdown?: string | undefined;
  /** Uploads of the author's own, with a new note. */
  attachments?: AttachmentInputs | undefined;
  /** Ids of users to mention; inactive accounts and the author are skipped. */
  mentions: readonly string[];
  /** All who are online are mentioned too. */
  /** Teams of which all members are mentioned. */
  mentionsTeams?: readonly string[];
  mentionsOnline: boolean;
  /** Cause, if its author didn't write it by hand. */
  cause?: Cause | undefined;
}

export type WrittenNote =
  /** `event` is in the outbox until it is dispatched; `wasDraft` is true if the note's draft was deleted. */
  | { outcome: 'done'; activityNo: number; event: OutboxEvent & { event: NoteEvent }; wasDraft: boolean }
  /** A note with that `clientNoteId` was already written, as this activity; nothing was changed. */
  | { outcome: 'duplicate'; activityNo: number }
  /** There is no such conversation, no such note of this author, or it is removed. */
  | { outcome: 'refused' };

/**
 * Writes a note, also beside a closed conversation.
 *
 * @throws LacksFiles where files are not the author's, or not to be had; nothing is written then
 */
export async function insertNote(db: Database, draft: NoteDraft, clientNoteId: string | null): Promise<WrittenNote> {
  const { conversationId, authorId, attachments } = draft;
  const isNew = sql`not exists (select from activities
    where conversation_id = ${draft.conversationId} and client_note_id = ${clientNoteId}::uuid)`;
  const activity: NoteActivity = { kind: 'noted', about: null, clientNoteId, isAllowed: isNew };
  const store = async (transaction: Database) => {
    const made = await write(transaction, draft, activity);
    if (!made || !attachments) return made;
    const place = { conversationId, activityNo: made.activityNo };
    if (!(await attachToNote(transaction, place, authorId, attachments))) throw new LacksFiles();
    return made;
  };
  const isWhole = !attachments || db.isTransaction;
  const written = await (isWhole ? store(db) : db.transaction().execute(store)).catch((error: unknown) => {
    // A concurrent call has written the same note; it can be read now.
    if (isUniqueViolation(error, 'activities_client_note_id')) return undefined;
    throw error;
  });
  if (written) return written;
  const duplicate = await db
    .selectFrom('activities')
    .select('activityNo')
    .where('conversationId', '=', draft.conversationId)
    .where('clientNoteId', '=', clientNoteId)
    .executeTakeFirst();
  return duplicate ? { outcome: 'duplicate', ...duplicate } : { outcome: 'refused' };
}

/** Edits or removes a note. Only its author may, and only until it is removed. */
export async function changeNote(db: Database, about: number, draft: NoteDraft): Promise<WrittenNote> {
  const { conversationId, authorId } = draft;
  const isAllowed = sql`exists (select from activities where conversation_id = ${conversationId} and activity_no = ${about}
      and kind = 'noted' and cause ->> 'userId' = ${authorId})
    and not exists (select from activities where conversation_id = ${conversationId} and about = ${about}
      and kind = 'note_removed')`;
  const kind = draft.body === null ? 'note_removed' : 'note_edited';
  const written = await write(db, draft, { kind, about, clientNoteId: null, isAllowed });
  return written ?? { outcome: 'refused' };
}

interface NoteActivity {
  kind: NoteKind;
  about: number | null;
  clientNoteId: string | null;
  isAllowed: RawBuilder<unknown>;
}

/** The conversation's row lock orders what happens to it, so that `activity_no` has no gap and no repeat. */
async function write(
  db: Database,
  {
    conversationId,
    authorId,
    body,
    markdown,
    mentions,
    mentionsTeams = [],
    mentionsOnline,
    attachments,
    cause,
  }: NoteDraft,
  { kind, about, clientNoteId, isAllowed }: NoteActivity,
): Promise<Extract<WrittenNote, { outcome: 'done' }> | undefined> {
  const [row] = await prepared(
    db,
    sql<{ id: string; event: NoteEvent; wasDraft: boolean }>`
      with counted as (
        update conversations set last_activity_no = conversations.last_activity_no + 1
        where conversations.id = ${conversationId} and ${isAllowed}
        returning id, last_activity_no, last_seq, read_by_default, customer_messages_read
      ), recorded as (
        ${recordActivity(sql`counted`, {
          kind,
          cause: JSON.stringify(cause ?? { by: 'representative', userId: authorId }),
          body,
          markdown: markdown ?? null,
          about,
          client_note_id: clientNoteId,
          attachment_ids: attachments?.map(({ id }) => id) ?? null,
        })}
      ), mentioned as (
        insert into mentions (user_id, conversation_id, activity_no)
        select users.id, counted.id, coalesce(${about}::int, counted.last_activity_no)
        from counted cross join users
        where (users.id = any(${mentions}::uuid[]) or (${mentionsOnline}::bool and ${availability} = 'online')
            or users.id in (select user_id from team_members where team_id = any(${[...mentionsTeams]}::uuid[])))
          and users.is_active and (${cause !== undefined}::bool or users.id <> ${authorId}::uuid)
        on conflict do nothing
        returning user_id
      ), called as (
        -- Who is mentioned has something to look at.
        insert into reads (conversation_id, user_id, seq, customer_messages, activity_no, marked_unread)
        select counted.id, mentioned.user_id, 0, coalesce(read_by_default, customer_messages_read), 0, true
        from counted cross join mentioned
        on conflict (conversation_id, user_id) do update set marked_unread = true, updated_at = now()
      ), followed as (
        insert into followers (conversation_id, user_id, is_following, source)
        select counted.id, ${authorId}::uuid, true, 'note' from counted where not ${cause !== undefined}::bool
        union all select counted.id, mentioned.user_id, true, 'mention' from counted cross join mentioned
        on conflict do nothing
      ), ${withDraftSent('note', { id: clientNoteId, userId: authorId, from: 'counted' })}
      insert into outbox (type, conversation_id, payload)
      select 'conversation.noted', id, jsonb_build_object('type', 'conversation.noted', 'conversationId', id,
        'kind', ${kind}::text, 'activityNo', last_activity_no, 'noteActivityNo', coalesce(${about}::int, last_activity_no),
        'mentioned', (select coalesce(jsonb_agg(user_id), '[]') from mentioned),
        'authorId', ${authorId}::uuid)
      from counted
      returning id, payload as event, exists (select from draft_sent) as was_draft
    `,
  );
  if (!row) return undefined;
  const { id, event, wasDraft } = row;
  return { outcome: 'done', activityNo: event.activityNo, event: { id, event }, wasDraft };
}
