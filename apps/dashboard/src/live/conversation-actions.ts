/** Actions on a conversation: shown when the server has answered, since only one of two users wins. */
import type { Outbox } from '@parley/client/outbox';
import type { ChangedConversation, Conversation } from '@parley/contracts/entities';
import { takeOver, updateConversation } from '@parley/contracts/routes/conversations';
import { markUnread } from '@parley/contracts/routes/reads';
import { getSettings } from '@parley/contracts/routes/settings';
import type { Body } from '@parley/contracts/route';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';
import { filledInIfAsked } from '../api/fill-in.ts';
import { read } from '../api/read.ts';
import { useMe } from '../auth/auth.tsx';
import { cachedConversation, rememberConversation } from './conversation-cache.ts';
import { useLive } from './live.tsx';
import { conflictWords } from './refused-words.ts';
import { sentBefore } from './sent-before.ts';
import { refreshStatistics } from './statistics.ts';
import { openNextAfter } from './open-next.ts';
import { useUndo } from './undo.ts';
import { toast } from '../ui/toast/toasts.ts';
import { common } from '../i18n/en/common.ts';
import { live } from '../i18n/en/live.ts';
import { ownership } from '../i18n/en/ownership.ts';

/** Outcome that a toast shows. */
type Outcome = 'closed' | 'reopened' | 'returnedToAssistant' | 'unassigned' | { team: string | null };

function outcomeText(outcome: Outcome): string {
  if (typeof outcome === 'string') return live(outcome);
  return outcome.team === null ? ownership('leftTeam') : live('assignedTo', { name: outcome.team });
}

type Change = Omit<Body<typeof updateConversation>, 'expectedRepresentativeId'>;

/** Manual mode: not AI-assisted, and assigned to the current user (docs/product.md#statuses-and-modes). */
export const isManual = (conversation: Conversation, me: string): boolean =>
  !conversation.isAiAssisted && conversation.assignedRepresentativeId === me;

/** Whether the conversation is the assistant's or unassigned. */
export const isAssisted = (conversation: Conversation): boolean =>
  conversation.isAiAssisted || conversation.assignedRepresentativeId === null;

/** Take Over is offered while the conversation is the assistant's or unassigned. */
export const canTakeOver = (conversation: Conversation, me: string): boolean =>
  conversation.status !== 'closed' && !isManual(conversation, me) && isAssisted(conversation);

/** Sends a change together with the expected assignee, so that it does not overrule a user who was faster. */
async function update(client: QueryClient, outbox: Outbox, conversation: Conversation, body: Change) {
  const { id } = conversation;
  if (body.status === 'closed') await sentBefore(outbox, id);
  const { assignedRepresentativeId } = cachedConversation(client, id) ?? conversation;
  return filledInIfAsked(id, () =>
    call(updateConversation, {
      params: { id },
      body: { ...body, expectedRepresentativeId: assignedRepresentativeId },
    }),
  );
}

/** Stores an answer for every screen that shows the conversation. */
function remember(client: QueryClient, changed: Conversation, me: string): void {
  rememberConversation(client, changed, me);
  // The event that follows changes nothing any more.
  refreshStatistics(client);
}

const showFailure = (error: Error): void =>
  toast({ title: common('updateFailed'), description: conflictWords(error), variant: 'destructive' });

const closing = { body: { status: 'closed' }, outcome: 'closed' } as const;
const reopening = { body: { status: 'active' }, outcome: 'reopened' } as const;
const returningToAssistant = { body: { isAiAssisted: true }, outcome: 'returnedToAssistant' } as const;
const unassigning = { body: { assignedRepresentativeId: null }, outcome: 'unassigned' } as const;

/** Closes and reopens any of a list. */
export function useSetClosed(): (conversation: Conversation, isClosed: boolean) => void {
  const client = useQueryClient();
  const { outbox } = useLive();
  const me = useMe();
  const { offer } = useUndo();
  const { mutate } = useMutation({
    mutationFn: ({ conversation, body }: { conversation: Conversation; body: Change; outcome: Outcome }) =>
      update(client, outbox, conversation, body),
    onSuccess: (changed, { outcome }) => {
      remember(client, changed, me.id);
      toast({ title: outcomeText(outcome), ...offer(changed, changed.activityNo) });
    },
    onError: showFailure,
  });
  return (conversation, isClosed) => mutate({ conversation, ...(isClosed ? closing : reopening) });
}

/** New assignee, and the note for them. */
interface Assignment {
  id: string;
  name: string;
  note?: { content: string };
  done?: () => void;
}

/** Marks conversations as unread for the user, on all their devices. */
export function useMarkUnread(): (conversationIds: readonly string[]) => void {
  const { mutate } = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await call(markUnread, { params: { id } });
    },
    onSuccess: () => toast({ title: ownership('markedUnread') }),
    onError: showFailure,
  });
  return mutate;
}

export function useConversationActions(conversation: Conversation) {
  const client = useQueryClient();
  const { outbox } = useLive();
  const me = useMe();
  const { offer } = useUndo();
  const params = { id: conversation.id };
  /** Keys are quicker than answers: each change waits for the one before, and uses its result. */
  const scope = { id: `conversation ${conversation.id}` };
  const rememberIt = (changed: ChangedConversation) => remember(client, changed, me.id);

  const assign = useMutation({
    scope,
    mutationFn: ({ id, note }: Assignment) =>
      update(client, outbox, conversation, { assignedRepresentativeId: id, ...(note && { note }) }),
    onSuccess: (changed, { name, done }) => {
      rememberIt(changed);
      done?.();
      toast({ title: live('assignedTo', { name }), ...offer(changed, changed.activityNo) });
    },
    onError: (error) => {
      const somebodyWasFaster = error instanceof CallError && (error.code === 'already_taken' || !!error.inTheWay);
      toast({
        title: live('notAssigned'),
        ...(somebodyWasFaster && { description: conflictWords(error) }),
        variant: 'destructive',
      });
    },
  });
  const take = useMutation({
    scope,
    mutationFn: () => call(takeOver, { params, body: { representativeId: me.id } }),
    onSuccess: rememberIt,
    onError: showFailure,
  });
  const toastDone = (changed: ChangedConversation, outcome: Outcome) => {
    rememberIt(changed);
    toast({ title: outcomeText(outcome), ...offer(changed, changed.activityNo) });
  };
  const change = useMutation({
    scope,
    mutationFn: ({ body }: { body: Change; outcome: Outcome }) => update(client, outbox, conversation, body),
    onSuccess: (changed, { outcome }) => toastDone(changed, outcome),
    onError: showFailure,
  });
  const giveUp = useMutation({
    scope,
    mutationFn: async () => {
      // A key may come before the settings, which it depends on.
      const { aiConfig } = await client.ensureQueryData(read(getSettings, {}));
      const { body, outcome } = aiConfig.enabled ? returningToAssistant : unassigning;
      return { changed: await update(client, outbox, conversation, body), outcome };
    },
    onSuccess: ({ changed, outcome }) => toastDone(changed, outcome),
    onError: showFailure,
  });
  return {
    assign: (assignment: Assignment) =>
      assign.mutate(assignment, { onSuccess: () => assignment.id !== me.id && openNextAfter(conversation.id) }),
    takeOver: () => take.mutate(),
    /** Assigns it to the assistant, or to nobody if that is switched off. */
    giveUp: () => giveUp.mutate(),
    /** Assigns it to a team, or to none. */
    assignTeam: (team: { id: string; name: string } | null) =>
      change.mutate({
        body: { teamId: team?.id ?? null },
        outcome: { team: team ? ownership('teamNamed', team) : null },
      }),
    unassign: () => change.mutate(unassigning),
    close: () => change.mutate(closing, { onSuccess: () => openNextAfter(conversation.id) }),
    reopen: () => change.mutate(reopening),
    isPending: assign.isPending || take.isPending || change.isPending || giveUp.isPending,
  };
}
