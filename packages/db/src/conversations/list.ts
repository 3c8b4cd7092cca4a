import type { ConversationStatus, SortableField } from '@parley/contracts/conversations/conversation-fields';
import { type EarliestSort, earliestSortFields } from '@parley/contracts/conversations/views';
import type { Conversation } from '@parley/contracts/entities';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared, preparedIfOften } from '../prepared.ts';
import { isMarkedAlone, mayBeUnread, unreadFor } from '../reads/unread.ts';
import { type ConversationRow, conversationColumns, toConversation } from './entity.ts';
import { columnRef } from './fields.ts';

/** Position after the last row of a page. */
export interface ListPosition {
  lastActivityAt: string;
  id: string;
  /** Set when sorted by an instant: that of the last row; null for rows after all that have one. */
  earliest?: string | null;
  /** Set when sorted by a field: its value. */
  value?: Conversation[SortableField];
}

export interface ListFilter {
  /** User for whom unread messages are counted; without it, the messages that no user has read are counted. */
  readerId?: string | undefined;
  status?: ConversationStatus | undefined;
  /** A representative's id, or `none` for unassigned. */
  assigned?: string | undefined;
  /** Only those that are snoozed, or only the others. */
  snoozed?: boolean | undefined;
  /** Spam alone, which is in no other list. */
  spam?: boolean | undefined;
  /** More conditions, of `filterSql`. */
  where?: RawBuilder<boolean> | undefined;
  /** True if `where` matches only closed conversations, in which no customer waits and nothing is due. */
  isClosed?: boolean | undefined;
  /**
   * True if `where` matches only conversations that the reader has not read: then only the few candidates are checked.
   */
  isUnread?: boolean | undefined;
  /** True if `where` compares attributes: the planner can't estimate how many of the first rows it matches. */
  isOfAttributes?: boolean | undefined;
  limit: number;
  /** Start behind this. */
  after?: ListPosition | undefined;
}

interface Page {
  conversations: Conversation[];
  next: ListPosition | null;
}

/**
 * Lists conversations by last activity, newest first: one range scan of one index, whatever the filter and however far
 * down. A conversation that becomes active while the caller pages moves to the front and never displaces the others.
 */
export async function listConversations(db: Database, filter: ListFilter): Promise<Page> {
  const { assigned, limit, after, where, isUnread, readerId } = filter;
  const conditions = shownConditions(filter);
  if (after) {
    conditions.push(sql`(last_activity_at, id) < (${after.lastActivityAt}::timestamptz, ${after.id}::uuid)`);
  }
  // Nulls have no order of their own to the planner: naming the column keeps it on the index that begins with it.
  const prefix = assigned === 'none' ? sql`assigned_representative_id, ` : sql``;
  const half = (isOfHalf: RawBuilder<unknown>) =>
    sql`(${firstRows({ ...filter, isOfAttributes: false }, [...conditions, isOfHalf], byActivity, prefix)})`;
  // Each half is in the order of an index; together they are not.
  const from =
    isUnread && readerId
      ? sql`(${half(mayBeUnread)} union all ${half(isMarkedAlone(readerId))}) as conversations
          order by last_activity_at desc, id desc`
      : sql`(${firstRows(filter, conditions, byActivity, prefix)}) as conversations`;
  const query = sql<ConversationRow>`
    select ${conversationColumns}${unreadFor(readerId)} from ${from} limit ${limit + 1}::bigint`;
  const rows = await (where ? preparedIfOften : prepared)(db, query);
  return pageOf(rows, limit, ({ updatedAt, id }) => ({ lastActivityAt: updatedAt, id }));
}

/**
 * Lists conversations with an instant, the earliest first, and after them all others by last activity: a range scan of
 * one index each, and of the second only if the first doesn't fill the page. One statement, so that no conversation is
 * in both or in neither.
 */
export async function listEarliest(db: Database, sort: EarliestSort, filter: ListFilter): Promise<Page> {
  const { limit, after } = filter;
  const conditions = shownConditions(filter);
  const page = sql`limit ${limit + 1}::bigint`;
  const field = earliestSortFields[sort];
  const column = columnRef(field);
  const isLater = after ? sql`(${column}, id) > (${after.earliest}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const isNext =
    after?.earliest === null
      ? [sql`(last_activity_at, id) < (${after.lastActivityAt}::timestamptz, ${after.id}::uuid)`]
      : [];
  // `offset 0` keeps the planner on the index of that instant: a filter's share of them differs from its share
  // of all.
  const first = sql`(select * from (
      select * from conversations where ${column} is not null and ${shownSql(filter)} and ${isLater}
      order by ${column}, id offset 0
    ) as conversations where ${sql.join([...conditions, filter.where ?? sql`true`], sql` and `)}
    order by ${column}, id ${page})`;
  const others = sql`(${firstRows(filter, [sql`${column} is null`, ...conditions, ...isNext], byActivity)})`;
  // Parts that have a limit are read one after the other, and the second not at all once there are enough.
  const from =
    after?.earliest === null || filter.isClosed || filter.status === 'closed'
      ? others
      : sql`(${first} union all ${others})`;
  const rows = await preparedIfOften(
    db,
    sql<ConversationRow>`select ${conversationColumns}${unreadFor(filter.readerId)} from ${from} as conversations ${page}`,
  );
  return pageOf(rows, limit, ({ updatedAt, id, [field]: earliest = null }) => ({
    lastActivityAt: updatedAt,
    id,
    earliest,
  }));
}

/** By a field, its last value first, by last activity among each other: one range scan of one index. */
export async function listByField(db: Database, field: SortableField, filter: ListFilter): Promise<Page> {
  const { limit, after } = filter;
  const conditions = shownConditions(filter);
  const column = columnRef(field);
  if (after) {
    conditions.push(sql`(${column}, last_activity_at, id)
      < (${after.value}, ${after.lastActivityAt}::timestamptz, ${after.id}::uuid)`);
  }
  const rows = await preparedIfOften(
    db,
    sql<ConversationRow>`
      select ${conversationColumns}${unreadFor(filter.readerId)}
      from (${firstRows(filter, conditions, [column, ...byActivity])}) as conversations limit ${limit + 1}::bigint`,
  );
  return pageOf(rows, limit, ({ updatedAt, id, [field]: value }) => ({ lastActivityAt: updatedAt, id, value }));
}

const shownSql = ({ spam }: ListFilter) => (spam ? sql`spam_at is not null` : sql`not hidden`);

/** Conditions other than `where`. */
function shownConditions(filter: ListFilter): RawBuilder<unknown>[] {
  const { status, assigned, snoozed } = filter;
  const conditions: RawBuilder<unknown>[] = [shownSql(filter)];
  // Said in the text, not as a value: a plan made for any status would suit none.
  if (status) conditions.push(sql`status = ${sql.lit(status)}`);
  if (assigned === 'none') conditions.push(sql`assigned_representative_id is null`);
  else if (assigned) conditions.push(sql`assigned_representative_id = ${assigned}::uuid`);
  if (snoozed !== undefined) conditions.push(snoozed ? sql`snoozed_until is not null` : sql`snoozed_until is null`);
  return conditions;
}

/** Columns of the order by last activity, all descending. */
const byActivity = [sql`last_activity_at`, sql`id`];

/** Number of rows that have their attributes looked up one by one. */
const lookedUpMax = 1_000;

/**
 * Selects the rows of a page in the order of an index. For attributes the planner expects to find a page soon and looks
 * up those of each row, which takes seconds when few rows match. So only the first rows are searched that way; if they
 * don't fill the page, `offset 0` makes the planner compare all others at once.
 */
function firstRows(
  { where = sql`true`, isOfAttributes, limit }: ListFilter,
  conditions: readonly RawBuilder<unknown>[],
  columns: readonly RawBuilder<unknown>[],
  prefix = sql``,
): RawBuilder<unknown> {
  const all = sql`from conversations where ${sql.join(conditions, sql` and `)}`;
  const order = sql`order by ${prefix}${sql.join(columns.map((column) => sql`${column} desc`))}`;
  const page = sql`${order} limit ${limit + 1}::bigint`;
  if (!isOfAttributes) return sql`select * ${all} and ${where} ${page}`;
  const key = sql.join(columns);
  const last = sql`(select ${key} ${all} ${order} limit 1 offset ${sql.lit(lookedUpMax - 1)})`;
  return sql`
    (select * from (select * ${all} ${order} limit ${sql.lit(lookedUpMax)}) as conversations where ${where} ${page})
    union all
    (select * from (select * ${all} and (${key}) < ${last} and ${where} offset 0) as conversations ${page})`;
}

function pageOf(
  rows: readonly ConversationRow[],
  limit: number,
  positionOf: (conversation: Conversation) => ListPosition,
): Page {
  const conversations = rows.slice(0, limit).map(toConversation);
  const last = conversations.at(-1);
  return { conversations, next: rows.length > limit && last ? positionOf(last) : null };
}
