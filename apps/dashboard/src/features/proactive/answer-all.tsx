import { Box } from '@chakra-ui/react';
import type { Tag } from '@parley/contracts/conversations/tags';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { startBatch } from '@parley/contracts/routes/bulk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { showBatch } from '../../live/shown-batch.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Sends one answer into every open conversation with a tag. */
export function AnswerAll({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const [content, setContent] = useState('');
  const send = useMutation({
    mutationFn: () =>
      call(startBatch, {
        body: {
          commands: [{ type: 'reply', content: content.trim() }],
          filter: {
            all: [
              { field: 'tag', op: 'has', value: tag.id },
              { field: 'status', op: 'in', value: ['active', 'waiting'] },
            ],
          },
        },
      }),
    onSuccess(batch) {
      showBatch(batch.id);
      toast({ title: proactiveWords('sentToAll', { count: batch.total }) });
      onClose();
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <FormDialog
      title={proactiveWords('answerAllTitle', { tag: tag.name })}
      submitLabel={proactiveWords('sendToAll')}
      isPaused={send.isPending || content.trim() === ''}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <TextArea
        label={proactiveWords('text')}
        rows={5}
        maxLength={messageMaxLength}
        value={content}
        onChange={({ currentTarget }) => setContent(currentTarget.value)}
      />
      <Box color="fg.muted" fontSize="sm" mt="2">
        {proactiveWords('answerAllHint')}
      </Box>
    </FormDialog>
  );
}
