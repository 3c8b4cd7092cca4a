/** One conversation on screen, followed live; what was loaded of it is kept for the next time it is opened. */
import { type ConversationState, completeUntil } from '@parley/client/conversation';
import { type Followed, type FollowedState, followConversation } from '@parley/client/follow';
import type { Conversation } from '@parley/contracts/entities';
import { messagesPerPage } from '@parley/contracts/limits';
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
/** Beside the conversation's own entry, so that both are forgotten together; collected like it when long unused. */
const threadKey = (id: string) => [...conversationKey(id), threadPart];

/** So many threads that left the screen are kept for the next time they are opened. */
const keptThreads = 30;

/** Remembers the newest page of a thread that leaves the screen, in the place of the one that left longest ago. */
export function keepThread(
  client: QueryClient,
  id: string,
  { messages, lastSeq, cursors, editNo }: ConversationState,
): void {
  // Deleted, or read for somebody who has signed out.
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

/** Follows a conversation from what is known of it: memory first, otherwise the answer of its read. */
export function useFollowed(conversation: Conversation): Followed | null {
  const connection = useLive();
  const client = useQueryClient();
  const { id } = conversation;
  // The read's answer only starts the thread; from then on the live channel tells what is new.
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

/** What a view shows of a followed conversation, renewed with every change. */
export const useFollowedState = (followed: Followed): FollowedState => useFollowedPart(followed, (state) => state);

/** What a view takes from it, which draws anew when that becomes another. */
export function useFollowedPart<Part>(followed: Followed, partOf: (state: FollowedState) => Part): Part {
  const subscribe = useMemo(() => paced((listener) => followed.subscribe(listener)), [followed]);
  return useSyncExternalStore(subscribe, () => partOf(followed.state));
}
