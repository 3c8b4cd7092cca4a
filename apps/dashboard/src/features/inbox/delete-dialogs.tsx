import type { Conversation } from '@parley/contracts/entities';
import { deleteAllConversations, deleteConversation } from '@parley/contracts/routes/conversations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPatiently } from '../../api/call.ts';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { forgetAllConversations, forgetConversation } from '../../live/conversation-cache.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { customerLabel } from '../../ui/person.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** The key of deletions that this browser asked for and waits for. */
export const deletion = ['delete conversations'];

interface DeleteDialogProps {
  /** The one to delete; null while nothing is asked. */
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
      toast({ title: 'Conversation deleted' });
    },
    onError: (error) =>
      toast({
        title: 'Failed to delete conversation. Please try again.',
        // Whoever has deleted too many has to know when.
        ...(error instanceof CallError && error.status === 429 && { description: wordsOf(error) }),
        variant: 'destructive',
      }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={conversation !== null}
      title="Delete Conversation"
      confirmLabel="Delete"
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => conversation && remove.mutate(conversation.id)}
    >
      The conversation with <bdi>{conversation && customerLabel(conversation)}</bdi> and all its messages will be
      deleted. This cannot be undone.
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
        title: 'All conversations deleted',
        description: `Successfully deleted ${deletedConversations} conversation(s) and ${deletedMessages} message(s).`,
      });
    },
    onError: () => toast({ title: 'Failed to delete all conversations. Please try again.', variant: 'destructive' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      title="Delete All Conversations"
      confirmLabel="Delete all"
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      Every conversation of every website and all their messages will be deleted. This cannot be undone.
    </ConfirmDialog>
  );
}
