/** Recipients of single messages: they get its mail beside the customer. */
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Stores the recipients of a message; those without any of their own go to the participants of the conversation. */
export async function setRecipients(
  db: Database,
  { conversationId, seq }: { conversationId: string; seq: number },
  recipients: readonly Participant[],
): Promise<void> {
  await sql`
    update messages set recipients = ${JSON.stringify(recipients)}::jsonb
    where conversation_id = ${conversationId} and seq = ${seq}
  `.execute(db);
}

/**
 * Returns the recipients of the first answer of a range, null for the participants, and the end of the part of the range
 * that has the same: one mail brings them all.
 */
export async function recipientsOfRange(
  db: Database,
  { conversationId, fromSeq, toSeq }: { conversationId: string; fromSeq: number; toSeq: number },
): Promise<{ recipients: Participant[] | null; toSeq: number }> {
  const { rows } = await sql<{ seq: number; recipients: Participant[] | null }>`
    select seq, recipients from messages
    where conversation_id = ${conversationId} and seq between ${fromSeq} and ${toSeq}
      and sender_type <> 'customer' and removed_at is null
    order by seq
  `.execute(db);
  const [first] = rows;
  const other = rows.find(({ recipients }) => !isDeepStrictEqual(recipients, first?.recipients));
  return { recipients: first?.recipients ?? null, toSeq: other ? other.seq - 1 : toSeq };
}

/** Returns everyone whom single messages of a conversation went to, each address once. */
export async function formerRecipients(db: Database, conversationId: string): Promise<Participant[]> {
  const { rows } = await sql<{ recipient: Participant }>`
    select distinct on (each ->> 'address') each as recipient
    from messages cross join jsonb_array_elements(recipients) as each
    where conversation_id = ${conversationId} and recipients is not null
    order by each ->> 'address', seq desc
  `.execute(db);
  return rows.map(({ recipient }) => recipient);
}
