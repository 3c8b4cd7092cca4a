import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './notes.module.css';
import { common } from '../../i18n/en/common.ts';
import { notes } from '../../i18n/en/notes.ts';

interface NoteActionsProps {
  onEdit: () => void;
  /** Removes it on the server. */
  remove: () => Promise<unknown>;
}

/** Actions of a note's author, on a conversation or about a contact: edit it, or remove it after a confirmation. */
export function NoteActions({ onEdit, remove }: NoteActionsProps) {
  const [asks, setAsks] = useState(false);
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => setAsks(false),
    onError: (error) => toastFailure(error, notes('notRemoved')),
  });
  return (
    <span className={styles.actions}>
      <button type="button" aria-label={notes('editNote')} title={common('edit')} onClick={onEdit}>
        <Pencil size={13} aria-hidden />
      </button>
      <button type="button" aria-label={notes('removeNote')} title={common('remove')} onClick={() => setAsks(true)}>
        <Trash2 size={13} aria-hidden />
      </button>
      <ConfirmDialog
        open={asks}
        title={notes('removeTitle')}
        confirmLabel={common('remove')}
        pending={removing.isPending}
        onConfirm={() => removing.mutate()}
        onClose={() => setAsks(false)}
      >
        {notes('removeHint')}
      </ConfirmDialog>
    </span>
  );
}
