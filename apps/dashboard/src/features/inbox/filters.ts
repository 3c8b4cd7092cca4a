import type { Filter } from '@parley/contracts/filter/filter';
import { type Inbox, inboxFilter, isInbox } from '@parley/contracts/conversations/inboxes';
import type { ListFilter } from '../../live/conversation-lists.ts';

/** An inbox, or the list of spam, which is in no other. */
export type InboxFilter = Inbox | 'spam';

export const isInboxFilter = (text: string | null): text is InboxFilter =>
  text !== null && (text === 'spam' || isInbox(text));

/** Returns the conditions of a list; a search also finds snoozed and closed conversations, and no spam. */
export const filterOf = (filter: InboxFilter, search: string): Filter | null =>
  filter === 'spam' ? null : inboxFilter(filter, search.trim() !== '');

/** Returns the list for a filter with or without a search, narrowed further by `where`. */
export function listFilterOf(filter: InboxFilter, search: string, where: Filter | null = null): ListFilter {
  const own = filterOf(filter, search);
  const both = own && where ? { all: [own, where] } : (own ?? where);
  return {
    ...(filter === 'spam' && !search.trim() && { spam: true }),
    ...(both && { filter: JSON.stringify(both) }),
  };
}
