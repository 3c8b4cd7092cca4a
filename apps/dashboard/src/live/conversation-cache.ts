/** Conversations in the query cache: one entry each, and every list that shows them. */
import { isOlder } from '@parley/contracts/conversations/conversation-state';
import type { Conversation } from '@parley/contracts/entities';
import { conversationsPerPageMax } from '@parley/contracts/conversations/limits';
import { getConversation, listConversations } from '@parley/contracts/routes/conversations';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { keyOf } from '../api/read.ts';
import {
  caughtUp,
  firstPage,
  type ListFilter,
  type LoadedList,
  withChange,
  withNextPage,
  without,
} from './conversation-lists.ts';
import { followsIn } from './following.ts';
import { noteChange, type RecentChange, withChangesMeanwhile } from './recent-changes.ts';

const root = keyOf(listConversations);

async function fetchPage(filter: ListFilter, cursor: string | null, signal?: AbortSignal): Promise<LoadedList> {
  const query = cursor ? { ...filter, limit: conversationsPerPageMax, cursor } : firstPage(filter);
  return callPage(listConversations, { query }, signal);
}

/** Applies the changes that happened since a read began. */
const withRecent = (list: LoadedList, filter: ListFilter, changes: readonly RecentChange[]): LoadedList =>
  changes.reduce((now, change) => applied(now, change, filter), list);

function applied(list: LoadedList, change: RecentChange, filter: ListFilter): LoadedList {
  if (change.kind === 'all deleted') return { items: [], next: null };
  if (change.kind === 'deleted') return without(list, change.id);
  return change.kind === 'changed' ? withChange(list, change.conversation, filter, change.me, change.follows) : list;
}

/** Query options of a list: its first page, to which `loadMore` adds. */
export const conversationList = (filter: ListFilter) =>
  queryOptions<LoadedList>({
    queryKey: keyOf(listConversations, { query: filter }),
    queryFn: async ({ signal }) => {
      const { answer, changes } = await withChangesMeanwhile(() => fetchPage(filter, null, signal));
      return withRecent(answer, filter, changes);
    },
    // Comparing ten thousand conversations field by field at every change would cost a frame.
    structuralSharing: false,
  });

/** Query options of one conversation with its newest messages. */
export const openedConversation = (id: string) =>
  queryOptions<Conversation>({
    queryKey: keyOf(getConversation, { params: { id } }),
    queryFn: async ({ signal }) => {
      const { answer, changes } = await withChangesMeanwhile(() => call(getConversation, { params: { id } }, signal));
      return changes.reduce(
        (now, change) => (change.kind === 'changed' && change.conversation.id === id ? asAnnounced(now, change) : now),
        answer,
      );
    },
  });

/** Returns a conversation as in an event; the messages, which events don't contain, stay. */
const asAnnounced = (known: Conversation, { conversation }: { conversation: Conversation }): Conversation =>
  isOlder(conversation, known) ? known : { ...conversation, messages: known.messages };

/** Fetches the next page of a list, if there is one. */
export async function loadMore(client: QueryClient, filter: ListFilter): Promise<void> {
  const { queryKey } = conversationList(filter);
  const cursor = client.getQueryData(queryKey)?.next;
  if (!cursor) return;
  const { answer: page, changes } = await withChangesMeanwhile(() => fetchPage(filter, cursor));
  client.setQueryData(queryKey, (list) =>
    // The list was emptied or read again in the meantime: this page belongs to the old one.
    list?.next === cursor ? withRecent(withNextPage(list, page), filter, changes) : list,
  );
}

const isFilter = (part: unknown): part is ListFilter => typeof part === 'object' && part !== null;

/** The filter of a list's key; undefined for the key of one conversation. */
const filterOf = (key: QueryKey): ListFilter | undefined => (isFilter(key[1]) ? key[1] : undefined);

function changeLists(client: QueryClient, change: RecentChange): void {
  for (const [key, list] of client.getQueriesData<LoadedList>({ queryKey: root })) {
    const filter = filterOf(key);
    if (!filter || !list) continue;
    const changed = applied(list, change, filter);
    if (changed !== list) client.setQueryData(key, changed);
  }
}

/** The cached conversation, from its own entry or any list. */
export function cachedConversation(client: QueryClient, id: string): Conversation | undefined {
  const own = client.getQueryData<Conversation>(keyOf(getConversation, { params: { id } }));
  if (own) return own;
  for (const [key, list] of client.getQueriesData<LoadedList>({ queryKey: root })) {
    const found = filterOf(key) && list?.items.find((item) => item.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Stores a conversation of an answer or a live event. */
export function rememberConversation(client: QueryClient, conversation: Conversation, me: string): void {
  client.setQueryData(
    openedConversation(conversation.id).queryKey,
    (known) => known && asAnnounced(known, { conversation }),
  );
  const listed = conversation.messages.length > 0 ? { ...conversation, messages: [] } : conversation;
  changeLists(client, noteChange({ kind: 'changed', conversation: listed, me, follows: followsIn(client) }));
}

export function forgetConversation(client: QueryClient, id: string): void {
  changeLists(client, noteChange({ kind: 'deleted', id }));
  client.removeQueries({ queryKey: keyOf(getConversation, { params: { id } }) });
}

/** Removes everything but conversations that began during the deletion: those are read again. */
export function forgetAllConversations(client: QueryClient): void {
  client.removeQueries({ queryKey: root, predicate: ({ queryKey }) => typeof queryKey[1] === 'string' });
  changeLists(client, noteChange({ kind: 'all deleted' }));
  void client.invalidateQueries({ queryKey: root });
}

/** Catches up after an interruption: reads what changed in the lists on screen, drops the others. */
export async function catchUpLists(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: root, type: 'inactive', predicate: ({ queryKey }) => !!filterOf(queryKey) });
  const active = client.getQueryCache().findAll({ queryKey: root, type: 'active' });
  await Promise.all(
    active.map(async ({ queryKey }) => {
      const filter = filterOf(queryKey);
      // The cache entry of one conversation is no list.
      if (!filter) return;
      const known = client.getQueryData<LoadedList>(queryKey)?.items[0]?.updatedAt;
      const { answer: fresh, changes } = await withChangesMeanwhile(() => newerThan(filter, known ?? ''));
      client.setQueryData<LoadedList>(queryKey, (list) =>
        withRecent(list && filter.sort === undefined ? caughtUp(list, fresh) : fresh, filter, changes),
      );
    }),
  );
}

/**
 * Catches up after an interruption: reads the conversation on screen again, and the others when they are next opened.
 */
export function catchUpOpened(client: QueryClient): void {
  const opened = {
    queryKey: root,
    predicate: ({ queryKey }: { queryKey: QueryKey }) => typeof queryKey[1] === 'string',
  };
  client.removeQueries({ ...opened, type: 'inactive' });
  void client.invalidateQueries(opened);
}

/** Called when the live channel opens: reads that began earlier contain the state from before. */
export async function catchUpFirstReads(client: QueryClient): Promise<void> {
  const asked = client.getQueryCache().findAll({ queryKey: root, type: 'active' });
  // A read that is still under way would put its older answer over the newer one.
  await Promise.allSettled(asked.flatMap(({ promise, state }) => (state.fetchStatus === 'fetching' && promise) || []));
  if (asked.length === 0) return;
  catchUpOpened(client);
  await catchUpLists(client);
}

/** Reads pages from the top until one reaches the known part. */
async function newerThan(filter: ListFilter, known: string): Promise<LoadedList> {
  let list = await fetchPage(filter, null);
  // In another order the first item does not show what is new: the page replaces everything.
  if (filter.sort !== undefined) return list;
  // The cursor of each page comes with the one before.
  while (list.next && (list.items.at(-1)?.updatedAt ?? '') >= known) {
    list = withNextPage(list, await fetchPage(filter, list.next));
  }
  return list;
}
