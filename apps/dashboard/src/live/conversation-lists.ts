/**
 * Cached conversation lists, updated by live events. Pure functions over the loaded part of a list, in the server's
 * order.
 */
import { isOlder } from '@parley/contracts/conversations/conversation-state';
import {
  conversationFields,
  isSortable,
  type SortableField,
  sortableFields,
} from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import type { Filter } from '@parley/contracts/filter/filter';
import { matches } from '@parley/contracts/filter/filter-matches';
import { conversationsPerPage } from '@parley/contracts/conversations/limits';
import { earliestSortFields, isEarliestSort, type ListSort } from '@parley/contracts/conversations/views';
import { replaceEqualDeep } from '@tanstack/react-query';

export interface LoadedList {
  readonly items: readonly Conversation[];
  /** The cursor of the next page; null when everything is loaded. */
  readonly next: string | null;
  /** Number of conversations that events added since the list was read. */
  readonly arrived?: number;
}

/** Conditions of a list; the same fields as the query of `listConversations`. */
export interface ListFilter {
  status?: 'active' | 'waiting' | 'closed';
  assigned?: 'me' | 'none';
  /** False without those that are snoozed, true with those alone. */
  snoozed?: boolean;
  /** Spam alone, which is in no other list. */
  spam?: boolean;
  /** A Filter as JSON, which narrows it further. */
  filter?: string;
  /** Last activity by default. */
  sort?: ListSort;
  q?: string;
}

/** Returns the query that reads the first page of a list. */
export const firstPage = (filter: ListFilter) => ({ ...filter, limit: conversationsPerPage });

/** Whether the user follows a conversation; undefined if that is not known. */
export type Follows = (conversationId: string) => boolean | undefined;
const unknown: Follows = () => undefined;

const read = new Map<string, Filter>();

/**
 * Parses the filter of a list that the server has answered, so it is valid. Each text is parsed once, not for every
 * event.
 */
function filterOfText(text: string): Filter {
  const filter = read.get(text) ?? (JSON.parse(text) as Filter);
  read.set(text, filter);
  return filter;
}

/** Whether a conversation belongs in a list; `unknown` if only the server can decide, as for a search. */
export function belongs(
  conversation: Conversation,
  filter: ListFilter,
  me: string,
  follows: Follows = unknown,
): boolean | 'unknown' {
  if (conversation.isSpam !== (filter.spam ?? false)) return false;
  if (filter.status && conversation.status !== filter.status) return false;
  if (filter.assigned === 'me' && conversation.assignedRepresentativeId !== me) return false;
  if (filter.assigned === 'none' && conversation.assignedRepresentativeId !== null) return false;
  if (filter.snoozed !== undefined && filter.snoozed !== (conversation.snoozedUntil !== null)) return false;
  if (filter.filter !== undefined) {
    const isFollowed = filter.filter.includes('"following"') ? follows(conversation.id) : false;
    if (isFollowed === undefined) return 'unknown';
    const known = { me, now: Date.now(), follows: () => isFollowed };
    if (!matches(filterOfText(filter.filter), conversation, known)) return false;
  }
  return filter.q ? 'unknown' : true;
}

const isNewer = (one: Conversation, other: Conversation): boolean =>
  one.updatedAt !== other.updatedAt ? one.updatedAt > other.updatedAt : one.id > other.id;

/** Place of a field's value among its values. */
function rankOf(conversation: Conversation, field: SortableField): number {
  const values: readonly string[] = conversationFields[field].type.enum;
  return values.indexOf(conversation[field]);
}

/** Whether one stands above the other. */
function isAbove(one: Conversation, other: Conversation, sort: ListSort): boolean {
  if (isSortable(sort) && one[sort] !== other[sort]) return rankOf(one, sort) > rankOf(other, sort);
  if (!isEarliestSort(sort)) return isNewer(one, other);
  const field = earliestSortFields[sort];
  const [mine, theirs] = [one[field] ?? null, other[field] ?? null];
  if (mine === theirs) return mine === null ? isNewer(one, other) : one.id < other.id;
  if (mine === null || theirs === null) return mine !== null;
  return mine < theirs;
}

const isOlderKnowledge = (arrived: Conversation, known: Conversation): boolean =>
  isOlder(arrived, known) || arrived.updatedAt < known.updatedAt;

const placeOf = (list: LoadedList, id: string): number => list.items.findIndex((item) => item.id === id);

export function without(list: LoadedList, id: string): LoadedList {
  const at = placeOf(list, id);
  return at < 0 ? list : { ...list, items: list.items.toSpliced(at, 1) };
}

/**
 * Moves a conversation to its place; an older state changes nothing, nor does a known one, which comes with every
 * receipt. One that belongs after the loaded part is left out: scrolling there loads it.
 */
export function placed(list: LoadedList, changed: Conversation, sort: ListSort = 'activity'): LoadedList {
  const at = placeOf(list, changed.id);
  const known = list.items[at];
  if (known && isOlderKnowledge(changed, known)) return list;
  // Only a search returns what it found in a conversation.
  const conversation = replaceEqualDeep(known, known?.match ? { ...changed, match: known.match } : changed);
  if (conversation === known) return list;
  const isMoved =
    known?.updatedAt !== conversation.updatedAt ||
    Object.values(earliestSortFields).some((field) => known[field] !== conversation[field]) ||
    sortableFields.some((field) => known[field] !== conversation[field]);
  if (!isMoved) return { ...list, items: list.items.with(at, conversation) };
  const { items } = without(list, conversation.id);
  const index = items.findIndex((item) => isAbove(conversation, item, sort));
  const arrived = (list.arrived ?? 0) + (known ? 0 : 1);
  if (index >= 0) return { ...list, items: items.toSpliced(index, 0, conversation), arrived };
  return list.next === null ? { ...list, items: [...items, conversation], arrived } : { ...list, items };
}

/** Returns the list after a change of a conversation. */
export function withChange(
  list: LoadedList,
  conversation: Conversation,
  filter: ListFilter,
  me: string,
  follows?: Follows,
): LoadedList {
  const verdict = belongs(conversation, filter, me, follows);
  if (verdict === false) return without(list, conversation.id);
  if (verdict === 'unknown' && placeOf(list, conversation.id) < 0) return list;
  return placed(list, conversation, filter.sort);
}

/** Adds the next page. Items that moved up since it was requested are in the list already, and stay there. */
export function withNextPage(list: LoadedList, page: LoadedList): LoadedList {
  const listed = new Set(list.items.map(({ id }) => id));
  return { ...list, items: [...list.items, ...page.items.filter(({ id }) => !listed.has(id))], next: page.next };
}

/**
 * Merges freshly loaded first pages into a list after an interruption. Within the range they cover, items that the
 * server no longer lists are removed.
 */
export function caughtUp(list: LoadedList, fresh: LoadedList): LoadedList {
  const oldest = fresh.items.at(-1);
  const listed = new Set(fresh.items.map(({ id }) => id));
  if (fresh.next === null || !oldest) return fresh;
  const rest = list.items.filter((item) => !listed.has(item.id) && isNewer(oldest, item));
  return { items: [...fresh.items, ...rest], next: rest.length ? list.next : fresh.next };
}
