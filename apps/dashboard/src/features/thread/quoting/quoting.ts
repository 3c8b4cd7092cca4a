/** The message that the reply to a conversation quotes, by conversation; kept as long as the page lives. */
import { useSyncExternalStore } from 'react';

const quoted = new Map<string, string>();
const listeners = new Set<() => void>();

/** Quotes a message in the next reply; undefined quotes none. */
export function quote(conversationId: string, messageId: string | undefined): void {
  if (messageId === undefined) quoted.delete(conversationId);
  else quoted.set(conversationId, messageId);
  for (const listener of listeners) listener();
}

/** Returns the id of the message that is quoted, and quotes none from now on. */
export function takeQuoted(conversationId: string): string | undefined {
  const messageId = quoted.get(conversationId);
  if (messageId !== undefined) quote(conversationId, undefined);
  return messageId;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the id of the message that the reply quotes; undefined for none. */
export const useQuoted = (conversationId: string): string | undefined =>
  useSyncExternalStore(subscribe, () => quoted.get(conversationId));
