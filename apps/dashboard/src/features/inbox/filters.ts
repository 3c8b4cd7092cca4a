import type { Filter } from '@parley/contracts/filter/filter';
import type { ListFilter } from '../../live/conversation-lists.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { inbox } from '../../i18n/en/inbox.ts';

export const inboxFilters = ['all', 'mine', 'unassigned', 'waiting', 'closed', 'following', 'spam'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const filterLabel = (filter: InboxFilter): string =>
  filter === 'spam' ? blockWords('spamList') : inbox(filter);

/** Conditions of a list. */
interface Listed extends Pick<ListFilter, 'status' | 'assigned' | 'snoozed' | 'spam'> {
  where?: Filter;
}

const lists: Record<InboxFilter, Listed> = {
  all: {},
  // Snoozed conversations wait for their time, and closed ones are done.
  mine: { assigned: 'me', snoozed: false, where: { field: 'status', op: 'in', value: ['active', 'waiting'] } },
  unassigned: { assigned: 'none', snoozed: false },
  waiting: { status: 'waiting', snoozed: false },
  closed: { status: 'closed' },
  following: { where: { field: 'following', op: 'is', value: true } },
  spam: { spam: true },
};

/** Returns the conditions of a filter; a search also finds snoozed and closed conversations. */
export function listedBy(filter: InboxFilter, search: string): Listed {
  if (!search.trim()) return lists[filter];
  // There is no search in spam either: a search finds conversations that are no spam.
  const { snoozed: _, spam: _spam, where, ...anyway } = lists[filter];
  return filter === 'following' && where ? { where } : anyway;
}

/** Returns the list for a filter with or without a search, narrowed further by `where`. */
export function listFilterOf(filter: InboxFilter, search: string, where: Filter | null = null): ListFilter {
  const { where: own, ...listed } = listedBy(filter, search);
  const both = own && where ? { all: [own, where] } : (own ?? where);
  return { ...listed, ...(both && { filter: JSON.stringify(both) }) };
}
