/** Drafts of replies and notes: one of each kind per person and conversation. */
import type { Draft, DraftKind } from '@parley/contracts/conversations/drafts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Placeholder, prepared } from '../prepared.ts';
import type { DraftsTable } from '../tables/conversations.ts';

/** Identifies a draft by conversation, user and kind. */
export interface DraftOwner {
  conversationId: string;
  userId: string;
  kind: DraftKind;
}

type DraftRow = Omit<Selectable<DraftsTable>, 'userId'>;

const columns = sql.raw('conversation_id, kind, id, content, is_markdown, revision, updated_at');
const toDraft = ({ updatedAt, ...row }: DraftRow): Draft => ({ ...row, updatedAt: updatedAt.toISOString() });

/** Returns a user's drafts in conversations that match `where`, or in one conversation, the newest first. */
export async function listDrafts(
  db: Database,
  userId: string,
  {
    conversationId,
    limit,
    where,
  }: { conversationId?: string | undefined; limit: number; where?: RawBuilder<boolean> | undefined },
): Promise<Draft[]> {
  const rows = await prepared(
    db,
    sql<DraftRow>`
      select ${columns} from drafts
      where user_id = ${userId} ${conversationId === undefined ? sql`` : sql`and conversation_id = ${conversationId}`}
        ${where ? sql`and exists (select from conversations where conversations.id = drafts.conversation_id and ${where})` : sql``}
      order by updated_at desc limit ${limit}
    `,
  );
  return rows.map(toDraft);
}

export type SavedDraft = Pick<Draft, 'id' | 'content' | 'revision'> & { isMarkdown?: boolean };

/**
 * Saves a draft that was `revision` before (0 for a new one). Undefined when it was saved in between, when what it
 * becomes has been sent, or when there is no such conversation: nothing is changed then.
 */
export async function saveDraft(
  db: Database,
  { conversationId, userId, kind }: DraftOwner,
  { id, content, isMarkdown = false, revision }: SavedDraft,
): Promise<Draft | undefined> {
  const [row] = await prepared(
    db,
    sql<DraftRow>`
      insert into drafts (conversation_id, user_id, kind, id, content, is_markdown)
      select conversations.id, ${userId}::uuid, ${kind}, ${id}::uuid, ${content}, ${isMarkdown}::boolean
      from conversations
      where conversations.id = ${conversationId}
        and not exists (select from messages where conversation_id = ${conversationId} and client_message_id = ${id}::uuid)
        and not exists (select from activities where conversation_id = ${conversationId} and client_note_id = ${id}::uuid)
        and not exists (select from scheduled_messages
          where conversation_id = ${conversationId} and client_message_id = ${id}::uuid)
      on conflict (conversation_id, user_id, kind) do update set
        id = excluded.id, content = excluded.content, is_markdown = excluded.is_markdown, revision = drafts.revision + 1, updated_at = now()
      where drafts.revision = ${revision}
      returning ${columns}
    `,
  );
  return row && toDraft(row);
}

/** Removes a draft that is still at `revision`. `gone` when there was none, `moved` when it was saved in between. */
export async function removeDraft(
  db: Database,
  { conversationId, userId, kind }: DraftOwner,
  revision: number,
): Promise<'removed' | 'gone' | 'moved'> {
  const draft = db
    .selectFrom('drafts')
    .select('revision')
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .where('kind', '=', kind);
  const { numDeletedRows } = await db
    .deleteFrom('drafts')
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return 'removed';
  return (await draft.executeTakeFirst()) ? 'moved' : 'gone';
}

/** A CTE that removes the draft which was sent, and is read as `draft_sent`; `from` names who sent what into which. */
export const withDraftSent = (
  kind: DraftKind,
  { id, userId, from }: { id: string | Placeholder | null; userId: string | Placeholder | null; from: string },
): RawBuilder<unknown> => sql`draft_sent as (
  delete from drafts using ${sql.ref(from)} as sent
  where drafts.conversation_id = sent.id and drafts.user_id = ${userId}::uuid and drafts.kind = ${kind}
    and drafts.id = ${id}::uuid
  returning drafts.id
)`;
