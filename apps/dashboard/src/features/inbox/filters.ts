import type { ListFilter } from '../../live/conversation-lists.ts';
import { inbox } from '../../i18n/en/inbox.ts';

export const inboxFilters = ['all', 'mine', 'unassigned', 'waiting', 'closed'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const filterLabel = (filter: InboxFilter): string => inbox(filter);

const queries: Record<InboxFilter, ListFilter> = {
  all: {},
  mine: { assigned: 'me' },
  unassigned: { assigned: 'none' },
  waiting: { status: 'waiting' },
  closed: { status: 'closed' },
};

/** The list that a filter and a search ask for. */
export const listFilterOf = (filter: InboxFilter, search: string): ListFilter => {
  const q = search.trim();
  return q ? { ...queries[filter], q } : queries[filter];
};
