/** The beginning of a conversation that a proactive message has led to. */
import type { ProactiveOrigin } from '@parley/contracts/proactive/proactive';
import { textIn } from '@parley/contracts/proactive/text';
import { sql } from 'kysely';
import type { Transaction } from '../database.ts';
import { countConversation, findProactive } from './messages.ts';

/**
 * Stores the proactive message that a visitor answers as the first one of their new conversation, and counts the
 * conversation. It is what they had seen, so it answers nothing, assigns nobody and is in no statistic of replies; the
 * text is ours, whatever the page says. One that was deleted since leaves nothing.
 */
export async function beginWith(
  db: Transaction,
  conversation: { id: string; websiteId: string },
  { id, outcome, language }: ProactiveOrigin,
): Promise<void> {
  await countConversation(db, { id, websiteId: conversation.websiteId }, outcome);
  if (outcome !== 'answered') return;
  const message = await findProactive(db, id);
  const isShownHere =
    message && (message.websiteIds.length === 0 || message.websiteIds.includes(conversation.websiteId));
  if (!message || !isShownHere || message.hasPersonLeft) return;
  const { userId, sender } = message;
  await sql`
    with said as (
      insert into messages (conversation_id, seq, id, sender_type, sender_id, sender_name, message_type, content, via,
        customer_message_count, created_at)
      values (${conversation.id}::uuid, 1, uuidv7(), ${sender ? 'representative' : 'ai'}, ${userId}::uuid,
        ${sender?.name ?? null}, 'text', ${textIn(message, language)}, ${sender ? 'dashboard' : 'ai'}, 0,
        clock_timestamp())
    ), counted as (
      update totals set messages = totals.messages + 1 where totals.slot = (pg_backend_pid() % 64)::smallint
    )
    update conversations set last_seq = 1 where id = ${conversation.id}::uuid
  `.execute(db);
}
