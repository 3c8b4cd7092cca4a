/** What can be done with a conversation: shown when the server has answered, since only one of two people wins. */
import type { Conversation } from '@parley/contracts/entities';
import { takeOver, updateConversation } from '@parley/contracts/routes/conversations';
import type { Body } from '@parley/contracts/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { cachedConversation, rememberConversation } from '../../live/conversation-cache.ts';
import { refreshFigures } from '../../live/figures.ts';
import { toast } from '../../ui/toast/toasts.ts';

type Change = Omit<Body<typeof updateConversation>, 'expectedRepresentativeId'>;

/** Manual mode: not AI-assisted, and assigned to the current user (docs/product.md#statuses-and-modes). */
export const isManual = (conversation: Conversation, me: string): boolean =>
  !conversation.isAiAssisted && conversation.assignedRepresentativeId === me;

/**
 * Whether the assistant, or nobody yet, has the conversation: the badge says AI Assisted (sections 2 and 4), and
 * Unassigned while the assistant is switched off.
 */
export const isAssisted = (conversation: Conversation): boolean =>
  conversation.isAiAssisted || conversation.assignedRepresentativeId === null;

/** Take Over is offered while the assistant, or nobody, has the conversation. */
export const canTakeOver = (conversation: Conversation, me: string): boolean =>
  conversation.status !== 'closed' && !isManual(conversation, me) && isAssisted(conversation);

export function useConversationActions(conversation: Conversation) {
  const client = useQueryClient();
  const me = useMe();
  const params = { id: conversation.id };
  /** Keys are quicker than answers: what is asked for waits for what was asked before, and knows how that ended. */
  const scope = { id: `conversation ${conversation.id}` };
  const remember = (changed: Conversation) => {
    rememberConversation(client, changed, me.id);
    // The event that follows is no news any more.
    refreshFigures(client);
  };
  const update = (body: Change) => {
    const { assignedRepresentativeId } = cachedConversation(client, conversation.id) ?? conversation;
    return call(updateConversation, { params, body: { ...body, expectedRepresentativeId: assignedRepresentativeId } });
  };

  const assign = useMutation({
    scope,
    mutationFn: ({ id }: { id: string; name: string }) => update({ assignedRepresentativeId: id }),
    onSuccess: (changed, { name }) => {
      remember(changed);
      toast({ title: `Conversation assigned to ${name}` });
    },
    onError: (error) => {
      const somebodyWasFaster = error instanceof CallError && error.code === 'already_taken';
      toast({
        title: 'Failed to assign conversation. Please try again.',
        ...(somebodyWasFaster && { description: error.detail }),
        variant: 'destructive',
      });
    },
  });
  const take = useMutation({
    scope,
    mutationFn: () => call(takeOver, { params, body: { representativeId: me.id } }),
    onSuccess: remember,
    onError: (error) => toast({ title: 'Update failed', description: wordsOf(error), variant: 'destructive' }),
  });
  const change = useMutation({
    scope,
    mutationFn: ({ body }: { body: Change; said: string }) => update(body),
    onSuccess: (changed, { said }) => {
      remember(changed);
      toast({ title: said });
    },
    onError: (error) => toast({ title: 'Update failed', description: wordsOf(error), variant: 'destructive' }),
  });
  return {
    assign: (person: { id: string; name: string }) => assign.mutate(person),
    takeOver: () => take.mutate(),
    handBack: () => change.mutate({ body: { isAiAssisted: true }, said: 'Conversation handed back to AI' }),
    /** To nobody, where there is no assistant to hand it back to. */
    unassign: () => change.mutate({ body: { assignedRepresentativeId: null }, said: 'Conversation unassigned' }),
    close: () => change.mutate({ body: { status: 'closed' }, said: 'Conversation closed' }),
    reopen: () => change.mutate({ body: { status: 'active' }, said: 'Conversation reopened' }),
    isPending: assign.isPending || take.isPending || change.isPending,
  };
}
