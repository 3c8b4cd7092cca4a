import type { ListFilter } from '../../live/conversation-lists.ts';
import { inbox } from '../../i18n/en/inbox.ts';

export const inboxFilters = ['all', 'mine', 'unassigned', 'waiting', 'closed'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const filterLabel = (filter: InboxFilter): string => inbox(filter);

const queries: Record<InboxFilter, ListFilter> = {
  all: {},
  // What is snoozed waits for its time; a search finds it all the same.
  mine: { assigned: 'me', snoozed: false },
  unassigned: { assigned: 'none', snoozed: false },
  waiting: { status: 'waiting', snoozed: false },
  closed: { status: 'closed' },
};

/** The list that a filter asks for, and a search: that takes in what is snoozed. */
export function listFilterOf(filter: InboxFilter, search: string): ListFilter {
  const { snoozed, ...anyway } = queries[filter];
  return search.trim() === '' && snoozed !== undefined ? { ...anyway, snoozed } : anyway;
}
