import type { Conversation } from '@parley/contracts/entities';
import { deleteAllConversations, deleteConversation } from '@parley/contracts/routes/conversations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPatiently } from '../../api/call.ts';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { forgetAllConversations, forgetConversation } from '../../live/conversation-cache.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { customerLabel } from '../../ui/person.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { common } from '../../i18n/en/common.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { deletion } from './deletion.ts';

interface DeleteDialogProps {
  /** Conversation to delete; null if none. */
  conversation: Conversation | null;
  onClose: () => void;
  onDeleted: (id: string) => void;
}

export function DeleteDialog({ conversation, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationKey: deletion,
    mutationFn: (id: string) => call(deleteConversation, { params: { id } }),
    onSuccess: (_, id) => {
      forgetConversation(client, id);
      onDeleted(id);
      toast({ title: inbox('deleted') });
    },
    onError: (error) =>
      toast({
        title: inbox('notDeleted'),
        // After too many deletions, the message contains when the next one is possible.
        ...(error instanceof CallError && error.status === 429 && { description: wordsOf(error) }),
        variant: 'destructive',
      }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={conversation !== null}
      title={inbox('deleteTitle')}
      confirmLabel={common('delete')}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => conversation && remove.mutate(conversation.id)}
    >
      {inbox.rich('deleteWarning', { customer: <bdi>{conversation && customerLabel(conversation)}</bdi> })}
    </ConfirmDialog>
  );
}

export function DeleteAllDialog({
  open,
  onClose,
  onDeleted,
}: {
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationKey: deletion,
    mutationFn: () => callPatiently(deleteAllConversations, {}),
    onSuccess: ({ deletedConversations, deletedMessages }) => {
      forgetAllConversations(client);
      onDeleted();
      toast({
        title: inbox('allDeleted'),
        description: inbox('allDeletedCount', {
          conversations: deletedConversations,
          messages: deletedMessages,
        }),
      });
    },
    onError: () => toast({ title: inbox('allNotDeleted'), variant: 'destructive' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      title={inbox('deleteAllTitle')}
      confirmLabel={inbox('deleteAllConfirm')}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {inbox('deleteAllWarning')}
    </ConfirmDialog>
  );
}
