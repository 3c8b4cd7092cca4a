/** Follows the conversation on screen live; its loaded part is cached for the next time it is opened. */
import { type ConversationState, completeUntil } from '@parley/client/conversation';
import { type Followed, type FollowedState, followConversation } from '@parley/client/follow';
import type { Conversation } from '@parley/contracts/entities';
import { messagesPerPage } from '@parley/contracts/messages/limits';
import { getConversation, listMessages } from '@parley/contracts/routes/conversations';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { keyOf } from '../api/read.ts';
import { useLive } from './live.tsx';
import { useOpened } from './opened.ts';
import { paced } from './paced.ts';

const conversationKey = (id: string) => keyOf(getConversation, { params: { id } });
const threadPart = 'thread';
/** Key beside the conversation's own entry, so that both are removed together; collected like it when long unused. */
const threadKey = (id: string) => [...conversationKey(id), threadPart];

/** Number of threads that are kept for the next time they are opened. */
const keptThreads = 30;

/** Stores the newest page of a thread that leaves the screen, in place of the one that left longest ago. */
export function keepThread(
  client: QueryClient,
  id: string,
  { messages, lastSeq, cursors, editNo }: ConversationState,
): void {
  // Deleted, or read for a user who has signed out.
  if (client.getQueryData(conversationKey(id)) === undefined) return;
  const newest = messages.slice(-messagesPerPage);
  client.setQueryData<ConversationState>(threadKey(id), {
    messages: newest,
    held: [],
    lastSeq,
    cursors,
    ...(editNo !== undefined && { editNo }),
  });
  const kept = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey.at(-1) === threadPart })
    .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const { queryKey } of kept.slice(0, -keptThreads))
    client.removeQueries({ queryKey: queryKey.slice(0, -1), type: 'inactive' });
}

const stateOf = (conversation: Conversation): ConversationState => ({
  messages: conversation.messages,
  held: [],
  lastSeq: conversation.lastSeq,
  cursors: {
    customerDeliveredSeq: conversation.customerDeliveredSeq,
    customerReadSeq: conversation.customerReadSeq,
    staffDeliveredSeq: conversation.staffDeliveredSeq,
    staffReadSeq: conversation.staffReadSeq,
  },
});

/** Follows a conversation from its cached state, otherwise from the answer of its read. */
export function useFollowed(conversation: Conversation): Followed | null {
  const connection = useLive();
  const client = useQueryClient();
  const { id } = conversation;
  // The read's answer only starts the thread; from then on events come over the live channel.
  const [first] = useState(() => stateOf(conversation));
  const open = useCallback((): Followed => {
    const known = client.getQueryData<ConversationState>(threadKey(id));
    const followed = followConversation({
      live: connection.live,
      conversationId: id,
      side: 'staff',
      initial: known && completeUntil(known) >= completeUntil(first) ? known : first,
      fetchMessages: (page) => call(listMessages, { params: { id }, query: page }),
    });
    const stopListening = connection.onStored((message) => followed.receive(message));
    return {
      ...followed,
      // Spread would freeze it.
      get state() {
        return followed.state;
      },
      close() {
        stopListening();
        keepThread(client, id, followed.state);
        followed.close();
      },
    };
  }, [id, client, connection, first]);
  return useOpened(open);
}

/** Returns the state of a followed conversation; every change renders. */
export const useFollowedState = (followed: Followed): FollowedState => useFollowedPart(followed, (state) => state);

/** Returns a part of the state; renders only if that part changes. */
export function useFollowedPart<Part>(followed: Followed, partOf: (state: FollowedState) => Part): Part {
  const subscribe = useMemo(() => paced((listener) => followed.subscribe(listener)), [followed]);
  return useSyncExternalStore(subscribe, () => partOf(followed.state));
}
