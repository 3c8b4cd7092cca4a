import type { Conversation } from '@parley/contracts/entities';
import { Bot, UserMinus } from 'lucide-react';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { useAssistantIsOn } from '../../forms/settings.ts';
import { thread } from '../../i18n/en/thread.ts';
import { canTakeOver, type useConversationActions } from '../../live/conversation-actions.ts';

/** How a conversation is given up again: to the assistant, or to nobody while that is switched off. */
function wayToGiveUp(
  { status, isAiAssisted, assignedRepresentativeId }: Conversation,
  assistantIsOn: boolean,
  { handBack, unassign }: ReturnType<typeof useConversationActions>,
) {
  if (status === 'closed' || isAiAssisted) return null;
  if (assistantIsOn) return { label: thread('handBack'), icon: Bot, act: handBack };
  return assignedRepresentativeId === null ? null : { label: thread('unassign'), icon: UserMinus, act: unassign };
}

export type Offered = ReturnType<typeof useOffered>;

/** What there is to do with a conversation, by what it is and by somebody's role; the server holds to the same. */
export function useOffered(conversation: Conversation, actions: ReturnType<typeof useConversationActions>) {
  const me = useMe();
  const assistantIsOn = useAssistantIsOn();
  const may = {
    assign: mayAlways(me, 'conversations.assign'),
    update: mayAlways(me, 'conversations.update'),
    merge: mayAlways(me, 'conversations.merge'),
    delete: mayAlways(me, 'conversations.delete'),
  };
  const isMerged = conversation.mergedInto !== undefined;
  return {
    may,
    giveUp: may.assign ? wayToGiveUp(conversation, assistantIsOn, actions) : null,
    isMergeable: may.merge && !isMerged && !conversation.mergedIds && !conversation.isSpam,
    canTakeOver: may.assign && canTakeOver(conversation, me.id),
    canClose: may.update && !isMerged,
  };
}
