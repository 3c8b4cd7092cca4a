import type { Conversation } from '@parley/contracts/entities';
import { Bot, UserMinus } from 'lucide-react';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { useSettings } from '../../forms/settings.ts';
import { thread } from '../../i18n/en/thread.ts';
import { canTakeOver, type useConversationActions } from '../../live/conversation-actions.ts';

/**
 * Returns how a conversation is given up: to the assistant, or unassigned if that is switched off. Until that is known
 * it is offered in either case, and decided when it is.
 */
function wayToGiveUp(
  { status, isAiAssisted, assignedRepresentativeId }: Conversation,
  assistantIsOn: boolean | undefined,
  run: () => void,
) {
  if (status === 'closed' || isAiAssisted) return null;
  const isNobodys = assignedRepresentativeId === null;
  if (isNobodys && assistantIsOn === false) return null;
  return assistantIsOn || isNobodys
    ? { label: thread('returnToAssistant'), icon: Bot, run }
    : { label: thread('unassign'), icon: UserMinus, run };
}

export type Offered = ReturnType<typeof useOffered>;

/**
 * Returns the available actions by the conversation's state and the user's role; the server enforces the same rules.
 */
export function useOffered(conversation: Conversation, actions: ReturnType<typeof useConversationActions>) {
  const me = useMe();
  const assistantIsOn = useSettings().data?.aiConfig.enabled;
  const may = {
    assign: mayAlways(me, 'conversations.assign'),
    update: mayAlways(me, 'conversations.update'),
    merge: mayAlways(me, 'conversations.merge'),
    delete: mayAlways(me, 'conversations.delete'),
    block: mayAlways(me, 'contacts.block'),
  };
  const isMerged = conversation.mergedInto !== undefined;
  return {
    may,
    giveUp: may.assign ? wayToGiveUp(conversation, assistantIsOn, actions.giveUp) : null,
    isMergeable: may.merge && !isMerged && !conversation.mergedIds && !conversation.isSpam,
    canTakeOver: may.assign && canTakeOver(conversation, me.id),
    mayForward: mayAlways(me, 'conversations.reply') && mayAlways(me, 'conversations.note'),
    hasEmails: mayAlways(me, 'conversations.reply') && conversation.customerEmail !== null,
    canClose: may.update && !isMerged,
  };
}
