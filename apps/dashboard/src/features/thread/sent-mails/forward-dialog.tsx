import { Dialog, Stack } from '@chakra-ui/react';
import { forwardMessages } from '@parley/contracts/routes/mail';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast/toasts.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';

interface Props {
  conversationId: string;
  /** Messages to forward; the whole conversation without it. */
  range?: { fromSeq: number; toSeq: number };
  title?: string;
  onClose: () => void;
}

/** Forwards messages of a conversation with their files by mail. */
export default function ForwardDialog({ conversationId, range, title, onClose }: Props) {
  const [to, setTo] = useState('');
  const [comment, setComment] = useState('');
  // However often it is pressed, one mail goes to one address.
  const [requests] = useState(() => new Map<string, string>());
  const forwarding = useMutation({
    mutationFn: (address: string) => {
      const clientRequestId = requests.get(address) ?? crypto.randomUUID();
      requests.set(address, clientRequestId);
      const body = { to: address, clientRequestId, ...range, ...(comment.trim() !== '' && { comment }) };
      return call(forwardMessages, { params: { id: conversationId }, body });
    },
    onSuccess: (_answer, address) => {
      toast({ title: emails('forwarded'), description: address });
      onClose();
    },
    onError: (error) => toastFailure(error, emails('notForwarded')),
  });
  return (
    <FormDialog
      title={title ?? emails('forwardTitle')}
      size="sm"
      submitLabel={emails('forward')}
      isPaused={forwarding.isPending || to.trim() === ''}
      onSubmit={() => forwarding.mutate(to.trim())}
      onClose={onClose}
    >
      <Stack gap="4">
        <Dialog.Description textStyle="sm" color="fg.muted">
          {range ? emails('forwardSomeHint') : emails('forwardHint')}
        </Dialog.Description>
        <TextField
          label={emails('to')}
          type="email"
          required
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <TextArea
          label={emails('comment')}
          hint={emails('commentHint')}
          rows={3}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Stack>
    </FormDialog>
  );
}
