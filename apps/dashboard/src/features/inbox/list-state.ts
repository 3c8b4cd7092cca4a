/** State of the list in the address: a link leads others to the same list, with the same conversation open. */
import type { Filter } from '@parley/contracts/filter/filter';
import { listSorts, type ListSort, type View } from '@parley/contracts/conversations/views';
import type { ReadSearch } from '@parley/contracts/filter/search-words';
import { teamOfInbox } from '@parley/contracts/conversations/inboxes';
import { filterIn } from '../../domain/filter/filter-in.ts';
import type { ListFilter } from '../../live/conversation-lists.ts';
import { filterOf, type InboxFilter, isInboxFilter, listFilterOf } from './filters.ts';

export interface ListState {
  filter: InboxFilter;
  /** A saved view, in place of the filter. */
  view: string | null;
  /** Conditions that narrow the filter or the view further. */
  where: Filter | null;
  /** Null for the list's own: the longest waiting first in lists of open work, as saved in a view, otherwise by activity. */
  sort: ListSort | null;
  search: string;
}

export const everything: ListState = { filter: 'all', view: null, where: null, sort: null, search: '' };

/** The list that representatives work through. */
export const startList: ListState = { ...everything, filter: 'open' };

/** Returns the list that an address describes; invalid parts are ignored. */
export function listStateIn(query: URLSearchParams): ListState {
  const filter = query.get('filter');
  return {
    filter: isInboxFilter(filter) ? filter : startList.filter,
    view: query.get('view'),
    where: filterIn(query.get('where')),
    sort: listSorts.find((each) => each === query.get('sort')) ?? null,
    search: query.get('q') ?? '',
  };
}

/** The address of a list, with a selected conversation and the message at which it opens. */
export function addressOf(state: ListState, selected: string | null, messageSeq?: number): string {
  const query = new URLSearchParams();
  if (state.view) query.set('view', state.view);
  else if (state.filter !== startList.filter) query.set('filter', state.filter);
  if (state.where) query.set('where', JSON.stringify(state.where));
  if (state.sort) query.set('sort', state.sort);
  if (state.search) query.set('q', state.search);
  if (selected) query.set('selected', selected);
  if (selected && messageSeq) query.set('message', String(messageSeq));
  return query.size > 0 ? `/conversations?${query.toString()}` : '/conversations';
}

/** Returns the order of a list. */
export const sortOf = ({ sort, view, filter }: ListState, views: readonly View[]): ListSort =>
  sort ?? views.find(({ id }) => id === view)?.sort ?? (view === null ? ownSort(filter) : 'activity');

/** Lists of work begin with the longest waiting conversations. */
function ownSort(filter: InboxFilter): ListSort {
  if (filter === 'due') return 'due';
  const isOfWork = ['open', 'mine', 'unassigned', 'waiting'].includes(filter) || teamOfInbox(filter) !== undefined;
  return isOfWork ? 'waiting' : 'activity';
}

/** Returns the whole condition of a list as one filter, to save as a view or to change in bulk. */
export function wholeFilter(state: ListState, views: readonly View[], asked: ReadSearch): Filter {
  const saved = views.find(({ id }) => id === state.view)?.filter;
  const parts = [saved ?? filterOf(state.filter, ''), state.where, asked.filter].filter((part) => part !== null);
  const [only] = parts;
  return parts.length === 1 && only ? only : { all: parts };
}

/** The call that a list is read by. */
export function listOf(state: ListState, views: readonly View[], asked: ReadSearch): ListFilter {
  const saved = views.find(({ id }) => id === state.view)?.filter ?? null;
  const parts = [saved, state.where, asked.filter].filter((part) => part !== null);
  const narrowed = parts.length > 1 ? { all: parts } : (parts[0] ?? null);
  const sort = sortOf(state, views);
  return {
    ...listFilterOf(state.view ? 'all' : state.filter, state.search, narrowed),
    ...(asked.text !== '' && { q: asked.text }),
    // Results of a text search are sorted by relevance.
    ...(sort !== 'activity' && asked.text === '' && { sort }),
  };
}
