import { Box, Grid, Skeleton, Stack } from '@chakra-ui/react';
import { rehearsalLimits } from '@parley/contracts/assistant/limits';
import type { AssistantChange } from '@parley/contracts/assistant/rehearsals';
import { estimateRehearsal, listRehearsals, startRehearsal } from '@parley/contracts/routes/rehearsals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { inDollars, numberOf } from './money.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

interface RehearseDialogProps {
  change: AssistantChange;
  onClose: () => void;
}

const usualConversations = 200;
/** An answer with an unsupported sentence is requested twice: the estimate is multiplied by this. */
const margin = 1.25;

/** Shows what a rehearsal would need, sets its limits, and starts it. */
export default function RehearseDialog({ change, onClose }: RehearseDialogProps) {
  const [conversations, setConversations] = useState(String(usualConversations));
  const [replies, setReplies] = useState<string | null>(null);
  const [tokens, setTokens] = useState('');
  const [costUsd, setCostUsd] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  const wanted = Math.min(rehearsalLimits.conversations, Math.max(1, Math.round(numberOf(conversations) ?? 1)));
  const estimate = useQuery({
    queryKey: [...keyOf(estimateRehearsal), change, wanted],
    queryFn: ({ signal }) => call(estimateRehearsal, { body: { change, conversations: wanted } }, signal),
  });
  const granted = Math.max(2, Math.ceil((estimate.data?.replies ?? 0) * margin));
  const start = useMutation({
    mutationFn: () =>
      call(startRehearsal, {
        body: {
          change,
          conversations: wanted,
          budget: {
            replies: Math.max(1, Math.round(numberOf(replies ?? '') ?? granted)),
            tokens: numberOf(tokens),
            costUsd: numberOf(costUsd),
          },
        },
      }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: keyOf(listRehearsals) });
      toast({ title: words('started') });
      onClose();
      void navigate(`/knowledge?tab=rehearsals&rehearsal=${id}`, { state: { keepsEdits: true } });
    },
    onError: (error) => toastFailure(error),
  });
  const isEmpty = estimate.data?.questions === 0;
  return (
    <FormDialog
      title={words('rehearse')}
      submitLabel={words('start')}
      isPaused={!estimate.data || isEmpty || start.isPending}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        <Box color="fg.muted" fontSize="sm">
          {words('dialogAbout')}
        </Box>
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
          <TextField
            label={words('conversations')}
            inputMode="numeric"
            value={conversations}
            onChange={(event) => setConversations(event.target.value)}
          />
          <TextField
            label={words('maxReplies')}
            inputMode="numeric"
            value={replies ?? (estimate.data ? String(granted) : '')}
            onChange={(event) => setReplies(event.target.value)}
          />
          <TextField
            label={words('maxTokens')}
            hint={words('noLimit')}
            inputMode="numeric"
            value={tokens}
            onChange={(event) => setTokens(event.target.value)}
          />
          <TextField
            label={words('maxCost')}
            hint={words('noLimit')}
            inputMode="decimal"
            value={costUsd}
            onChange={(event) => setCostUsd(event.target.value)}
          />
        </Grid>
        {estimate.isError && <FailedState compact error={estimate.error} retry={() => void estimate.refetch()} />}
        {estimate.isPending && <Skeleton height="2.5rem" />}
        {estimate.data && (
          <Box role="status" fontSize="sm" bg="bg.muted" borderRadius="md" px="3" py="2" data-numbers>
            {isEmpty
              ? words('nothingPast')
              : words(estimate.data.isPriceKnown ? 'estimate' : 'estimateNoPrice', {
                  ...estimate.data,
                  cost: inDollars(estimate.data.costUsd),
                })}
          </Box>
        )}
      </Stack>
    </FormDialog>
  );
}
