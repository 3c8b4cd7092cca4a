import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { common } from '../i18n/en/common.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toastFailure } from './toast/failure.ts';

interface DeleteDialogProps {
  title: string;
  /** “Delete” by default. */
  confirmLabel?: string;
  /** Id of the item to confirm; null if none. */
  id: string | null;
  remove: (id: string) => Promise<unknown>;
  onDeleted: () => void;
  onClose: () => void;
  /** Names what is deleted together with it. */
  children: ReactNode;
}

/** Asks whether an item is to be deleted, deletes it, and shows why it could not be. */
export function DeleteDialog({
  title,
  confirmLabel = common('delete'),
  id,
  remove,
  onDeleted,
  onClose,
  children,
}: DeleteDialogProps) {
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: onDeleted,
    onError: (error) => toastFailure(error, common('deleteFailed')),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={id !== null}
      title={title}
      confirmLabel={confirmLabel}
      pending={removal.isPending}
      onClose={onClose}
      onConfirm={() => id !== null && removal.mutate(id)}
    >
      {children}
    </ConfirmDialog>
  );
}
