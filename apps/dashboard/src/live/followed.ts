/** One conversation on screen, followed live; what was loaded of it is kept for the next time it is opened. */
import { type ConversationState, completeUntil } from '@parley/client/conversation';
import { type Followed, type FollowedState, followConversation } from '@parley/client/follow';
import type { Conversation } from '@parley/contracts/entities';
import { listMessages } from '@parley/contracts/routes/conversations';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { useLive } from './live.tsx';
import { useOpened } from './opened.ts';

/** How many conversations stay in memory, and how many messages of each. */
const keptConversations = 40;
const keptMessages = 200;

const kept = new Map<string, ConversationState>();

function keep(id: string, state: ConversationState): void {
  kept.delete(id);
  kept.set(id, { ...state, held: [], messages: state.messages.slice(-keptMessages) });
  const oldest = kept.keys().next().value;
  if (kept.size > keptConversations && oldest !== undefined) kept.delete(oldest);
}

/** What memory holds of a conversation, so that opening it again paints at once. */
export const keptThread = (id: string): ConversationState | undefined => kept.get(id);

/** Forgets what was loaded for somebody who signed out. */
export const forgetThreads = (): void => kept.clear();

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
  const { id } = conversation;
  // The read's answer only starts the thread; from then on the live channel tells what is new.
  const [first] = useState(() => stateOf(conversation));
  const open = useCallback((): Followed => {
    const known = kept.get(id);
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
        keep(id, followed.state);
        followed.close();
      },
    };
  }, [id, connection, first]);
  return useOpened(open);
}

/** What a view shows of a followed conversation, renewed with every change. */
export function useFollowedState(followed: Followed): FollowedState {
  const subscribe = useCallback((listener: () => void) => followed.subscribe(listener), [followed]);
  return useSyncExternalStore(subscribe, () => followed.state);
}
