/** Recipients of a conversation's next reply beside the customer; kept as long as the page lives. */
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { useSyncExternalStore } from 'react';

const chosen = new Map<string, readonly Participant[]>();
const listeners = new Set<() => void>();

/** Chooses the recipients; undefined stands for the participants of the conversation. */
export function chooseRecipients(conversationId: string, recipients: readonly Participant[] | undefined): void {
  if (recipients === undefined) chosen.delete(conversationId);
  else chosen.set(conversationId, recipients);
  for (const listener of listeners) listener();
}

/** Returns the chosen recipients, and goes back to the participants. */
export function takeRecipients(conversationId: string): readonly Participant[] | undefined {
  const recipients = chosen.get(conversationId);
  if (recipients !== undefined) chooseRecipients(conversationId, undefined);
  return recipients;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the chosen recipients; undefined for the participants. */
export const useRecipients = (conversationId: string): readonly Participant[] | undefined =>
  useSyncExternalStore(subscribe, () => chosen.get(conversationId));
