/** Actions to run with the next message of a conversation, stored in this browser beside its draft. */
import { Macro } from '@parley/contracts/messages/canned-replies';

const nameOf = (userId: string, conversationId: string): string => `parley.macro.${userId}.${conversationId}`;

const isMacro = (value: unknown): value is Macro =>
  typeof value === 'object' && value !== null && Object.keys(value).every((key) => key in Macro.properties);

/** Reads the stored actions; empty if there are none, or they are invalid. */
export function keptMacro(userId: string, conversationId: string): Macro {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(userId, conversationId)) ?? '{}');
    return isMacro(kept) ? kept : {};
  } catch {
    // Written by other code under our name.
    return {};
  }
}

export const isNothing = ({ actions = [], cannedReplyIds = [] }: Macro): boolean =>
  actions.length === 0 && cannedReplyIds.length === 0;

export function keepMacro(userId: string, conversationId: string, macro: Macro): void {
  const name = nameOf(userId, conversationId);
  try {
    if (isNothing(macro)) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(macro));
  } catch {
    // Storage may be full; it stays above the composer.
  }
}
