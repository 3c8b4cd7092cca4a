import type { Message } from '@parley/contracts/entities';
import { removeMessage } from '@parley/contracts/routes/conversations';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { common } from '../../../i18n/en/common.ts';
import { revisions } from '../../../i18n/en/revisions.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toastFailure } from '../../../ui/toast/failure.ts';

/** Asks whether a sent message is to be removed. */
export default function RemoveDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { conversationId, seq } = message;
  const removing = useMutation({
    mutationFn: () => call(removeMessage, { params: { id: conversationId, seq } }),
    onSuccess: onClose,
    onError: (error) => toastFailure(error, revisions('notRemoved')),
  });
  return (
    <ConfirmDialog
      open
      title={revisions('removeTitle')}
      confirmLabel={common('remove')}
      pending={removing.isPending}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      {revisions('removeHint')}
    </ConfirmDialog>
  );
}
