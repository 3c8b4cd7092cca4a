import { Button, Dialog, Stack } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { getTranscript, mailTranscript, type TranscriptFormat } from '@parley/contracts/routes/transcripts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call, send } from '../../api/call.ts';
import { timeZoneShown } from '../../i18n/time-format.ts';
import { transcripts } from '../../i18n/en/transcripts.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { dateStamp } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { saveAs } from '../../ui/save-as.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Mails a conversation's transcript, or saves it as a file. */
export default function TranscriptDialog({
  conversation: { id, customerEmail },
  onClose,
}: {
  conversation: Pick<Conversation, 'id' | 'customerEmail'>;
  onClose: () => void;
}) {
  const [to, setTo] = useState(customerEmail ?? '');
  // However often it is pressed, one mail goes to one address.
  const [requests] = useState(() => new Map<string, string>());
  const mailing = useMutation({
    mutationFn: (address: string) => {
      const clientRequestId = requests.get(address) ?? crypto.randomUUID();
      requests.set(address, clientRequestId);
      return call(mailTranscript, { params: { id }, body: { to: address, clientRequestId } });
    },
    onSuccess: (answer) => {
      toast({ title: transcripts('onItsWay'), description: answer.to });
      onClose();
    },
    onError: (error) => toastFailure(error, transcripts('notSent')),
  });
  const downloading = useMutation({
    mutationFn: async (format: TranscriptFormat) => {
      const query = { format, timeZone: timeZoneShown() };
      const response = await send(getTranscript, { params: { id }, query });
      saveAs(await response.blob(), `conversation-${dateStamp(new Date())}.${format === 'html' ? 'html' : 'txt'}`);
    },
    onError: (error) => toastFailure(error, transcripts('notDownloaded')),
  });
  return (
    <FormDialog
      title={transcripts('title')}
      size="sm"
      submitLabel={transcripts('send')}
      isPaused={mailing.isPending || to.trim() === ''}
      onSubmit={() => mailing.mutate(to.trim())}
      onClose={onClose}
    >
      <Stack gap="4">
        <Dialog.Description textStyle="sm" color="fg.muted">
          {transcripts('hint')}
        </Dialog.Description>
        <TextField
          label={transcripts('to')}
          type="email"
          required
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Stack direction="row" gap="2" flexWrap="wrap">
          {(['text', 'html'] as const).map((format) => (
            <Button
              key={format}
              size="xs"
              variant="ghost"
              {...pausedWhile(downloading.isPending, () => downloading.mutate(format))}
            >
              <Download size={14} aria-hidden />
              {transcripts(format === 'text' ? 'asText' : 'asPage')}
            </Button>
          ))}
        </Stack>
      </Stack>
    </FormDialog>
  );
}
