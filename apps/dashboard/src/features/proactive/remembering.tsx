import { Box, Stack } from '@chakra-ui/react';
import type { Website } from '@parley/contracts/entities';
import { holdOut } from '@parley/contracts/proactive/limits';
import { listWebsites, updateWebsite } from '@parley/contracts/routes/websites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Sets which websites remember visits, and how many of their visitors are held out. */
export function Remembering() {
  const websites = useRead(listWebsites, {}).data ?? [];
  if (websites.length === 0) return null;
  return (
    <Panel title={proactiveWords('remembering')} description={proactiveWords('rememberHint')}>
      <Stack gap="4">
        {websites.map((website) => (
          <OfWebsite key={website.id} website={website} />
        ))}
      </Stack>
    </Panel>
  );
}

function OfWebsite({ website: { id, name, proactive } }: { website: Website }) {
  const client = useQueryClient();
  const [percent, setPercent] = useState(String(proactive.holdOutPercent));
  const change = useMutation({
    mutationFn: (changed: Partial<Website['proactive']>) =>
      call(updateWebsite, {
        params: { id },
        body: { proactive: { ...proactive, ...changed }, expected: { proactive } },
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(listWebsites) }),
    onError: (error) => toastFailure(error),
  });
  const number = Number(percent);
  const isPercent = percent !== '' && Number.isInteger(number) && number >= 0 && number <= holdOut.max;
  return (
    <Box>
      <SwitchField
        label={proactiveWords('remember', { website: name })}
        checked={proactive.remembers}
        disabled={change.isPending}
        onChange={(remembers) => change.mutate({ remembers })}
      />
      {proactive.remembers && (
        <Box mt="2" maxW="16rem">
          <TextField
            label={proactiveWords('holdOut')}
            hint={proactiveWords('holdOutHint')}
            type="number"
            min={0}
            max={holdOut.max}
            value={percent}
            onChange={({ currentTarget }) => setPercent(currentTarget.value)}
            onBlur={() => {
              if (!isPercent) setPercent(String(proactive.holdOutPercent));
              else if (number !== proactive.holdOutPercent) change.mutate({ holdOutPercent: number });
            }}
          />
        </Box>
      )}
    </Box>
  );
}
