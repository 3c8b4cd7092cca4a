/** What readers of conversations have missed, for many readers in one statement. */
import type { Message } from '@parley/contracts/entities';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type MessageRow, toMessage } from '../messages/entity.ts';
import { prepared } from '../prepared.ts';

export interface CatchUpRequest {
  conversationId: string;
  /** The last message that is known; the newest messages are wanted when null. */
  afterSeq: number | null;
}

export interface CatchUp {
  visitorId: string | null;
  lastSeq: number;
  customerDeliveredSeq: number;
  customerReadSeq: number;
  staffDeliveredSeq: number;
  staffReadSeq: number;
  /** Oldest first. */
  messages: Message[];
}

type Row = Omit<CatchUp, 'messages'> & { position: number } & (MessageRow | { [column in keyof MessageRow]: null });

/**
 * For each request the conversation's cursors and its messages after `afterSeq` (the first `limits.after`), or its newest
 * `limits.newest`; undefined for an unknown conversation. One snapshot: no message is missing below `lastSeq` but for the
 * limits.
 */
export async function catchUp(
  db: Database,
  requests: readonly CatchUpRequest[],
  limits: { after: number; newest: number },
): Promise<(CatchUp | undefined)[]> {
  const ids = requests.map(({ conversationId }) => conversationId);
  const seqs = requests.map(({ afterSeq }) => afterSeq);
  const columns = sql`
    m.conversation_id, m.seq, m.id, m.client_message_id, m.sender_type, m.sender_id, m.sender_name, m.message_type,
    m.content, m.created_at`;
  const query = sql<Row>`
    select asked.position::int, c.visitor_id, c.last_seq, c.customer_delivered_seq, c.customer_read_seq,
      c.staff_delivered_seq, c.staff_read_seq, missed.*
    from unnest(${ids}::uuid[], ${seqs}::int[]) with ordinality as asked(id, after_seq, position)
    join conversations c on c.id = asked.id
    left join lateral (
      (select ${columns} from messages m
       where m.conversation_id = asked.id and m.seq > asked.after_seq order by m.seq limit ${limits.after})
      union all
      (select ${columns} from messages m
       where m.conversation_id = asked.id and asked.after_seq is null order by m.seq desc limit ${limits.newest})
    ) missed on true
    order by asked.position, missed.seq`;
  const found: (CatchUp | undefined)[] = requests.map(() => undefined);
  for (const { position, visitorId, lastSeq, ...row } of await prepared(db, query.compile(db))) {
    const { customerDeliveredSeq, customerReadSeq, staffDeliveredSeq, staffReadSeq } = row;
    const cursors = { customerDeliveredSeq, customerReadSeq, staffDeliveredSeq, staffReadSeq };
    // Counted from 1.
    const known = (found[position - 1] ??= { visitorId, lastSeq, ...cursors, messages: [] });
    if (row.id !== null) known.messages.push(toMessage(row));
  }
  return found;
}
