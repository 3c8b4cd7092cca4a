/** Reads which part of a conversation the assistant takes into account. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface AssistantWindow {
  /** Seq up to which the conversation was settled by its last closing; 0 if it never was closed. */
  after: number;
  /** Number of the assistant's answers since the conversation was last closed or reassigned. */
  turns: number;
}

/** Reads of the log of activities nothing but when it was closed or changed hands. */
export async function assistantWindow(
  db: Database,
  conversationId: string,
  /** Reads the window as it was before this message. */
  beforeSeq = 2_147_483_647,
): Promise<AssistantWindow> {
  const { rows } = await sql<AssistantWindow>`
    with changes as (
      select coalesce(max(after_seq) filter (where kind = 'closed'), 0) as closed, coalesce(max(after_seq), 0) as changed
      from activities where conversation_id = ${conversationId}::uuid
        and kind in ('closed', 'handed_off', 'returned_to_assistant', 'taken_over', 'assigned')
        and after_seq < ${beforeSeq}
    )
    select closed as after, (
      select count(*)::int from messages where conversation_id = ${conversationId}::uuid and seq > changed
        and seq < ${beforeSeq} and sender_type = 'ai'
    ) as turns
    from changes
  `.execute(db);
  return rows[0] ?? { after: 0, turns: 0 };
}
