/** Summaries of conversations, one for each language, which go with what they are of. */
import type { Summary } from '@parley/contracts/assistant/copilot';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface StoredSummary {
  summary: Summary;
  /** Number of the conversation's last edit that it includes. */
  editNo: number;
}

/** The one in a language, or undefined. */
export async function findSummary(
  db: Database,
  conversationId: string,
  language: Summary['language'],
): Promise<StoredSummary | undefined> {
  const row = await db
    .selectFrom('conversationSummaries')
    .select(['lastSeq', 'editNo', 'summary', 'updatedAt'])
    .where('conversationId', '=', conversationId)
    .where('language', '=', language)
    .executeTakeFirst();
  if (!row) return undefined;
  const { summary, lastSeq, editNo, updatedAt } = row;
  return { summary: { ...summary, language, lastSeq, updatedAt: updatedAt.toISOString() }, editNo };
}

/** Keeps a summary, unless what it is of was edited since, or a newer one is there; answers it, or undefined. */
export async function storeSummary(
  db: Database,
  conversationId: string,
  { editNo, summary }: { editNo: number; summary: Omit<Summary, 'updatedAt'> },
): Promise<Summary | undefined> {
  const { language, lastSeq, intent, tried, open } = summary;
  const { rows } = await sql<{ updatedAt: Date }>`
    insert into conversation_summaries as kept (conversation_id, language, last_seq, edit_no, summary)
    select id, ${language}, ${lastSeq}::integer, ${editNo}::integer, ${JSON.stringify({ intent, tried, open })}::jsonb
    from conversations where id = ${conversationId} and last_edit_no = ${editNo}
    for update
    on conflict (conversation_id, language) do update set last_seq = excluded.last_seq, edit_no = excluded.edit_no,
      summary = excluded.summary, updated_at = now()
    where kept.last_seq <= excluded.last_seq
    returning updated_at
  `.execute(db);
  const [row] = rows;
  return row && { ...summary, updatedAt: row.updatedAt.toISOString() };
}
