import { Button, Stack } from '@chakra-ui/react';
import { countPastRetention, exportConversations, triggerSync } from '@parley/contracts/routes/data';
import { retentions, type Settings } from '@parley/contracts/settings/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callPatiently, send } from '../../api/call.ts';
import { read, alwaysFresh } from '../../api/read.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useCommands } from '../../commands/commands.ts';
import { adminsOnly, useMay } from '../../forms/permissions.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { progressKey } from '../../live/patch-cache.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { dateStamp } from '../../ui/times.ts';
import { saveAs } from '../../ui/save-as.ts';
import { Privacy } from './privacy.tsx';
import { useChangeSettings } from '../../forms/settings.ts';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { RetentionChoice, retentionName } from '../../forms/retention-choice.tsx';
import { SwitchField } from '../../ui/fields.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

type Retention = (typeof retentions)[number];

interface DataManagementProps {
  data: Settings['dataConfig'];
  /** Button that begins an import. */
  startImport: ReactNode;
}

export function DataManagement({ data, startImport }: DataManagementProps) {
  const mayErase = useMay('privacy.manage');
  const mayRetain = useMay('settings.retention');
  const save = useChangeSettings();
  return (
    <Stack gap="4">
      <Panel title={settingsWords('data')}>
        <Stack gap="5">
          <Export />
          <Sync />
          <ActionRow
            label={settingsWords('retention')}
            hint={[settingsWords('retentionHint'), ...(mayRetain ? [] : [adminsOnly()])].join(' ')}
          >
            <RetentionChoice
              label={settingsWords('retention')}
              periods={retentions}
              saved={data.retention}
              disabled={!mayRetain}
              change={(retention) => ({ dataConfig: { retention } })}
              renderWarning={(retention) => <Doomed retention={retention} />}
            />
          </ActionRow>
          <SwitchField
            label={labelOf(settingFields.dataConfig.visitorsErase)}
            hint={settingsWords('visitorsEraseHint')}
            checked={data.visitorsErase}
            disabled={!mayRetain || save.isPending}
            onChange={(visitorsErase) => save.mutate({ dataConfig: { visitorsErase } })}
          />
          <ActionRow label={settingsWords('importData')} hint={settingsWords('importDataHint')}>
            {startImport}
          </ActionRow>
          <ActionRow label={settingsWords('deleteAll')} hint={settingsWords('deleteAllHint')}>
            <Button variant="outline" colorPalette="red" disabled>
              {settingsWords('deleteAll')}
            </Button>
          </ActionRow>
        </Stack>
      </Panel>
      {mayErase && <Privacy />}
    </Stack>
  );
}

/** Shows what a shorter retention deletes. */
function Doomed({ retention }: { retention: Retention }) {
  const count = useQuery({ ...read(countPastRetention, { query: { retention } }), ...alwaysFresh });
  if (count.isError) return wordsOf(count.error);
  if (!count.data || count.isFetching) return settingsWords('counting');
  const period = retentionName(retention);
  const { conversations } = count.data;
  return conversations > 0
    ? settingsWords('doomed', { count: conversations, period })
    : settingsWords('noneDoomed', { period });
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
    <ActionRow
      label={settingsWords('export')}
      hint={[settingsWords('exportHint'), ...(may ? [] : [settingsWords('exportAdminsOnly')])].join(' ')}
    >
      {button(false, settingsWords('exportData'))}
      {button(true, settingsWords('exportWithFiles'))}
    </ActionRow>
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
    // The numbers of the run before are not this one's.
    onMutate: () => client.resetQueries({ queryKey: progressKey('sync') }),
    onSuccess: ({ stats }) =>
      toast({
        title: settingsWords('synced'),
        description: settingsWords('syncedHint', stats),
      }),
    onError: (error) => toastFailure(error, settingsWords('syncFailed')),
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
    <ActionRow label={settingsWords('sync')} hint={<output>{words}</output>}>
      <Button variant="outline" {...pausedWhile(run.isPending, start)}>
        {run.isPending ? settingsWords('syncing') : settingsWords('sync')}
      </Button>
    </ActionRow>
  );
}
