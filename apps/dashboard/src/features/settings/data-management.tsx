import { Box, Button, Stack } from '@chakra-ui/react';
import { exportConversations, triggerSync } from '@parley/contracts/routes/data';
import { retentions, type Settings } from '@parley/contracts/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callPatiently, send } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useCommands } from '../../commands/commands.ts';
import { adminsOnly, useMay } from '../../forms/permissions.ts';
import { useChangeSettings } from '../../forms/settings.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { progressKey } from '../../live/patch-cache.ts';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { dateStamp } from '../../ui/times.ts';
import { saveAs } from '../../ui/save-as.ts';
import { Privacy } from './privacy.tsx';

const retentionName = (retention: (typeof retentions)[number]): string =>
  ({
    '30d': settingsWords('days', { count: 30 }),
    '90d': settingsWords('days', { count: 90 }),
    '1y': settingsWords('years', { count: 1 }),
    never: settingsWords('never'),
  })[retention];

function Act({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) {
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
      <Box flex="1 1 16rem" minW="0">
        <Box fontWeight="500" fontSize="sm">
          {label}
        </Box>
        <Box color="fg.muted" fontSize="sm">
          {hint}
        </Box>
      </Box>
      {children}
    </Box>
  );
}

export function DataManagement({ data }: { data: Settings['dataConfig'] }) {
  const mayErase = useMay('privacy.manage');
  const change = useChangeSettings();
  const mayRetain = useMay('settings.retention');
  return (
    <Stack gap="4">
      <Panel title={settingsWords('data')}>
        <Stack gap="5">
          <Export />
          <Sync />
          <Act
            label={settingsWords('retention')}
            hint={[settingsWords('retentionHint'), ...(mayRetain ? [] : [adminsOnly()])].join(' ')}
          >
            <Box width="7.5rem">
              <Select
                aria-label={settingsWords('retention')}
                value={data.retention}
                options={retentions.map((value) => ({ value, label: retentionName(value) }))}
                disabled={change.isPending || !mayRetain}
                onChange={(retention) => change.mutate({ dataConfig: { retention } })}
              />
            </Box>
          </Act>
          <Act label={settingsWords('importData')} hint={settingsWords('importDataHint')}>
            <Button variant="outline" disabled>
              {settingsWords('importData')}
            </Button>
          </Act>
          <Act label={settingsWords('deleteAll')} hint={settingsWords('deleteAllHint')}>
            <Button variant="outline" colorPalette="red" disabled>
              {settingsWords('deleteAll')}
            </Button>
          </Act>
        </Stack>
      </Panel>
      {mayErase && <Privacy />}
    </Stack>
  );
}

function Export() {
  const may = useMay('conversations.export');
  const run = useMutation({
    mutationFn: async (files: boolean) => {
      const response = await send(exportConversations, files ? { query: { files } } : {});
      saveAs(await response.blob(), `conversations-${dateStamp(new Date())}.${files ? 'zip' : 'json'}`);
    },
    onSuccess: () => toast({ title: settingsWords('exported'), description: settingsWords('inDownloads') }),
    onError: () =>
      toast({
        title: settingsWords('exportFailed'),
        description: settingsWords('exportFailedHint'),
        variant: 'destructive',
      }),
  });
  const start = (files: boolean) => {
    if (!run.isPending) run.mutate(files);
  };
  useCommands(
    may
      ? [{ id: 'export', label: settingsWords('export'), group: 'General', keys: 'x e', run: () => start(false) }]
      : [],
  );
  const button = (files: boolean, label: string) => (
    <Button variant="outline" disabled={!may} {...pausedWhile(run.isPending, () => start(files))}>
      {run.isPending && run.variables === files ? settingsWords('exporting') : label}
    </Button>
  );
  return (
    <Act
      label={settingsWords('export')}
      hint={[settingsWords('exportHint'), ...(may ? [] : [settingsWords('exportAdminsOnly')])].join(' ')}
    >
      {button(false, settingsWords('exportData'))}
      {button(true, settingsWords('exportWithFiles'))}
    </Act>
  );
}

interface Progress {
  done: number;
  total: number | null;
}

function Sync() {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => callPatiently(triggerSync, {}),
    // The figures of the run before are not this one's.
    onMutate: () => client.resetQueries({ queryKey: progressKey('sync') }),
    onSuccess: ({ stats }) =>
      toast({
        title: settingsWords('synced'),
        description: settingsWords('syncedHint', stats),
      }),
    onError: (error) =>
      toast({ title: settingsWords('syncFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  const start = () => {
    if (!run.isPending) run.mutate();
  };
  useCommands([{ id: 'sync', label: settingsWords('sync'), group: 'General', keys: 'x s', run: start }]);
  // Written by the live channel; never fetched.
  const { data: progress } = useQuery<Progress>({ queryKey: progressKey('sync'), enabled: false });
  const words =
    run.isPending && progress
      ? progress.total
        ? settingsWords('copiedOf', { count: progress.done, total: progress.total })
        : settingsWords('copied', { count: progress.done })
      : settingsWords('syncHint');
  return (
    <Act label={settingsWords('sync')} hint={<output>{words}</output>}>
      <Button variant="outline" {...pausedWhile(run.isPending, start)}>
        {run.isPending ? settingsWords('syncing') : settingsWords('sync')}
      </Button>
    </Act>
  );
}
