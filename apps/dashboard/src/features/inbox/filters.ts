import type { Filter } from '@parley/contracts/filter';
import type { ListFilter } from '../../live/conversation-lists.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { inbox } from '../../i18n/en/inbox.ts';

export const inboxFilters = ['all', 'mine', 'unassigned', 'waiting', 'closed', 'following', 'spam'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const filterLabel = (filter: InboxFilter): string =>
  filter === 'spam' ? blockWords('spamList') : inbox(filter);

/** What a list takes in. */
interface Listed extends Pick<ListFilter, 'status' | 'assigned' | 'snoozed' | 'spam'> {
  where?: Filter;
}

const lists: Record<InboxFilter, Listed> = {
  all: {},
  // What is snoozed waits for its time, and what is closed is done.
  mine: { assigned: 'me', snoozed: false, where: { field: 'status', op: 'in', value: ['active', 'waiting'] } },
  unassigned: { assigned: 'none', snoozed: false },
  waiting: { status: 'waiting', snoozed: false },
  closed: { status: 'closed' },
  following: { where: { field: 'following', op: 'is', value: true } },
  spam: { spam: true },
};

/** What a filter takes in; a search finds what is put aside or done all the same. */
export function listedBy(filter: InboxFilter, search: string): Listed {
  if (!search.trim()) return lists[filter];
  // Nor is there a search in spam: it finds what is no spam.
  const { snoozed: _, spam: _spam, where, ...anyway } = lists[filter];
  return filter === 'following' && where ? { where } : anyway;
}

/** The list that a filter asks for while something is searched for or not, narrowed further by `where`. */
export function listFilterOf(filter: InboxFilter, search: string, where: Filter | null = null): ListFilter {
  const { where: own, ...listed } = listedBy(filter, search);
  const both = own && where ? { all: [own, where] } : (own ?? where);
  return { ...listed, ...(both && { filter: JSON.stringify(both) }) };
}
