import { Box, Button, Skeleton, Stack } from '@chakra-ui/react';
import type { Rehearsal, RehearsalSide } from '@parley/contracts/assistant/rehearsals';
import {
  cancelRehearsal,
  getRehearsal,
  listRehearsalRows,
  listRehearsals,
  publishRehearsal,
  resumeRehearsal,
} from '@parley/contracts/routes/rehearsals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, read } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { keepEdits, keptEdits } from '../../ui/kept-edits.ts';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { locale } from '../../i18n/language.ts';
import { t } from '../../i18n/server-text.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { partsOf } from './change-parts.ts';
import { changedReads } from './changed-reads.ts';
import { inDollars } from '../../domain/rehearsal/money.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './rehearsal.module.css';
import { Row } from './row.tsx';
import { isUnderWay, RehearsalTags, watchMs } from './states.tsx';

/** Shows the effect of a change: in numbers, and answer by answer. */
export function Report({ id }: { id: string }) {
  const params = { id };
  const rehearsal = useQuery({
    ...read(getRehearsal, { params }),
    refetchInterval: ({ state }) => watchMs(state.data && [state.data]),
  });
  const progress = rehearsal.data && `${rehearsal.data.state} ${rehearsal.data.answered} ${rehearsal.data.failed}`;
  return (
    <Stack gap="4">
      <div>
        <BackLink to="/knowledge?tab=rehearsals">{words('all')}</BackLink>
      </div>
      {rehearsal.isPending && <Skeleton height="9rem" borderRadius="xl" />}
      {rehearsal.isError && !rehearsal.data && (
        <FailedState error={rehearsal.error} retry={() => void rehearsal.refetch()} />
      )}
      {rehearsal.data && (
        <>
          <Head rehearsal={rehearsal.data} />
          <Numbers rehearsal={rehearsal.data} />
          <Rows rehearsal={rehearsal.data} progress={progress ?? ''} />
        </>
      )}
    </Stack>
  );
}

function Head({ rehearsal }: { rehearsal: Rehearsal }) {
  const { id, change, before, state, reason, reasonLocalized, answered, questions, changed, failed, tests, spent } =
    rehearsal;
  const [isAsking, setAsking] = useState(false);
  const me = useMe();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listRehearsals) });
  const onError = (error: unknown) => toastFailure(error);
  const params = { id };
  const stop = useMutation({ mutationFn: () => call(cancelRehearsal, { params }), onSuccess: refresh, onError });
  const goOn = useMutation({
    mutationFn: () =>
      call(resumeRehearsal, {
        params,
        body:
          state === 'stopped' ? { budget: { replies: Math.max(20, questions * 3), tokens: null, costUsd: null } } : {},
      }),
    onSuccess: refresh,
    onError,
  });
  const publish = useMutation({
    mutationFn: () => call(publishRehearsal, { params }),
    onSuccess: () => {
      // The values typed into the form are saved now.
      const key = `${me.id} integration ai`;
      const kept = Object.entries(keptEdits(key)).filter(([name]) => !Object.hasOwn(change.settings ?? {}, name));
      keepEdits(key, Object.fromEntries(kept));
      toast({ title: words('publishedToast') });
      for (const route of changedReads) void client.invalidateQueries({ queryKey: keyOf(route) });
    },
    onError,
    onSettled: () => setAsking(false),
  });
  const mayGoOn = state === 'paused' || state === 'stopped';
  return (
    <Panel
      title={words('whatChanges')}
      description={words.rich('by', {
        who: rehearsal.createdBy ?? words('someone'),
        when: <Time at={rehearsal.createdAt} />,
      })}
      action={
        <Box display="flex" flexWrap="wrap" gap="2" alignItems="center">
          {mayGoOn && (
            <Button size="sm" variant="outline" {...pausedWhile(goOn.isPending, () => goOn.mutate())}>
              {words('goOn')}
            </Button>
          )}
          {(isUnderWay(rehearsal) || mayGoOn) && (
            <Button size="sm" variant="outline" {...pausedWhile(stop.isPending, () => stop.mutate())}>
              {words('stop')}
            </Button>
          )}
          {rehearsal.publishedAt === null && !isUnderWay(rehearsal) && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {words('publish')}
            </Button>
          )}
        </Box>
      }
    >
      <Stack gap="3">
        <Box display="flex" flexWrap="wrap" gap="2" alignItems="center" fontSize="sm" aria-live="polite" data-numbers>
          <RehearsalTags rehearsal={rehearsal} />
          <span>{words('progress', { answered, questions })}</span>
          <strong>{words('changed', { count: changed })}</strong>
          {failed > 0 && <span>{words('failed', { count: failed })}</span>}
          {tests.failing > 0 && <strong>{words('testsFailing', tests)}</strong>}
        </Box>
        {isUnderWay(rehearsal) && <ProgressBar value={answered + failed} max={Math.max(1, questions)} />}
        {reason !== null && (
          <Box role="status" fontSize="sm" color="fg.error">
            {t(reasonLocalized, reason)}
          </Box>
        )}
        <table className={styles.parts}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{words('whatChanges')}</span>
              </th>
              <th scope="col">{words('was')}</th>
              <th scope="col">{words('becomes')}</th>
            </tr>
          </thead>
          <tbody>
            {partsOf(change, before).map(({ id: part, name, was, becomes }) => (
              <tr key={part}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                <td dir="auto" data-label={words('was')}>
                  {was}
                </td>
                <td dir="auto" data-label={words('becomes')}>
                  {becomes}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Box fontSize="xs" color="fg.muted" data-numbers>
          {words('spent', { replies: spent.replies, tokens: spent.tokens, cost: inDollars(spent.costUsd) })}
        </Box>
      </Stack>
      <ConfirmDialog
        open={isAsking}
        title={words('publish')}
        confirmLabel={words('publish')}
        pending={publish.isPending}
        onConfirm={() => publish.mutate()}
        onClose={() => setAsking(false)}
      >
        {words('publishHint')}
      </ConfirmDialog>
    </Panel>
  );
}

function Numbers({ rehearsal: { published, candidate, answered } }: { rehearsal: Rehearsal }) {
  if (answered === 0) return null;
  const percent = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 });
  const seconds = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });
  const rows: [string, (side: RehearsalSide) => string][] = [
    [words('handedOff'), ({ handedOff }) => percent.format(handedOff)],
    [words('cited'), ({ cited }) => percent.format(cited)],
    [words('dropped'), ({ dropped }) => String(dropped)],
    [words('contradicting'), ({ contradicting }) => String(contradicting)],
    [words('time'), ({ p50Ms, p95Ms }) => `${seconds.format(p50Ms / 1000)} · ${seconds.format(p95Ms / 1000)}`],
    [words('cost'), ({ costUsd }) => inDollars(costUsd)],
  ];
  return (
    <Panel title={words('inNumbers')}>
      <table className={styles.numbers}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{words('inNumbers')}</span>
            </th>
            <th scope="col">{words('asPublished')}</th>
            <th scope="col">{words('withChange')}</th>
          </tr>
        </thead>
        <tbody data-numbers>
          {rows.map(([label, of]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{of(published)}</td>
              <td data-differs={of(published) === of(candidate) ? undefined : ''}>{of(candidate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Rows({ rehearsal, progress }: { rehearsal: Rehearsal; progress: string }) {
  const params = { id: rehearsal.id };
  const rows = useQuery({
    ...read(listRehearsalRows, { params }),
    // Read again whenever more is answered, and shown as it was until then.
    queryKey: [...keyOf(listRehearsalRows, { params }), progress],
    placeholderData: (before) => before,
  });
  return (
    <Panel title={words('wouldChange')} description={words('wouldChangeAbout')} flush>
      <Awaited read={rows} lines={3} />
      {rows.data?.length === 0 && (
        <EmptyState
          icon={isUnderWay(rehearsal) ? FlaskConical : Check}
          title={words(rehearsal.state === 'done' ? 'nothingChanges' : 'nothingYet')}
          compact
          action={null}
        />
      )}
      <ul className={styles.list}>
        {rows.data?.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}
