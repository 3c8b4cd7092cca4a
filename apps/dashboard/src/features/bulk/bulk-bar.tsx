import { Button, IconButton } from '@chakra-ui/react';
import type { Batch, BulkCommand } from '@parley/contracts/bulk';
import { priorities } from '@parley/contracts/entities';
import type { Filter } from '@parley/contracts/filter';
import { getBatch, startBatch } from '@parley/contracts/routes/bulk';
import { listRepresentatives } from '@parley/contracts/routes/people';
import { listTags } from '@parley/contracts/routes/tags';
import { countFiltered } from '@parley/contracts/routes/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, read, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { views } from '../../i18n/en/views.ts';
import { inWords } from '../../i18n/said.ts';
import { noteBatch } from '../../live/done.ts';
import { showBatch, useShownBatch } from '../../live/shown-batch.ts';
import { useUndo } from '../../live/undo.ts';
import { Select } from '../../ui/fields.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { useTeams } from '../roles/use-teams.ts';
import styles from './bulk.module.css';
import { lazyPart } from '../../app/part.tsx';

const SnoozePicker = lazyPart(() => import('../snooze/snooze-picker.tsx'));

interface BulkBarProps {
  ids: ReadonlySet<string>;
  /** All that the list takes in; null for what words were looked for, which is no filter. */
  filter: Filter | null;
  onClear: () => void;
}

/** What can be done with all that is chosen, how far it is, and its undo. */
export default function BulkBar({ ids, filter, onClear }: BulkBarProps) {
  const client = useQueryClient();
  const [everyOne, setEveryOne] = useState(false);
  const batchId = useShownBatch();
  const { undo } = useUndo();
  const count = useQuery({
    ...read(countFiltered, { query: { filter: JSON.stringify(filter) } }),
    enabled: filter !== null && ids.size > 0,
    // As many as there are now.
    staleTime: 0,
  });
  const all = filter === null ? 0 : (count.data?.count ?? 0);
  const isAll = everyOne && filter !== null;
  const change = useMutation({
    mutationFn: (run: () => Promise<Batch>) => run(),
    onSuccess: (batch) => {
      client.setQueryData<Batch>(keyOf(getBatch, { params: { id: batch.id } }), (known) => known ?? batch);
      noteBatch(batch.id);
      showBatch(batch.id);
      setEveryOne(false);
      onClear();
    },
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  const start = (command: BulkCommand) =>
    change.mutate(() =>
      call(startBatch, {
        body: { commands: [command], ...(isAll ? { filter } : { ids: [...ids] }) },
      }),
    );
  useCommands(
    ids.size > 0
      ? [
          { id: 'bulk:clear', label: views('unselect'), group: 'List', keys: 'Escape', run: onClear },
          { id: 'bulk:close', label: views('closeSelected'), group: 'List', run: () => start({ type: 'close' }) },
        ]
      : [],
  );
  return (
    <section className={styles.bar} aria-label={views('bulk')}>
      {ids.size > 0 ? (
        <>
          <div className={styles.line}>
            <strong data-figures>{views('selected', { count: isAll ? all : ids.size })}</strong>
            {all > ids.size && (
              <Button size="xs" variant="ghost" aria-pressed={isAll} onClick={() => setEveryOne(!everyOne)}>
                {views('everyOne', { count: all })}
              </Button>
            )}
            <IconButton size="xs" variant="ghost" aria-label={views('unselect')} onClick={onClear}>
              <X size={14} aria-hidden />
            </IconButton>
          </div>
          <Actions onStart={start} isPending={change.isPending} />
        </>
      ) : (
        batchId && (
          <Outcome batchId={batchId} onUndo={(isRedo) => undo({ batchId, isRedo })} onClose={() => showBatch(null)} />
        )
      )}
    </section>
  );
}

/** One entry for each command. */
function Actions({ onStart, isPending }: { onStart: (command: BulkCommand) => void; isPending: boolean }) {
  const people = useRead(listRepresentatives, {}).data?.filter(({ isActive }) => isActive !== false) ?? [];
  const tags = useRead(listTags, {}).data ?? [];
  const teams = useTeams();
  const mayAssign = useMay('conversations.assign');
  const [isSnoozing, setSnoozing] = useState(false);
  const choose = (label: string, options: { value: string; label: string }[], run: (value: string) => void) => (
    <Select
      aria-label={label}
      value=""
      disabled={isPending}
      options={[{ value: '', label }, ...options]}
      onChange={(value) => value && run(value)}
    />
  );
  return (
    <div className={styles.actions}>
      <Button size="xs" variant="outline" disabled={isPending} onClick={() => onStart({ type: 'close' })}>
        {views('close')}
      </Button>
      <Button size="xs" variant="outline" disabled={isPending} onClick={() => onStart({ type: 'reopen' })}>
        {views('reopen')}
      </Button>
      {mayAssign &&
        choose(
          views('assignTo'),
          [
            { value: 'nobody', label: views('nobody') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...teams.map(({ id, name }) => ({ value: id, label: ownership('teamNamed', { name }) })),
            ...(teams.length > 0 ? [{ value: 'no-team', label: views('noTeam') }] : []),
          ],
          (value) => {
            const isTeam = value === 'no-team' || teams.some(({ id }) => id === value);
            if (isTeam) onStart({ type: 'assign_team', teamId: value === 'no-team' ? null : value });
            else onStart({ type: 'assign', representativeId: value === 'nobody' ? null : value });
          },
        )}
      {tags.length > 0 &&
        choose(
          views('addTag'),
          tags.map(({ id, name }) => ({ value: id, label: name })),
          (value) => onStart({ type: 'tag', add: [value] }),
        )}
      {choose(
        views('setPriority'),
        priorities.map((value) => ({ value, label: views(value) })),
        (value) => {
          const priority = priorities.find((each) => each === value);
          if (priority) onStart({ type: 'prioritise', priority });
        },
      )}
      <Button size="xs" variant="outline" disabled={isPending} onClick={() => setSnoozing(true)}>
        {views('snooze')}
      </Button>
      <Suspense>
        {isSnoozing && (
          <SnoozePicker
            conversation={null}
            onSnooze={({ snoozedUntil, wakesOnReply }) =>
              onStart(
                snoozedUntil === null
                  ? { type: 'unsnooze' }
                  : { type: 'snooze', until: snoozedUntil, ...(wakesOnReply !== undefined && { wakesOnReply }) },
              )
            }
            onClose={() => setSnoozing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface OutcomeProps {
  batchId: string;
  onUndo: (isRedo: boolean) => void;
  onClose: () => void;
}

function Outcome({ batchId, onUndo, onClose }: OutcomeProps) {
  const { data: batch } = useRead(getBatch, { params: { id: batchId } });
  if (!batch) return null;
  const { total, changed, unchanged, refused, refusals, finishedAt, isUndo } = batch;
  const done = changed + unchanged + refused;
  return (
    <div className={styles.line} role="status">
      {finishedAt === null ? (
        <>
          <span data-figures>{views('working', { done, total })}</span>
          <progress value={done} max={total} aria-label={views('bulk')} />
        </>
      ) : (
        <>
          <span className={styles.said}>
            {views(isUndo ? 'undone' : 'done', { count: changed })}
            {refused > 0 && (
              <details>
                <summary>{views('refused', { count: refused })}</summary>
                <ul>
                  {refusals.map(({ conversationId, customer, reason, said }) => (
                    <li key={conversationId}>
                      {views('because', { customer: customer ?? views('anonymous'), reason: inWords(said, reason) })}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </span>
          {changed > 0 && (
            <Button
              size="xs"
              variant="outline"
              aria-keyshortcuts={isUndo ? 'Shift+Z' : 'z'}
              onClick={() => onUndo(isUndo)}
            >
              {isUndo ? undoWords('redo') : views('undo')}
            </Button>
          )}
          <IconButton size="xs" variant="ghost" aria-label={views('dismiss')} onClick={onClose}>
            <X size={14} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}
