import type { Message } from '@parley/contracts/entities';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { editMessage } from '@parley/contracts/routes/conversations';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { revisions } from '../../../i18n/en/revisions.ts';
import { EditField } from '../../../ui/edit-field.tsx';
import { toastFailure } from '../../../ui/toast/failure.ts';
import { revised } from './revised.ts';
import styles from '../../../domain/revisions/revisions.module.css';

/** The text of a sent message, to be changed. */
export default function MessageEdit({ message, onClose }: { message: Message; onClose: () => void }) {
  const { conversationId, seq, markdown, content, editNo = 0 } = message;
  const [text, setText] = useState(markdown ?? content);
  // State at the beginning of the edit: a later change by another user is not overwritten.
  const [expectedEditNo] = useState(editNo);
  const saving = useMutation({
    mutationFn: (changed: string) =>
      call(editMessage, {
        params: { id: conversationId, seq },
        body: { ...revised(changed, markdown), expectedEditNo },
      }),
    onSuccess: onClose,
    onError: (error) => toastFailure(error, revisions('notSaved')),
  });
  const isTooLong = revised(text.trim(), markdown).content.length > messageMaxLength;
  const save = () => {
    const changed = text.trim();
    if (changed === (markdown ?? content)) onClose();
    else if (changed && !isTooLong && !saving.isPending) saving.mutate(changed);
  };
  return (
    <>
      <EditField
        label={revisions('edit')}
        value={text}
        isInvalid={isTooLong}
        onChange={setText}
        onSave={save}
        onLeave={onClose}
      />
      <p className={styles.hint}>{revisions('editHint')}</p>
    </>
  );
}
