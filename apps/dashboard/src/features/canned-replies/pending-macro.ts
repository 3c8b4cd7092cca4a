/** What is to be done with the next message of a conversation, kept with its draft in this browser. */
import { Macro } from '@parley/contracts/canned-replies';
import { draftOf, keepDraft } from '../thread/drafts.ts';

const nameOf = (conversationId: string): string => `macro.${conversationId}`;

const isMacro = (value: unknown): value is Macro =>
  typeof value === 'object' && value !== null && Object.keys(value).every((key) => key in Macro.properties);

/** Nothing where nothing is kept, or what is kept is no macro. */
export function keptMacro(userId: string, conversationId: string): Macro {
  try {
    const kept: unknown = JSON.parse(draftOf(userId, nameOf(conversationId)) || '{}');
    return isMacro(kept) ? kept : {};
  } catch {
    // Somebody else's words under our name.
    return {};
  }
}

export const isNothing = ({ actions = [], cannedReplyIds = [] }: Macro): boolean =>
  actions.length === 0 && cannedReplyIds.length === 0;

export const keepMacro = (userId: string, conversationId: string, macro: Macro): void =>
  keepDraft(userId, nameOf(conversationId), isNothing(macro) ? '' : JSON.stringify(macro));
