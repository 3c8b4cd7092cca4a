import { newId } from '@parley/client/identifier';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { startWithLiveVisitor } from '@parley/contracts/routes/live-visitors';
import type { LiveVisitor } from '@parley/contracts/visitors/live-visitors';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { visitorWords as words } from '../../i18n/en/visitors.ts';
import { TextArea } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

interface WriteDialogProps {
  visitor: LiveVisitor;
  onClose: () => void;
}

/** Writes the first message to a visitor with a page open, and leads to the conversation. */
export function WriteDialog({ visitor: { id, websiteId }, onClose }: WriteDialogProps) {
  const navigate = useNavigate();
  const [content, setContent] = useState('');
  const [clientMessageId] = useState(newId);
  const start = useMutation({
    mutationFn: () =>
      call(startWithLiveVisitor, { params: { id }, body: { websiteId, content: content.trim(), clientMessageId } }),
    onSuccess: ({ conversationId }) => void navigate(`/conversations?selected=${conversationId}`),
    onError: (error) => toastFailure(error),
  });
  return (
    <FormDialog
      title={words('writeTo')}
      submitLabel={words('send')}
      isPaused={start.isPending || !content.trim()}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      <TextArea
        label={words('message')}
        hint={words('writeHint')}
        rows={4}
        maxLength={messageMaxLength}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
    </FormDialog>
  );
}
