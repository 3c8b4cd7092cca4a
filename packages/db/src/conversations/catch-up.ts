/** Reads what readers of conversations have missed, for many readers in one statement. */
import type { Message, MessageReactions } from '@parley/contracts/entities';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { columnsOfM, type MessageRow, toMessage } from '../messages/entity.ts';
import { statement } from '../prepared.ts';

export interface CatchUpRequest {
  conversationId: string;
  /** The last message that is known; the newest messages are wanted when null. */
  afterSeq: number | null;
  /** With `afterSeq` the last edit of the conversation's messages that is known, 0 unless given. */
  afterEdit?: number | null;
  /** User who reads; null or absent for the visitor. */
  readerId?: string | null;
}

/** A conversation as its visitor may see it, with the visitor's id. Messages are oldest first. */
export interface CatchUp extends VisitorConversation {
  visitorId: string | null;
  customerDeliveredSeq: number;
  /** For staff only. */
  lastActivityNo: number;
  /** Number of the last edit that `messages` and `edited` include. */
  editNo: number;
  /** Messages up to `afterSeq` that were changed or removed after `afterEdit`, by their edits. */
  edited: Message[];
  /** Reactions to messages up to `afterSeq`, of the newest that ever had any. */
  reactions: MessageReactions[];
  /** Conversation it was merged into; null if it wasn't. */
  mergedInto: string | null;
  /** Seq up to which the reader has read; null if they never opened it, and for visitors. */
  readSeq: number | null;
}

type Row = Omit<CatchUp, 'id' | 'messages' | 'edited' | 'reactions' | 'editNo' | 'representative'> & {
  reactedTo: MessageReactions[] | null;
  isEdited: boolean;
  position: number;
  conversation: string;
  lastEditNo: number;
  representativeId: string | null;
  representativeName: string;
  profileImageUrl: string | null;
} & (MessageRow | { [column in keyof MessageRow]: null });

/** Number of messages per conversation with reactions that are read again. */
const reactedMax = 100;

interface Wanted {
  ids: readonly string[];
  seqs: readonly (number | null)[];
  readers: readonly (string | null)[];
  edits: readonly number[];
  after: number;
  newest: number;
  edited: number;
}

/**
 * The arrays are selected so that Postgres does not count their elements: it would plan again for each length, which
 * takes ten times as long as answering one client.
 */
const missed = statement<Wanted, Row>(
  ({ ids, seqs, readers, edits, after, newest, edited }) => sql<Row>`

    select asked.position::int, c.id as conversation, c.visitor_id, c.status, c.is_ai_assisted, c.customer_email,
      u.id as representative_id, u.name as representative_name, u.profile_image_url,
      c.last_seq, c.last_activity_no, c.last_edit_no, c.merged_into, c.customer_delivered_seq, c.customer_read_seq, c.staff_delivered_seq, c.staff_read_seq,
      r.seq as read_seq, asked.reader_id is null and c.is_blocked as is_blocked, reacted.reacted_to, missed.*
    from unnest((select ${ids}::uuid[]), (select ${seqs}::int[]), (select ${readers}::uuid[]), (select ${edits}::int[]))
      with ordinality as asked(id, after_seq, reader_id, after_edit, position)
    join conversations c on c.id = asked.id
    left join users u on u.id = c.assigned_representative_id
    left join reads r on r.conversation_id = asked.id and r.user_id = asked.reader_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('seq', seq, 'reactionNo', reaction_no, 'reactions', coalesce(reactions, '[]'))) as reacted_to
      from (select seq, reaction_no, reactions from messages
        where conversation_id = asked.id and reaction_no is not null and seq <= asked.after_seq
        order by seq desc limit ${sql.lit(reactedMax)}) newest
    ) reacted on true
    left join lateral (
      (select ${columnsOfM}, false as is_edited from messages m
       where m.conversation_id = asked.id and m.seq > asked.after_seq order by m.seq limit ${after})
      union all
      (select ${columnsOfM}, false from messages m
       where m.conversation_id = asked.id and asked.after_seq is null order by m.seq desc limit ${newest})
      union all
      (select ${columnsOfM}, true from message_edits e
       join messages m on m.conversation_id = e.conversation_id and m.seq = e.seq and m.edit_no = e.edit_no
       where asked.after_edit < c.last_edit_no and e.conversation_id = asked.id and e.edit_no > asked.after_edit
         and e.seq <= asked.after_seq
       order by e.edit_no limit ${edited})
    ) missed on true
    order by asked.position, missed.is_edited, case when missed.is_edited then missed.edit_no else missed.seq end`,
);

/**
 * Returns for each request the conversation's state and its messages after `afterSeq` (the first `limits.after`), or
 * its newest `limits.newest`; undefined for an unknown conversation. All are of one snapshot: no message is missing
 * below `lastSeq` but for the limits.
 */
export async function catchUp(
  db: Database,
  requests: readonly CatchUpRequest[],
  limits: { after: number; newest: number; edited: number },
): Promise<(CatchUp | undefined)[]> {
  const ids = requests.map(({ conversationId }) => conversationId);
  const seqs = requests.map(({ afterSeq }) => afterSeq);
  const readers = requests.map(({ readerId = null }) => readerId);
  const edits = requests.map(({ afterEdit }) => afterEdit ?? 0);
  const found: (CatchUp | undefined)[] = requests.map(() => undefined);
  for (const row of await missed(db, { ids, seqs, readers, edits, ...limits })) {
    // Counted from 1.
    const known = (found[row.position - 1] ??= conversationOf(row));
    if (row.id === null) continue;
    if (row.isEdited) known.edited.push(toMessage(row));
    else known.messages.push(toMessage(row));
  }
  for (const known of found) {
    // There are more: it is known up to the last of these.
    if (known && known.edited.length === limits.edited) known.editNo = known.edited.at(-1)?.editNo ?? known.editNo;
  }
  return found;
}

const conversationOf = (row: Row): CatchUp => ({
  id: row.conversation,
  visitorId: row.visitorId,
  status: row.status,
  isAiAssisted: row.isAiAssisted,
  representative:
    row.representativeId === null
      ? null
      : { id: row.representativeId, name: row.representativeName, profileImageUrl: row.profileImageUrl },
  lastSeq: row.lastSeq,
  lastActivityNo: row.lastActivityNo,
  customerDeliveredSeq: row.customerDeliveredSeq,
  customerReadSeq: row.customerReadSeq,
  staffDeliveredSeq: row.staffDeliveredSeq,
  staffReadSeq: row.staffReadSeq,
  mergedInto: row.mergedInto,
  readSeq: row.readSeq,
  editNo: row.lastEditNo,
  edited: [],
  reactions: row.reactedTo ?? [],
  customerEmail: row.customerEmail,
  ...(row.isBlocked && { isBlocked: true }),
  messages: [],
});
