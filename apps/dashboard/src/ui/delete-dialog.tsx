import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordsOf } from '../api/call-error.ts';
import { common } from '../i18n/en/common.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toast } from './toast/toasts.ts';

interface DeleteDialogProps {
  title: string;
  /** “Delete” unless told. */
  confirmLabel?: string;
  /** Whose deleting is asked about; null for nobody's. */
  id: string | null;
  remove: (id: string) => Promise<unknown>;
  onDeleted: () => void;
  onClose: () => void;
  /** What goes with it. */
  children: ReactNode;
}

/** Asks whether something is to be deleted, deletes it, and says why it could not be. */
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
    onError: (error) => toast({ title: common('deleteFailed'), description: wordsOf(error), variant: 'destructive' }),
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
