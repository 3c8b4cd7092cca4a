import type { ListFilter } from '../../live/conversation-lists.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { inbox } from '../../i18n/en/inbox.ts';

export const inboxFilters = ['all', 'mine', 'unassigned', 'waiting', 'closed', 'spam'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const filterLabel = (filter: InboxFilter): string =>
  filter === 'spam' ? blockWords('spamList') : inbox(filter);

const queries: Record<InboxFilter, ListFilter> = {
  all: {},
  // What is snoozed waits for its time; a search finds it all the same.
  mine: { assigned: 'me', snoozed: false },
  unassigned: { assigned: 'none', snoozed: false },
  waiting: { status: 'waiting', snoozed: false },
  closed: { status: 'closed' },
  spam: { spam: true },
};

/** The list that a filter and a search ask for. */
export const listFilterOf = (filter: InboxFilter, search: string): ListFilter => {
  const q = search.trim();
  // Nor is there a search in spam: it finds what is no spam.
  const { snoozed: _, spam: _spam, ...anyway } = queries[filter];
  return q ? { ...anyway, q } : queries[filter];
};
