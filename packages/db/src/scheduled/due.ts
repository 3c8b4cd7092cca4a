/** Claims scheduled messages that are due. */
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { BlocksDraft } from '@parley/contracts/messages/blocks';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** A scheduled message that a process has claimed for sending. */
export interface DueMessage {
  id: string;
  conversationId: string;
  authorId: string;
  /** The API key that it is sent with; null for its author in person. */
  keyId: string | null;
  clientMessageId: string;
  content: string;
  markdown: string | null;
  attachments: AttachmentInputs | null;
  /** Some of its files may not be sent. */
  hasRefused: boolean;
  macro: Macro | null;
  original: Original | null;
  /** Message that it quotes. */
  replyTo: string | null;
  blocks: BlocksDraft | null;
  /** Null for the participants. */
  recipients: Participant[] | null;
  basedOnSeq: number | null;
  onlyIfQuiet: boolean;
}

const columns = sql`scheduled.id, scheduled.conversation_id, scheduled.author_id, scheduled.key_id, scheduled.client_message_id,
  scheduled.content, scheduled.markdown, scheduled.macro, scheduled.original, scheduled.reply_to, scheduled.blocks, scheduled.recipients, scheduled.based_on_seq, scheduled.only_if_quiet,
  (select jsonb_agg(jsonb_build_object('id', given.id, 'alt', coalesce(files.alt, '')) order by given.place)
    from unnest(scheduled.attachment_ids) with ordinality as given (id, place)
    left join files on files.id = given.id) as attachments,
  exists (select from files where files.id = any(scheduled.attachment_ids) and files.state = 'refused') as has_refused`;

/** Seconds after which another process may claim an unsent message, because the first one must have ended. */
const leaseSeconds = 15;

/**
 * Claims the messages that are due; of one author in one conversation only the first, however many there are, so that
 * they are stored in the order of their times.
 */
export async function claimDue(db: Database, limit: number): Promise<DueMessage[]> {
  return claim(
    db,
    sql`due_at <= now() and ${isFree}
      and not exists (select from scheduled_messages as earlier
        where earlier.conversation_id = scheduled_messages.conversation_id
          and earlier.author_id = scheduled_messages.author_id and earlier.state <> 'stopped'
          and (earlier.due_at, earlier.id) < (scheduled_messages.due_at, scheduled_messages.id))
    order by due_at limit ${limit}`,
    sql``,
  );
}

/**
 * Claims a message before its time, or after it was stopped, even if others have written since. Undefined when there is
 * none.
 */
export async function claimNow(db: Database, id: string): Promise<DueMessage | undefined> {
  const [claimed] = await claim(
    db,
    sql`id = ${id} and state <> 'sending'`,
    sql`, due_at = least(due_at, now()), based_on_seq = null, only_if_quiet = false`,
  );
  return claimed;
}

const isFree = sql`(state = 'waiting' or (state = 'sending' and claimed_at < now() - make_interval(secs => ${leaseSeconds})))`;

async function claim(db: Database, which: RawBuilder<unknown>, also: RawBuilder<unknown>): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    update scheduled_messages as scheduled set state = 'sending', claimed_at = now(), revision = scheduled.revision + 1
      ${also}
    from (select id as due_id from scheduled_messages where ${which} for update skip locked) as due
    where scheduled.id = due.due_id
    returning ${columns}
  `.execute(db);
  return rows;
}

/** Deletes a scheduled message after it was stored as a message. */
export async function deleteSent(db: Database, id: string): Promise<void> {
  await db.deleteFrom('scheduledMessages').where('id', '=', id).execute();
}

/** Stops a message that couldn't be sent, and stores the reason for its author. Returns whether it was being sent. */
export async function stopScheduled(db: Database, id: string, code: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scheduledMessages')
    .set({ state: 'stopped', claimedAt: null, code, reason })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
