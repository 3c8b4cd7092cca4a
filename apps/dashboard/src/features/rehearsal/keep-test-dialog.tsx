import { Box, Stack } from '@chakra-ui/react';
import type { RehearsalRow } from '@parley/contracts/assistant/rehearsals';
import { addRehearsalTest, listRehearsalTests } from '@parley/contracts/routes/rehearsals';
import { rehearsalLimits } from '@parley/contracts/assistant/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { SwitchField, TextArea } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().slice(0, 200))
    .filter((line) => line !== '')
    .slice(0, rehearsalLimits.words);

/** Adds conditions for the answer from now on: by default as it is published. */
export default function KeepTestDialog({ row, onClose }: { row: RehearsalRow; onClose: () => void }) {
  const [handsOff, setHandsOff] = useState(row.published?.kind === 'hand_off');
  const [mustContain, setMustContain] = useState('');
  const [mustNotContain, setMustNotContain] = useState('');
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () =>
      call(addRehearsalTest, {
        body: {
          rowId: row.id,
          expectation: handsOff
            ? { handsOff, mustContain: [], mustNotContain: [] }
            : { handsOff, mustContain: linesOf(mustContain), mustNotContain: linesOf(mustNotContain) },
        },
      }),
    onSuccess: () => {
      toast({ title: words('kept') });
      void client.invalidateQueries({ queryKey: keyOf(listRehearsalTests) });
      onClose();
    },
    onError: (error) => toastFailure(error),
  });
  const isEmpty = !handsOff && linesOf(mustContain).length === 0 && linesOf(mustNotContain).length === 0;
  return (
    <FormDialog
      title={words('keepTest')}
      submitLabel={words('keepTest')}
      isPaused={isEmpty || keep.isPending}
      onSubmit={() => keep.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        <Box color="fg.muted" fontSize="sm">
          {words('keepTestAbout')}
        </Box>
        <Box dir="auto" fontWeight="500" overflowWrap="anywhere">
          {row.question}
        </Box>
        <SwitchField label={words('mustHandOff')} checked={handsOff} onChange={setHandsOff} />
        {!handsOff && (
          <>
            <TextArea
              label={words('mustContain')}
              hint={words('onePerLine')}
              rows={3}
              value={mustContain}
              onChange={(event) => setMustContain(event.target.value)}
            />
            <TextArea
              label={words('mustNotContain')}
              rows={3}
              value={mustNotContain}
              onChange={(event) => setMustNotContain(event.target.value)}
            />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
