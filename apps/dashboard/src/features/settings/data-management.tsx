import { Box, Button, Stack } from '@chakra-ui/react';
import { exportConversations, triggerSync } from '@parley/contracts/routes/data';
import { retentions, type Settings } from '@parley/contracts/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callPatiently, send } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { useCommands } from '../../commands/commands.ts';
import { adminsOnly, useMay } from '../../forms/permissions.ts';
import { useChangeSettings } from '../../forms/settings.ts';
import { progressKey } from '../../live/patch-cache.ts';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { dateStamp } from '../../ui/times.ts';
import { saveAs } from './save-as.ts';
import { AuditLog } from './audit-log.tsx';
import { Privacy } from './privacy.tsx';

const retentionLabels = { '30d': '30 days', '90d': '90 days', '1y': '1 year', never: 'Never' } as const;

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
  const me = useMe();
  const change = useChangeSettings();
  const mayRetain = useMay('retention');
  return (
    <Stack gap="4">
      <Panel title="Data Management">
        <Stack gap="5">
          <Export />
          <Sync />
          <Act
            label="Data retention"
            hint={`Closed conversations older than this are deleted.${mayRetain ? '' : ` ${adminsOnly()}`}`}
          >
            <Box width="7.5rem">
              <Select
                aria-label="Data retention"
                value={data.retention}
                options={retentions.map((value) => ({ value, label: retentionLabels[value] }))}
                disabled={change.isPending || !mayRetain}
                onChange={(retention) => change.mutate({ dataConfig: { retention } })}
              />
            </Box>
          </Act>
          <Act label="Import data" hint="From another chat platform.">
            <Button variant="outline" disabled>
              Import data
            </Button>
          </Act>
          <Act label="Delete all data" hint="Everything this installation stores.">
            <Button variant="outline" disabled>
              Delete all data
            </Button>
          </Act>
        </Stack>
      </Panel>
      {me.role === 'admin' && <Privacy />}
      {me.role === 'admin' && <AuditLog />}
    </Stack>
  );
}

function Export() {
  const may = useMay('export');
  const run = useMutation({
    mutationFn: async () => {
      const response = await send(exportConversations);
      saveAs(await response.blob(), `conversations-${dateStamp(new Date())}.json`);
    },
    onSuccess: () => toast({ title: 'Export successful', description: 'The file is in your downloads.' }),
    onError: () =>
      toast({
        title: 'Export failed',
        description: 'Failed to export data. Please try again.',
        variant: 'destructive',
      }),
  });
  const start = () => {
    if (!run.isPending) run.mutate();
  };
  useCommands(may ? [{ id: 'export', label: 'Export conversations', group: 'General', keys: 'x e', run: start }] : []);
  return (
    <Act
      label="Export conversations"
      hint={`All conversations with their messages, as one JSON file.${may ? '' : ' Only an administrator may export.'}`}
    >
      <Button variant="outline" disabled={!may} {...pausedWhile(run.isPending, start)}>
        {run.isPending ? 'Exporting…' : 'Export data'}
      </Button>
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
        title: 'Sync successful',
        description: `Synced ${stats.users} users, ${stats.websites} websites, ${stats.conversations} conversations, and ${stats.messages} messages from production.`,
      }),
    onError: (error) => toast({ title: 'Sync failed', description: wordsOf(error), variant: 'destructive' }),
  });
  const start = () => {
    if (!run.isPending) run.mutate();
  };
  useCommands([{ id: 'sync', label: 'Sync from production', group: 'General', keys: 'x s', run: start }]);
  // Written by the live channel; never fetched.
  const { data: progress } = useQuery<Progress>({ queryKey: progressKey('sync'), enabled: false });
  const words =
    run.isPending && progress
      ? `${progress.done.toLocaleString()}${progress.total ? ` of ${progress.total.toLocaleString()}` : ''} copied…`
      : 'Copies users, websites, conversations and messages from the production database.';
  return (
    <Act label="Sync from production" hint={<output>{words}</output>}>
      <Button variant="outline" {...pausedWhile(run.isPending, start)}>
        {run.isPending ? 'Syncing…' : 'Sync from production'}
      </Button>
    </Act>
  );
}
