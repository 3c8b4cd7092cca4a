/** Undoing one act, as an act: refused where somebody has built on it. */
import type { ActFields, ChangeKind, ChangingActKind } from '@parley/contracts/acts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Undoing } from './commands.ts';
import { keptColumns, type Transition, type Transitioned, transition } from './transition.ts';

export type Undone =
  | Extract<Transitioned, { outcome: 'done' | 'not_found' }>
  /** `why` is a sentence that says who did what. */
  | { outcome: 'built_on'; why: string };

interface UndoableAct {
  kind: ChangingActKind;
  before: ActFields;
  afterSeq: number;
  kept: Record<(typeof keptColumns)[number], string | number | null> | null;
  actorId: string | null;
  lastActNo: number;
  /** Of the first later act that changed a field of this one. */
  laterKind: string | null;
  laterActor: string | null;
}

/** The change is planned anew so often while others change the conversation. */
const attempts = 5;

/** The columns that each field of an act is about. A field of another table has its place in `setOf`. */
const columns = {
  status: (value) => sql`${value}::text`,
  // Somebody who is gone by now cannot have it back.
  assignedRepresentativeId: (value) => sql`(select id from users where id = ${value}::uuid)`,
  isAiAssisted: (value) => sql`${value}::boolean`,
  customerEmail: (value) => sql`${value}::text`,
  customerName: (value) => sql`${value}::text`,
  // Tags that are gone by now cannot be put back.
  tagIds: (value) => sql`array(select id from tags where id = any(${value}::uuid[]))`,
  priority: (value) => sql`${value}::conversation_priority`,
  isSpam: (value) => sql`case when ${value}::boolean then now() end`,
  snoozedUntil: (value) => sql`${value}::timestamptz`,
  snoozedBy: (value) => sql`${value}::uuid`,
  wakesOnReply: (value) => sql`${value}::boolean`,
} satisfies Partial<Record<keyof ActFields, (value: unknown) => RawBuilder<unknown>>>;

const columnNames: Record<keyof typeof columns, string> = {
  status: 'status',
  assignedRepresentativeId: 'assigned_representative_id',
  isAiAssisted: 'is_ai_assisted',
  customerEmail: 'customer_email',
  customerName: 'customer_name',
  tagIds: 'tag_ids',
  priority: 'priority',
  isSpam: 'spam_at',
  snoozedUntil: 'snoozed_until',
  snoozedBy: 'snoozed_by',
  wakesOnReply: 'snooze_wakes_on_reply',
};

/** Makes a conversation as it was before the act `actNo`, unless somebody has built on it. */
export async function undoAct(
  db: Database,
  conversationId: string,
  actNo: number,
  how: Pick<Transition, 'cause' | 'batchId'>,
): Promise<Undone> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const act = await findUndoable(db, conversationId, actNo);
    if (!act) return { outcome: 'not_found' };
    if (act.laterKind !== null) return { outcome: 'built_on', why: laterWords(act.laterKind, act.laterActor) };
    const result = await transition(db, conversationId, [{ type: 'undo', ...undoing(act) }], {
      ...how,
      undoOf: actNo,
      lastActNo: act.lastActNo,
    });
    if (result.outcome === 'done' || result.outcome === 'not_found') return result;
    const now = await findUndoable(db, conversationId, actNo);
    // Nothing happened but messages: they are what it was built on.
    if (now?.lastActNo === act.lastActNo) return { outcome: 'built_on', why: 'Somebody has written since.' };
  }
  return { outcome: 'built_on', why: 'Others are changing it.' };
}

async function findUndoable(db: Database, conversationId: string, actNo: number): Promise<UndoableAct | undefined> {
  const { rows } = await sql<UndoableAct>`
    select acts.kind, acts.before, acts.after_seq, acts.kept, acts.cause ->> 'userId' as actor_id,
      conversations.last_act_no, later.kind as later_kind, later.actor as later_actor
    from acts join conversations on conversations.id = acts.conversation_id
    left join lateral (
      select newer.kind, coalesce((select users.name from users where users.id = (newer.cause ->> 'userId')::uuid),
        newer.cause ->> 'by') as actor
      from acts newer
      where newer.conversation_id = acts.conversation_id and newer.act_no > acts.act_no
        and newer.after ?| array(select jsonb_object_keys(acts.after))
      order by newer.act_no limit 1
    ) later on true
    where acts.conversation_id = ${conversationId} and acts.act_no = ${actNo}
  `.execute(db);
  return rows[0];
}

function undoing({ kind, before, kept, afterSeq, actorId }: UndoableAct): Undoing {
  const set: Record<string, RawBuilder<unknown>> = {};
  for (const [field, toSql] of Object.entries(columns)) {
    const name = field as keyof typeof columns;
    if (name in before) set[columnNames[name]] = toSql(before[name] ?? null);
  }
  if (before.isSpam !== undefined) set['hidden'] = sql`${before.isSpam}::boolean`;
  if (kept)
    for (const column of keptColumns)
      set[column] = sql`(${JSON.stringify(kept)}::jsonb ->> ${column})${castOf[column]}`;
  // What somebody else of the team has written rests on the act; and nothing that was written is put away unseen.
  const nobodyAnswered = sql`(conversations.representative_seq <= ${afterSeq}
    or conversations.representative_seq_by is not distinct from ${actorId}::uuid)`;
  const nothingWritten = sql<boolean>`conversations.last_seq <= ${afterSeq}`;
  return {
    tells: tells[kind],
    set,
    isAllowed: before.status === 'closed' ? nothingWritten : sql<boolean>`${nobodyAnswered}`,
  };
}

const castOf: Record<(typeof keptColumns)[number], RawBuilder<unknown>> = {
  waiting_since: sql`::timestamptz`,
  closed_at: sql`::timestamptz`,
  unanswered_count: sql`::integer`,
  unanswered_since: sql`::timestamptz`,
  unanswered_offset_seconds: sql`::double precision`,
};

/** What undoing each amounts to. */
const tells: Record<ChangingActKind, ChangeKind> = {
  closed: 'reopened',
  reopened: 'closed',
  assigned: 'assigned',
  taken_over: 'assigned',
  handed_off: 'assigned',
  handed_back: 'assigned',
  identified: 'identified',
  tagged: 'tagged',
  described: 'described',
  prioritised: 'prioritised',
  marked_spam: 'unmarked_spam',
  unmarked_spam: 'marked_spam',
  snoozed: 'unsnoozed',
  unsnoozed: 'snoozed',
  undone: 'assigned',
};

function laterWords(kind: string, actor: string | null): string {
  const who = actor === null || actor === 'customer' ? 'The customer' : actor;
  const words: Record<string, string> = {
    closed: 'has closed it since',
    reopened: 'has reopened it since',
    assigned: 'has assigned it since',
    taken_over: 'has taken it over since',
    tagged: 'has tagged it since',
    prioritised: 'has given it another priority since',
    marked_spam: 'has marked it as spam since',
    unmarked_spam: 'has taken it out of the spam since',
    snoozed: 'has snoozed it since',
    unsnoozed: 'has ended its snooze since',
    undone: 'has undone it already',
  };
  return `${who} ${words[kind] ?? 'has changed it since'}.`;
}
