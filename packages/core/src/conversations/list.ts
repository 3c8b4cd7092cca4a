/** The inbox: conversations by last activity, or by how well they match a search. */
import {
  conversationFields,
  type ConversationStatus,
  isSortable,
  type SortableField,
} from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import { fieldProblem } from '@parley/contracts/problems';
import { isEarliestSort, type ListSort } from '@parley/contracts/conversations/views';
import { filterSql, isOfAttributes, isOfClosed, isOfUnread } from '@parley/db/conversations/filter';
import { listConversations as listInDb, listByField, listEarliest } from '@parley/db/conversations/list';
import { countUnread as countUnreadInDb } from '@parley/db/conversations/unread';
import { customersAskedFor, searchConversations } from '@parley/db/conversations/search';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { scopeOf, scopeSql } from '../permissions/scope.ts';
import { meaningFor } from '../permissions/scope.ts';
import { readFilterText } from './filter.ts';
import { readSearchText } from './search-words.ts';
import { refuseWithout } from '../permissions/permissions.ts';

export interface ListRequest {
  status?: ConversationStatus | undefined;
  /** `me`, `none` for unassigned, or a representative's id. */
  assigned?: string | undefined;
  /** Only those that are snoozed, or only the others. */
  snoozed?: boolean | undefined;
  /** Spam alone, which is in no other list. */
  spam?: boolean | undefined;
  /** A Filter as JSON, which narrows it further. */
  filter?: string | undefined;
  /** By last activity by default; search results are sorted by relevance. */
  sort?: ListSort | undefined;
  /** Words, "phrases" and -exclusions, and filters as words (`tag:vip`). */
  q?: string | undefined;
  limit: number;
  /** Cursor that the previous page returned. */
  cursor?: string | undefined;
}

export interface ConversationPage {
  conversations: Conversation[];
  /** For the next page; null on the last. */
  cursor: string | null;
}

const Id = Type.String({ format: 'uuid' });
const Instant = Type.String({ format: 'date-time' });
const listCursor = Compile(Type.Object({ lastActivityAt: Instant, id: Id }));
const earliestCursor = Compile(
  Type.Object({ lastActivityAt: Instant, id: Id, earliest: Type.Union([Instant, Type.Null()]) }),
);
const fieldCursor = (field: SortableField) =>
  Compile(Type.Object({ lastActivityAt: Instant, id: Id, value: conversationFields[field].type }));
const searchCursor = Compile(
  Type.Object({ reach: Type.Integer({ minimum: 0, maximum: 2 }), rank: Type.Number(), id: Id }),
);

/**
 * Returns one page.
 * @throws Problem `invalid` for an invalid filter, also within the search, and for a cursor that no page of this kind
 * has returned
 */
export async function listConversations(
  context: Context,
  caller: StaffCaller,
  { q, cursor, assigned, snoozed, spam, status, filter, sort, limit }: ListRequest,
): Promise<ConversationPage> {
  await refuseWithout(context, caller, 'conversations.read');
  const asked = await readSearchText(context, caller, q ?? '');
  const { text } = asked;
  const filters = [
    ...(filter === undefined ? [] : [await readFilterText(context, filter)]),
    ...(asked.filter ? [asked.filter] : []),
  ];
  const scope = await scopeOf(context, caller);
  const conditions = scope ? [scope, ...filters] : filters;
  const where = conditions.length === 0 ? undefined : filterSql({ all: conditions }, meaningFor(caller));
  const readerId = caller.user.id;
  const isUnread = filters.some(isOfUnread);
  const listed = {
    readerId,
    status,
    assigned: assigned === 'me' ? readerId : assigned,
    spam,
    where,
    isUnread,
    isOfAttributes: filters.some(isOfAttributes),
    limit,
  };
  const customers = customersAskedFor({ all: filters });
  // Customers searched by name are found through an index on their names, which supports only the order of activity.
  const isSearch =
    text !== '' || (customers.length > 0 && (sort ?? 'activity') === 'activity' && snoozed === undefined && !spam);
  if (text !== '' && snoozed !== undefined) {
    throw fieldProblem('invalid', 'snoozed', 'A search looks through the snoozed and the others alike.');
  }
  if (text !== '' && spam) {
    throw fieldProblem('invalid', 'spam', 'A search finds no spam.');
  }
  const { conversations, next } = await context.reads.run<{ conversations: Conversation[]; next: object | null }>(
    (db) =>
      isSearch
        ? searchConversations(db, {
            ...listed,
            text,
            customers,
            isScoped: scope !== undefined,
            after: positionFrom(searchCursor, cursor),
          })
        : isEarliestSort(sort)
          ? listEarliest(db, sort, {
              ...listed,
              isClosed: filters.some(isOfClosed),
              snoozed,
              after: positionFrom(earliestCursor, cursor),
            })
          : isSortable(sort)
            ? listByField(db, sort, { ...listed, snoozed, after: positionFrom(fieldCursor(sort), cursor) })
            : listInDb(db, { ...listed, snoozed, after: positionFrom(listCursor, cursor) }),
  );
  return { conversations, cursor: next && Buffer.from(JSON.stringify(next)).toString('base64url') };
}

/**
 * Returns the number of unread open conversations: assigned to the caller or to nobody, without those of the assistant
 * and snoozed ones.
 */
export async function countUnread(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
): Promise<number> {
  await refuseWithout(context, caller, 'conversations.read');
  const within = await scopeSql(context, caller);
  return context.reads.run((db) => countUnreadInDb(db, caller.user.id, within));
}

function positionFrom<Position>(
  validator: { Check(value: unknown): value is Position },
  cursor: string | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined;
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (validator.Check(position)) return position;
  } catch {
    // Not JSON: refused below like every other cursor that is none of ours.
  }
  throw fieldProblem('invalid', 'cursor', 'This page address is not valid. Start again from the first page.');
}
