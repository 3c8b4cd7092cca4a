import { Box, Button, Stack } from '@chakra-ui/react';
import { type AuditChain, type AuditDifference, auditRetentions } from '@parley/contracts/audit/audit';
import type { AuditEntry } from '@parley/contracts/entities';
import { acknowledgeAuditDifference, checkAuditLog, exportAuditLog, listAuditLog } from '@parley/contracts/routes/data';
import { listRoles } from '@parley/contracts/routes/roles';
import { listSchedules } from '@parley/contracts/routes/schedules';
import { listTeams } from '@parley/contracts/routes/teams';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listWebsites } from '@parley/contracts/routes/websites';
import type { Settings } from '@parley/contracts/settings/settings';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { call, send } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { auditWords } from '../../i18n/en/audit.ts';
import { roleName } from '../../domain/users/role-names.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { useMay } from '../../forms/permissions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { saveAs } from '../../ui/save-as.ts';
import { Tag } from '../../ui/tag.tsx';
import { dateStamp, dayOf, exactTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { RetentionChoice, retentionName } from '../../forms/retention-choice.tsx';
import { AuditFilter, type AuditFilterValues, noFilter, queryOf } from './audit-filter.tsx';
import { AuditEntryRow } from './audit-entry-row.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';

const pageSize = 50;

/** Lists the audit log, newest first, with a check that it is complete. Admins only. */
export function AuditLog({ config }: { config: Settings['auditConfig'] }) {
  const [filter, setFilter] = useState<AuditFilterValues>(noFilter);
  const query = queryOf(filter);
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(listAuditLog), query],
    queryFn: ({ signal, pageParam: before }) =>
      call(listAuditLog, { query: { ...query, limit: pageSize, ...(before && { before }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
  });
  const entries = pages.data?.pages.flat() ?? [];
  return (
    <Stack gap="4">
      <Panel title={settingsWords('auditLog')} description={auditWords('hint')} action={<Export query={query} />} flush>
        <Chain />
        <Box borderTopWidth="1px">
          <AuditFilter values={filter} onChange={setFilter} />
        </Box>
        <Awaited read={pages} />
        {pages.data && entries.length === 0 && (
          <EmptyState
            icon={ScrollText}
            title={auditWords('none')}
            compact
            action={<EmptyAction onClick={() => setFilter(noFilter)}>{inbox('showAll')}</EmptyAction>}
          >
            {auditWords('noneHint')}
          </EmptyState>
        )}
        <Entries entries={entries} />
        {pages.hasNextPage && (
          <Box p="3" borderTopWidth="1px" textAlign="center">
            <Button
              size="xs"
              variant="outline"
              {...pausedWhile(pages.isFetchingNextPage, () => void pages.fetchNextPage())}
            >
              {auditWords('more')}
            </Button>
          </Box>
        )}
      </Panel>
      <Kept config={config} />
    </Stack>
  );
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const members = useRead(listRepresentatives, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const teams = useRead(listTeams, {}).data ?? [];
  const schedules = useRead(listSchedules, {}).data ?? [];
  const roles = (useRead(listRoles, {}).data ?? []).map((role) => ({ id: role.id, name: roleName(role) }));
  const named = [...members, ...websites, ...teams, ...schedules, ...roles];
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return (
    <Box as="ul" listStyleType="none" fontSize="sm">
      {entries.map((entry) => (
        <AuditEntryRow key={entry.id} entry={entry} names={names} />
      ))}
    </Box>
  );
}

/** Whether every entry is there, as it was written, and as it was noted outside the database. */
function Chain() {
  const check = useRead(checkAuditLog, {});
  const { broken, noted } = check.data ?? {};
  return (
    <Box role="status" display="flex" flexWrap="wrap" alignItems="center" gap="2" px="4" py="2.5" fontSize="sm">
      {check.data && <Tag tone={broken ? 'red' : 'green'}>{auditWords(broken ? 'broken' : 'whole')}</Tag>}
      <Box flex="1 1 14rem" minW="0" color="fg.muted">
        {check.isError && wordsOf(check.error)}
        {check.data && <Found chain={check.data} />}
      </Box>
      {broken && noted && isDifference(broken.why) && <Acknowledge hash={noted.hash} />}
      <Button size="2xs" variant="outline" {...pausedWhile(check.isFetching, () => void check.refetch())}>
        {auditWords('check')}
      </Button>
    </Box>
  );
}

function Found({ chain: { broken, begunAt, entries, noted, waiting } }: { chain: AuditChain }) {
  return (
    <>
      {broken && brokenWords(broken, noted?.no ?? 0)}
      {!broken && !begunAt && auditWords('notBegun')}
      {!broken && begunAt && (
        <>
          {auditWords.rich('unbroken', { count: entries, time: <Since at={begunAt} /> })}{' '}
          {noted ? auditWords.rich('noted', { time: <Since at={noted.since} /> }) : auditWords('notNoted')}
        </>
      )}{' '}
      {waiting > 0 && auditWords('waiting', { count: waiting })}
    </>
  );
}

const Since = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {dayOf(at)}
  </time>
);

type Broken = NonNullable<AuditChain['broken']>;

const isDifference = (why: Broken['why']): why is AuditDifference =>
  why === 'shorter' || why === 'restarted' || why === 'differs';

function brokenWords({ no, why }: Broken, noted: number): string {
  if (why === 'ends') return auditWords('ends');
  if (isDifference(why)) return auditWords(why, { no, noted });
  return why === 'missing' ? auditWords('missing', { no }) : auditWords('changed', { no });
}

/** Goes on with a log that was put back on purpose: by the restore of a backup, say. */
function Acknowledge({ hash }: { hash: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const acknowledge = useMutation({
    mutationFn: () => call(acknowledgeAuditDifference, { body: { hash } }),
    onSuccess: () => toast({ title: auditWords('acknowledged') }),
    onError: (error) => toastFailure(error),
    onSettled: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: keyOf(checkAuditLog) });
      void client.invalidateQueries({ queryKey: keyOf(listAuditLog) });
    },
  });
  if (!useMay('security.manage')) return null;
  return (
    <>
      <Button size="2xs" variant="outline" onClick={() => setAsking(true)}>
        {auditWords('acknowledge')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={auditWords('acknowledgeTitle')}
        confirmLabel={auditWords('acknowledge')}
        pending={acknowledge.isPending}
        onConfirm={() => acknowledge.mutate()}
        onClose={() => setAsking(false)}
      >
        {auditWords('acknowledgeHint')}
      </ConfirmDialog>
    </>
  );
}

function Export({ query }: { query: ReturnType<typeof queryOf> }) {
  const run = useMutation({
    mutationFn: async () => {
      const response = await send(exportAuditLog, { query });
      saveAs(await response.blob(), `audit-log-${dateStamp(new Date())}.csv`);
    },
    onError: () => toast({ title: auditWords('exportFailed'), variant: 'destructive' }),
  });
  return (
    <Button size="xs" variant="outline" {...pausedWhile(run.isPending, () => run.mutate())}>
      {auditWords('export')}
    </Button>
  );
}

function Kept({ config }: { config: Settings['auditConfig'] }) {
  return (
    <Panel>
      <ActionRow label={auditWords('kept')} hint={auditWords('keptHint')}>
        <RetentionChoice
          label={auditWords('kept')}
          periods={auditRetentions}
          saved={config.retention}
          change={(retention) => ({ auditConfig: { retention } })}
          renderWarning={(retention) => auditWords('cut', { period: retentionName(retention) })}
        />
      </ActionRow>
    </Panel>
  );
}
