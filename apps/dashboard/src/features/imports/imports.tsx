import { Box, Button, Stack } from '@chakra-ui/react';
import { type Import, workingImportStates } from '@parley/contracts/imports/import';
import {
  deleteImport,
  listImports,
  readImport,
  readImportReceipt,
  resumeImport,
  undoImport,
} from '@parley/contracts/routes/imports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, send } from '../../api/call.ts';
import { keyOf, read } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { importWords } from '../../i18n/en/imports.ts';
import { locale } from '../../i18n/language.ts';
import { t } from '../../i18n/server-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { exactTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Counts, Issues } from './counts.tsx';
import { MappingForm } from './mapping-form.tsx';
import { sourceName } from './source-name.ts';

const watchEveryMs = 1_500;

/** Shows imports, newest first, and what can be done about each. */
export function Imports() {
  const may = useMay('data.import');
  const imports = useQuery({
    ...read(listImports, {}),
    enabled: may,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? watchEveryMs : false),
  });
  if (!imports.data || imports.data.length === 0) return null;
  return (
    <Panel title={importWords('title')} flush>
      {imports.data.map((each) => (
        <Box key={each.id} px="4" py="4" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
          <OneImport listed={each} />
        </Box>
      ))}
    </Panel>
  );
}

const isMoving = ({ state }: Import): boolean => state === 'uploading' || workingImportStates.includes(state);

function OneImport({ listed }: { listed: Import }) {
  const { id, state, source, account, counts, issues, undoUntil, reason, waitingUntil } = listed;
  return (
    <Stack gap="3">
      <Box display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3">
        <Box fontWeight="600" overflowWrap="anywhere">
          {sourceName(source)} · <bdi>{account}</bdi>
        </Box>
        <Box as="output" color="fg.muted" fontSize="sm">
          {stateWords(listed)}
        </Box>
      </Box>
      {state === 'writing' && (
        <ProgressBar value={listed.written} max={total(listed)} aria-label={stateWords(listed)} />
      )}
      {waitingUntil && (
        <Box fontSize="sm" color="fg.warning">
          {importWords('waiting', { name: sourceName(source), time: exactTime(waitingUntil) })}
        </Box>
      )}
      {reason && (
        <Box role="alert" fontSize="sm" color="fg.error">
          {t(listed.reasonLocalized, reason)}
        </Box>
      )}
      <Counts counts={counts} />
      <Issues issues={issues} />
      {state === 'ready' ? <Ready id={id} /> : <Actions listed={listed} />}
      {undoUntil && (
        <Box fontSize="xs" color="fg.muted">
          {importWords('undoUntil', { time: exactTime(undoUntil) })}
        </Box>
      )}
    </Stack>
  );
}

/** Number of records that are written one by one. */
const total = ({ counts }: Import): number =>
  Math.max(
    1,
    counts
      .filter(({ kind }) => ['tag', 'company', 'contact', 'conversation', 'canned_reply', 'article'].includes(kind))
      .reduce((sum, { found }) => sum + found, 0),
  );

function stateWords(each: Import): string {
  const number = (count: number) => count.toLocaleString(locale());
  const percent = (share: number) => share.toLocaleString(locale(), { style: 'percent' });
  switch (each.state) {
    case 'uploading':
      return importWords('uploading', { percent: percent(each.received / (each.size ?? 1)) });
    case 'reading':
      return importWords('reading', { count: each.read });
    case 'writing':
      return importWords('writing', { count: each.written, total: number(total(each)) });
    case 'done':
      return importWords('done', { time: each.finishedAt ? exactTime(each.finishedAt) : '' });
    case 'ready':
    case 'failed':
    case 'undoing':
    case 'undone':
      return importWords(each.state);
  }
}

function Ready({ id }: { id: string }) {
  const whole = useQuery(read(readImport, { params: { id } }));
  const { data } = whole;
  if (!data?.found || !data.mapping) return null;
  return <MappingForm id={id} found={data.found} proposed={data.mapping} discard={<Discard id={id} />} />;
}

/** Changes an import and shows its new state. */
function useChange(change: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listImports) }),
    onError: (error) => toastFailure(error, importWords('changeFailed')),
  });
}

function Discard({ id }: { id: string }) {
  const discard = useChange(() => call(deleteImport, { params: { id } }));
  return (
    <Button size="sm" variant="outline" {...pausedWhile(discard.isPending, () => discard.mutate())}>
      {importWords('discard')}
    </Button>
  );
}

function Actions({ listed: { id, state, failedIn, undoUntil } }: { listed: Import }) {
  const [isAsking, setAsking] = useState(false);
  const resume = useChange(() => call(resumeImport, { params: { id } }));
  const undo = useChange(() => call(undoImport, { params: { id } }));
  const receipt = useMutation({
    mutationFn: async () => {
      const response = await send(readImportReceipt, { params: { id } });
      saveAs(await response.blob(), `import-${id}.json`);
    },
    onError: (error) => toastFailure(error, importWords('changeFailed')),
  });
  const isWritten = state === 'writing' || failedIn === 'writing' || undoUntil !== null;
  const isUnwritten = state === 'uploading' || state === 'reading' || failedIn === 'reading';
  return (
    <Box display="flex" flexWrap="wrap" gap="2">
      {state === 'failed' && (
        <Button size="sm" {...pausedWhile(resume.isPending, () => resume.mutate())}>
          {importWords('resume')}
        </Button>
      )}
      {isUnwritten && <Discard id={id} />}
      {(state === 'done' || state === 'undone') && (
        <Button size="sm" variant="outline" {...pausedWhile(receipt.isPending, () => receipt.mutate())}>
          {importWords('receipt')}
        </Button>
      )}
      {isWritten && (
        <Button size="sm" variant="outline" color="fg.error" onClick={() => setAsking(true)}>
          {importWords('undo')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={importWords('undoTitle')}
        confirmLabel={importWords('undo')}
        pending={undo.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => undo.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        {importWords('undoHint')}
      </ConfirmDialog>
    </Box>
  );
}
