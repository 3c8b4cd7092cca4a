import type { Conversation } from '@parley/contracts/entities';
import type { Body } from '@parley/contracts/route';
import { updateConversation } from '@parley/contracts/routes/conversations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useMe } from '../../auth/auth.tsx';
import { common } from '../../i18n/en/common.ts';
import { rememberConversation } from '../../live/conversation-cache.ts';
import { conflictWords } from '../../live/refused-words.ts';
import { useUndo } from '../../live/undo.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Fields of a conversation that can be changed regardless of its assignee. */
export type LabelChange = Pick<
  Body<typeof updateConversation>,
  | 'addTags'
  | 'removeTags'
  | 'priority'
  | 'expectedPriority'
  | 'snoozedUntil'
  | 'wakesOnReply'
  | 'expectedSnoozedUntil'
  | 'participants'
  | 'subject'
  | 'expectedSubject'
  | 'expectedParticipants'
  | 'relatedIds'
  | 'expectedRelatedIds'
  | 'isToFollowUp'
>;

/**
 * Changes the tags, the priority, the snooze, the subject, the email recipients or the links of a conversation; a refusal
 * contains who was faster, and their change.
 */
export function useChangeLabels(
  conversation: Pick<Conversation, 'id'>,
): (change: LabelChange, done?: string, then?: () => void) => void {
  const client = useQueryClient();
  const me = useMe();
  const { offer } = useUndo();
  const { mutate } = useMutation({
    // Requests run one at a time, in order.
    scope: { id: `conversation ${conversation.id}` },
    mutationFn: ({ body }: { body: LabelChange; done: string | undefined }) =>
      call(updateConversation, { params: { id: conversation.id }, body }),
    onSuccess: ({ activityNo, ...changed }, { done }) => {
      rememberConversation(client, changed, me.id);
      if (done) toast({ title: done, ...offer(changed, activityNo) });
    },
    onError: (error) =>
      toast({ title: common('updateFailed'), description: conflictWords(error), variant: 'destructive' }),
  });
  return (body, done, then) => mutate({ body, done }, { onSuccess: () => then?.() });
}
