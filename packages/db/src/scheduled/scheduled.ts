/** Messages that wait to be sent: kept, changed, taken back. Sending them is `due.ts`. */
import type { Attachment, AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { QuotedMessage } from '@parley/contracts/entities';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { BlocksDraft } from '@parley/contracts/messages/blocks';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { withDraftSent } from '../drafts/drafts.ts';
import { attachmentsNamed } from '../files/entity.ts';
import { quotedBy } from '../messages/entity.ts';
import { holdFiles, LacksFiles, touchFiles } from '../files/waiting.ts';

type ScheduledRow = Omit<
  ScheduledMessage,
  'sendAt' | 'createdAt' | 'attachments' | 'original' | 'markdown' | 'replyTo' | 'blocks' | 'recipients'
> & {
  sendAt: Date;
  createdAt: Date;
  attachments: Attachment[] | null;
  original: Original | null;
  markdown: string | null;
  replyTo: QuotedMessage | null;
  blocks: BlocksDraft | null;
  recipients: Participant[] | null;
};

const columns = sql`${sql.raw(attachmentsNamed('scheduled.attachment_ids'))} as attachments,
  ${sql.raw(quotedBy('scheduled'))} as reply_to,
  scheduled.id, scheduled.conversation_id, scheduled.client_message_id, scheduled.author_id,
  users.name as author_name, scheduled.content, scheduled.markdown, scheduled.blocks, scheduled.recipients, scheduled.macro, scheduled.original, scheduled.due_at as send_at, scheduled.delay_seconds,
  scheduled.only_if_quiet, case scheduled.state when 'stopped' then 'stopped' else 'waiting' end as state,
  scheduled.code, scheduled.reason, scheduled.revision, scheduled.created_at,
  conversations.visitor_id, conversations.customer_name, conversations.customer_email`;
const joined = sql`join users on users.id = scheduled.author_id
  join conversations on conversations.id = scheduled.conversation_id`;

const toScheduled = ({
  sendAt,
  createdAt,
  attachments,
  original,
  markdown,
  replyTo,
  blocks,
  recipients,
  ...row
}: ScheduledRow): ScheduledMessage => ({
  ...row,
  ...(attachments && { attachments }),
  ...(original && { original }),
  ...(markdown !== null && { markdown }),
  ...(replyTo && { replyTo }),
  ...(blocks && { blocks }),
  ...(recipients && { recipients }),
  sendAt: sendAt.toISOString(),
  createdAt: createdAt.toISOString(),
});

async function select(db: Database, condition: RawBuilder<unknown>): Promise<ScheduledMessage[]> {
  const { rows } = await sql<ScheduledRow>`
    select ${columns} from scheduled_messages as scheduled ${joined}
    where ${condition} order by scheduled.due_at, scheduled.id
  `.execute(db);
  return rows.map(toScheduled);
}

/** The soonest first. */
export const scheduledOf = (db: Database, conversationId: string): Promise<ScheduledMessage[]> =>
  select(db, sql`scheduled.conversation_id = ${conversationId}`);

/**
 * Returns a user's scheduled messages, the soonest first; `stopped` selects only those that couldn't be sent, or only
 * the others.
 */
export const scheduledBy = (
  db: Database,
  authorId: string,
  stopped?: boolean,
  where?: RawBuilder<boolean>,
): Promise<ScheduledMessage[]> =>
  select(
    db,
    sql`scheduled.author_id = ${authorId}
      and ${stopped === undefined ? sql`true` : sql`(scheduled.state = 'stopped') = ${stopped}`}
      and ${
        where
          ? sql`exists (select from conversations where conversations.id = scheduled.conversation_id and ${where})`
          : sql`true`
      }`,
  );

/** Returns a message that waits to be sent, or could not be; undefined once it was sent or cancelled. */
export async function findScheduled(db: Database, id: string): Promise<ScheduledMessage | undefined> {
  const [found] = await select(db, sql`scheduled.id = ${id}`);
  return found;
}

export interface NewScheduled {
  conversationId: string;
  authorId: string;
  /** The API key that is used, if any. */
  keyId: string | null;
  clientMessageId: string;
  content: string;
  markdown?: string | undefined;
  attachments?: AttachmentInputs | undefined;
  macro: Macro | null;
  original?: Original | undefined;
  /** Message that it quotes. */
  replyTo?: string | undefined;
  blocks?: BlocksDraft | undefined;
  recipients?: readonly Participant[] | undefined;
  /** Null for `delaySeconds` from now, by the database's clock. */
  sendAt: Date | null;
  delaySeconds: number;
  basedOnSeq: number | null;
  onlyIfQuiet: boolean;
  /** Maximum number per author. */
  max: number;
}

export type Scheduling =
  | { outcome: 'scheduled' | 'repeated'; scheduled: ScheduledMessage; wasDraft: boolean }
  /** Sent already under this id. */
  | { outcome: 'not_found' | 'closed' | 'full' | 'sent' };

/**
 * Keeps a message to be sent later, and its files with it; of the draft that it was nothing is left. Under one id it is
 * kept once.
 *
 * @throws LacksFiles where files are not the author's, or not to be had; nothing is kept then
 */
export async function insertScheduled(db: Database, draft: NewScheduled): Promise<Scheduling> {
  const { attachments } = draft;
  if (!attachments) return insert(db, draft);
  return db.transaction().execute(async (transaction) => {
    const kept = await insert(transaction, draft);
    if (kept.outcome !== 'scheduled') return kept;
    const { id, authorId } = kept.scheduled;
    if (!(await holdFiles(transaction, { scheduledId: id }, authorId, attachments))) throw new LacksFiles();
    return { ...kept, scheduled: (await findScheduled(transaction, id)) ?? kept.scheduled };
  });
}

async function insert(db: Database, draft: NewScheduled): Promise<Scheduling> {
  const { conversationId, authorId, clientMessageId } = draft;
  const { rows } = await sql<{
    id: string | null;
    isClosed: boolean;
    isFull: boolean;
    isSent: boolean;
    wasDraft: boolean;
  }>`
    with asked as (
      select id, status = 'closed' as is_closed,
        (select count(*) from scheduled_messages where author_id = ${authorId}) >= ${draft.max} as is_full,
        exists (select from messages where conversation_id = ${conversationId}
          and client_message_id = ${clientMessageId} and sender_type = 'representative') as is_sent
      from conversations where id = ${conversationId} and not hidden
    ), given as (
      select id from asked where not is_closed and not is_full and not is_sent
    ), kept as (
      insert into scheduled_messages (conversation_id, author_id, key_id, client_message_id, content, macro, due_at,
        delay_seconds, based_on_seq, only_if_quiet, attachment_ids, original, markdown, reply_to, blocks, recipients)
      select id, ${authorId}::uuid, ${draft.keyId}::uuid, ${clientMessageId}::uuid, ${draft.content}, ${json(draft.macro)}::jsonb,
        coalesce(${draft.sendAt}::timestamptz, now() + make_interval(secs => ${draft.delaySeconds}::integer)),
        ${draft.delaySeconds}::smallint, ${draft.basedOnSeq}::integer, ${draft.onlyIfQuiet}::boolean,
        ${draft.attachments?.map((each) => each.id) ?? null}::uuid[],
        ${json(draft.original ?? null)}::jsonb, ${draft.markdown ?? null}::text,
        ${draft.replyTo ?? null}::uuid, ${json(draft.blocks ?? null)}::jsonb, ${json(draft.recipients ?? null)}::jsonb
      from given
      on conflict do nothing
      returning id, conversation_id
    ), sent as (
      select conversation_id as id from kept
    ), ${withDraftSent('reply', { id: clientMessageId, userId: authorId, from: 'sent' })}
    select (select id from kept) as id, is_closed, is_full, is_sent, exists (select from draft_sent) as was_draft
    from asked
  `.execute(db);
  const [row] = rows;
  if (!row) return { outcome: 'not_found' };
  if (row.isSent) return { outcome: 'sent' };
  const [scheduled] = await select(
    db,
    sql`scheduled.conversation_id = ${conversationId} and scheduled.client_message_id = ${clientMessageId}`,
  );
  if (scheduled) return { outcome: row.id ? 'scheduled' : 'repeated', scheduled, wasDraft: row.wasDraft };
  if (row.isClosed) return { outcome: 'closed' };
  // Kept and sent, or taken back, between the two statements.
  return { outcome: row.isFull ? 'full' : 'sent' };
}

const json = (value: object | readonly unknown[] | null): string | null =>
  value === null ? null : JSON.stringify(value);

export interface ScheduledChange {
  content?: string | undefined;
  sendAt?: Date | undefined;
  /** The API key that changes it, if any: it is sent with that key from then on. */
  keyId: string | null;
}

/**
 * Changes a scheduled message that is still at `revision` and not being sent. With a new time it waits again, even
 * after it was stopped, and messages written by then no longer stop it. Undefined when there is none.
 */
export async function updateScheduled(
  db: Database,
  id: string,
  revision: number,
  { content, sendAt, keyId }: ScheduledChange,
): Promise<ScheduledMessage | undefined> {
  const { rows } = await sql<{ id: string }>`
    update scheduled_messages set
      content = coalesce(${content ?? null}::text, content),
      -- an edit has no formatting
      markdown = case when ${content ?? null}::text is distinct from content and ${content ?? null}::text is not null
        then null else markdown end,
      -- a person who changes what a key has scheduled does not give it rights of their own
      key_id = coalesce(${keyId}::uuid, key_id),
      -- what was translated is not what it says any more
      original = case when ${content ?? null}::text is distinct from content and ${content ?? null}::text is not null
        then null else original end,
      due_at = coalesce(${sendAt ?? null}::timestamptz, due_at),
      delay_seconds = case when ${sendAt ?? null}::timestamptz is null then delay_seconds else 0 end,
      based_on_seq = case when state = 'stopped' and ${sendAt ?? null}::timestamptz is not null
        then (select last_seq from conversations where conversations.id = conversation_id) else based_on_seq end,
      state = case when ${sendAt ?? null}::timestamptz is null then state else 'waiting' end,
      code = case when ${sendAt ?? null}::timestamptz is null then code end,
      reason = case when ${sendAt ?? null}::timestamptz is null then reason end,
      revision = revision + 1
    where id = ${id} and revision = ${revision} and state <> 'sending'
    returning id
  `.execute(db);
  return rows.length > 0 ? findScheduled(db, id) : undefined;
}

/** Takes one back that is not on its way; what it was, or undefined when there is none. */
export async function deleteScheduled(db: Database, id: string): Promise<ScheduledMessage | undefined> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<ScheduledRow>`
      with scheduled as (
        delete from scheduled_messages where id = ${id} and state <> 'sending' returning *
      )
      select ${columns} from scheduled ${joined}
    `.execute(transaction);
    const [row] = rows;
    // The author may attach the files to another message.
    if (row?.attachments) await touchFiles(transaction, row.attachments);
    return row && toScheduled(row);
  });
}
