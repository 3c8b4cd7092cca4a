/**
 * Merges a conversation into another one of the same contact. No message moves and no seq changes: the two rows refer
 * to each other, and each conversation gets an activity that records the merge.
 */
import type { Activity, Cause } from '@parley/contracts/conversations/activities';
import type { Conversation } from '@parley/contracts/entities';
import { sql } from 'kysely';
import { activitiesAfter, findActivity } from '../activities/read.ts';
import type { Database, Transaction } from '../database.ts';
import { prepared } from '../prepared.ts';
import { isSameContact } from './continuation.ts';
import { type ConversationRow, conversationColumns, toConversation } from './entity.ts';
import { lastChangeOf, type Transitioned, transition } from './transition.ts';
import { type Undone, undoActivity } from './undo.ts';

type Changed = Extract<Transitioned, { outcome: 'done' }>;

/** Why two conversations cannot be one. */
export type NotMerged =
  | { outcome: 'not_found' | 'itself' }
  /** Either conversation was already merged, by that activity. */
  | { outcome: 'merged'; which: 'from' | 'into'; activity: Activity | undefined }
  /** Others were merged into it, and lead to it. */
  | { outcome: 'has_merged' }
  /** The customer waits in `from`, and `into` is closed. */
  | { outcome: 'into_closed' }
  | { outcome: 'hidden' }
  /** They belong to two different contacts. */
  | { outcome: 'other_person' };

export type Merged = { outcome: 'done'; from: Changed; into: Changed } | NotMerged;

interface Pair {
  fromId: string;
  intoId: string;
}

/** Returns both and locks them until the transaction ends. */
async function hold(db: Transaction, { fromId, intoId }: Pair) {
  const { rows } = await sql<{
    id: string;
    status: string;
    hidden: boolean;
    mergedInto: string | null;
    mergedIds: string[];
    continuedFrom: number | null;
  }>`
    select id, status, hidden, merged_into, merged_ids, continued_from from conversations
    where id = any(${[fromId, intoId]}::uuid[]) order by id for update
  `.execute(db);
  return { from: rows.find(({ id }) => id === fromId), into: rows.find(({ id }) => id === intoId) };
}

async function areOfOneContact(db: Database, { fromId, intoId }: Pair): Promise<boolean> {
  const { rows } = await sql<{ isSame: boolean }>`
    select ${isSameContact(sql`one.visitor_id`, sql`other.visitor_id`)} as is_same
    from conversations one, conversations other where one.id = ${fromId} and other.id = ${intoId}
  `.execute(db);
  return rows[0]?.isSame ?? false;
}

/** Locks both conversations and returns the reason why they can't be merged. */
async function whyNot(db: Transaction, pair: Pair): Promise<NotMerged | undefined> {
  if (pair.fromId === pair.intoId) return { outcome: 'itself' };
  const { from, into } = await hold(db, pair);
  if (!from || !into) return { outcome: 'not_found' };
  if (from.mergedInto !== null)
    return { outcome: 'merged', which: 'from', activity: await lastChangeOf(db, from.id, 'mergedInto') };
  if (into.mergedInto !== null)
    return { outcome: 'merged', which: 'into', activity: await lastChangeOf(db, into.id, 'mergedInto') };
  if (from.hidden || into.hidden) return { outcome: 'hidden' };
  if ((await mergedInto(db, from.id)).length > 0) return { outcome: 'has_merged' };
  if (into.status === 'closed' && from.status !== 'closed') return { outcome: 'into_closed' };
  return (await areOfOneContact(db, pair)) ? undefined : { outcome: 'other_person' };
}

/** Merges one conversation into another, both or neither. Of two who do so at once the first wins. */
export async function mergeConversations(db: Transaction, pair: Pair, cause: Cause): Promise<Merged> {
  const refused = await whyNot(db, pair);
  if (refused) return refused;
  const { fromId, intoId } = pair;
  return {
    outcome: 'done',
    from: done(await transition(db, fromId, [{ type: 'merge', into: intoId }], { cause })),
    into: done(await transition(db, intoId, [{ type: 'take_in', mergedId: fromId }], { cause })),
  };
}

/** Unwraps a change that can't have failed, because both conversations are locked. */
function done(changed: Transitioned): Changed {
  if (changed.outcome !== 'done') throw new Error(`A conversation that is held is ${changed.outcome}.`);
  return changed;
}

/**
 * Returns the two conversations that an activity merged or separated; undefined for any other activity. `merges` is true if its
 * undo merges them.
 */
export function mergeOf({ conversationId, before, after }: Activity): (Pair & { merges: boolean }) | undefined {
  const intoId = before.mergedInto ?? after.mergedInto;
  if (intoId) return { fromId: conversationId, intoId, merges: before.mergedInto === intoId };
  const [were, are] = [before.mergedIds ?? [], after.mergedIds ?? []];
  const left = were.find((id) => !are.includes(id));
  const fromId = left ?? are.find((id) => !were.includes(id));
  return fromId === undefined ? undefined : { fromId, intoId: conversationId, merges: left !== undefined };
}

export type MergeUndone =
  | { outcome: 'done'; both: [Changed, Changed] }
  | Exclude<Undone, { outcome: 'done' }>
  | NotMerged;

/** Undoes what an activity did to two conversations, in both, or in neither; the first answered is that of the activity. */
export async function undoMerge(
  db: Transaction,
  { conversationId, activityNo }: { conversationId: string; activityNo: number },
  cause: Cause,
): Promise<MergeUndone> {
  const activity = await findActivity(db, conversationId, activityNo);
  const pair = activity && mergeOf(activity);
  if (!pair) return { outcome: 'not_found' };
  const { from } = await hold(db, pair);
  if (pair.merges) {
    const refused = await whyNot(db, pair);
    if (refused) return refused;
  } else if (from?.continuedFrom) {
    const message = await firstThrough(db, pair.intoId, from.continuedFrom);
    if (message) return { outcome: 'in_the_way', inTheWay: { message } };
  }
  const own = await undoActivity(db, conversationId, activityNo, { cause });
  if (own.outcome !== 'done') return own;
  const otherId = conversationId === pair.fromId ? pair.intoId : pair.fromId;
  const other = await newestOf(db, otherId, pair);
  // Whichever was deleted since takes its side of it along.
  const theirs = other === undefined ? undefined : await undoActivity(db, otherId, other, { cause });
  if (theirs?.outcome !== 'done') throw new NotUndone(theirs ?? { outcome: 'not_found' });
  return { outcome: 'done', both: [own, theirs] };
}

/** Thrown to end the transaction when either side of a merge can't be undone. */
export class NotUndone extends Error {
  override readonly name = 'NotUndone';
  readonly result: Exclude<Undone, { outcome: 'done' }>;
  constructor(result: Exclude<Undone, { outcome: 'done' }>) {
    super(result.outcome);
    this.result = result;
  }
}

/** The newest activity of a conversation that merged or separated the two. */
async function newestOf(db: Database, conversationId: string, pair: Pair): Promise<number | undefined> {
  const { rows } = await sql<{ activityNo: number }>`
    select activity_no from activities where conversation_id = ${conversationId}
      and (jsonb_exists(after, 'mergedInto') or jsonb_exists(after, 'mergedIds')) order by activity_no desc
  `.execute(db);
  for (const { activityNo } of rows) {
    const [activity] = await activitiesAfter(db, conversationId, activityNo - 1, 1);
    const about = activity && mergeOf(activity);
    if (about?.fromId === pair.fromId && about.intoId === pair.intoId) return activityNo;
  }
  return undefined;
}

/** Returns the first message that reached a conversation through one that was merged into it. */
async function firstThrough(db: Database, conversationId: string, seq: number) {
  const message = await db
    .selectFrom('messages')
    .select(['seq', 'senderType', 'senderId', 'senderName', 'createdAt'])
    .where('conversationId', '=', conversationId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return message && { ...message, createdAt: message.createdAt.toISOString() };
}

/**
 * Separates merged conversations that belong to two contacts since those were separated; they stay as they are, and
 * each continues by itself.
 */
export async function separateConversations(
  db: Transaction,
  contactIds: readonly string[],
  cause: Cause,
): Promise<Changed[]> {
  const { rows } = await sql<Pair>`
    select merged.id as from_id, target.id as into_id
    from conversations merged join conversations target on target.id = merged.merged_into
    where merged.visitor_id in (select visitor_id from identities where contact_id = any(${contactIds}::uuid[]))
      and not ${isSameContact(sql`merged.visitor_id`, sql`target.visitor_id`)}
  `.execute(db);
  const changed: Changed[] = [];
  for (const pair of rows) {
    await hold(db, pair);
    const from = await transition(db, pair.fromId, [{ type: 'separate' }], { cause });
    const into = await transition(db, pair.intoId, [{ type: 'let_go', mergedId: pair.fromId }], { cause });
    for (const each of [from, into]) if (each.outcome === 'done') changed.push(each);
  }
  return changed;
}

/** The conversations that were merged into one, oldest first. */
export async function mergedInto(db: Database, id: string): Promise<Conversation[]> {
  const rows = await prepared(
    db,
    sql<ConversationRow>`select ${conversationColumns} from conversations where merged_into = ${id} order by id`,
  );
  return rows.map(toConversation);
}
