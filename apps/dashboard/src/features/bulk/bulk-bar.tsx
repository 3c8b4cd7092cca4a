import { Button, IconButton } from '@chakra-ui/react';
import type { Batch, BulkCommand } from '@parley/contracts/conversations/bulk';
import type { Filter } from '@parley/contracts/filter/filter';
import { getBatch, startBatch } from '@parley/contracts/routes/bulk';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { countFiltered } from '@parley/contracts/routes/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, read, useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { HeldKeys } from '../../commands/awaited-keys.ts';
import { useCommands } from '../../commands/commands.ts';
import { keyCaps } from '../../commands/keyboard.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSettings } from '../../forms/settings.ts';
import { labels } from '../../i18n/en/labels.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { pickers } from '../../i18n/en/pickers.ts';
import { replies } from '../../i18n/en/replies.ts';
import { thread } from '../../i18n/en/thread.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { views } from '../../i18n/en/views.ts';
import { t } from '../../i18n/server-text.ts';
import { cachedConversation, conversationList } from '../../live/conversation-cache.ts';
import type { ListFilter, LoadedList } from '../../live/conversation-lists.ts';
import { noteBatch } from '../../live/done.ts';
import { showBatch, useShownBatch } from '../../live/shown-batch.ts';
import { useUndo } from '../../live/undo.ts';
import { Keys } from '../../ui/keys.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { fittingOptions, Picker } from '../../ui/picker.tsx';
import { useAttributes } from '../../domain/attributes/use-attributes.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import { tagOption } from '../../domain/tags/tag-option.tsx';
import { useTags } from '../../domain/tags/tags.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './bulk.module.css';
import { type OneByOne, useOneByOne } from './one-by-one.ts';
import { lazyPart } from '../../loading/part.tsx';

const AssignPicker = lazyPart(() => import('../../domain/conversation/assign-picker.tsx'));
const AttributePicker = lazyPart(() => import('../../domain/attributes/attribute-picker.tsx'));
const PriorityPicker = lazyPart(() => import('../../domain/priority/priority-picker.tsx'));
const SnoozePicker = lazyPart(() => import('../../domain/snooze/snooze-picker.tsx'));

interface BulkBarProps {
  ids: ReadonlySet<string>;
  /** The list they were chosen in. */
  list: ListFilter;
  /** Filter of the whole list; null for a text search, which is no filter. */
  filter: Filter | null;
  onClear: () => void;
  /** Leaves only these chosen. */
  onKeep: (ids: ReadonlySet<string>) => void;
  onUnread: (ids: readonly string[]) => void;
}

/** Shows the actions for all selected conversations, their progress, and their undo. */
export default function BulkBar({ ids, list, filter, onClear, onKeep, onUnread }: BulkBarProps) {
  const client = useQueryClient();
  useLeftOut(ids, list, onKeep);
  const [everyOne, setEveryOne] = useState(false);
  const batchId = useShownBatch();
  const { undo } = useUndo();
  const count = useQuery({
    ...read(countFiltered, { query: { filter: JSON.stringify(filter) } }),
    enabled: filter !== null && ids.size > 0,
    // Counts again at every use.
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
    onError: (error) => toastFailure(error),
  });
  const start = (command: BulkCommand) =>
    change.mutate(() =>
      call(startBatch, {
        body: { commands: [command], ...(isAll ? { filter } : { ids: [...ids] }) },
      }),
    );
  return (
    <section className={styles.bar} aria-label={views('bulk')}>
      {ids.size > 0 ? (
        <>
          <div className={styles.line}>
            <strong data-numbers>{views('selected', { count: isAll ? all : ids.size })}</strong>
            {all > ids.size && (
              <Button size="xs" variant="ghost" aria-pressed={isAll} onClick={() => setEveryOne(!everyOne)}>
                {views('everyOne', { count: all })}
              </Button>
            )}
            <Button size="xs" variant="ghost" aria-label={views('unselect')} onClick={onClear}>
              <X size={14} aria-hidden />
              <Cap keys="Escape" />
            </Button>
          </div>
          <Actions {...{ ids, isAll, onClear, onUnread }} onStart={start} isPending={change.isPending} />
        </>
      ) : (
        batchId && (
          <Outcome batchId={batchId} onUndo={(isRedo) => undo({ batchId, isRedo })} onClose={() => showBatch(null)} />
        )
      )}
    </section>
  );
}

/** Deselects conversations that have left the list: the user could not see that they would be changed too. */
function useLeftOut(ids: ReadonlySet<string>, list: ListFilter, onKeep: (ids: ReadonlySet<string>) => void): void {
  const { data: listed } = useQuery({ ...conversationList(list), enabled: false, select: idsOf });
  const leaveOut = useEffectEvent((present: readonly string[]) => {
    const left = present.filter((id) => ids.has(id));
    if (left.length < ids.size) onKeep(new Set(left));
  });
  useEffect(() => {
    if (listed) leaveOut(listed);
  }, [listed]);
}

const idsOf = ({ items }: LoadedList): readonly string[] => items.map(({ id }) => id);

/** Shows a key beside its action, if there is a keyboard. */
const Cap = ({ keys }: { keys: string }) => (
  <span className={styles.key} aria-hidden>
    <Keys caps={keyCaps(keys)} />
  </span>
);

interface ActionsProps extends OneByOne {
  onStart: (command: BulkCommand) => void;
  onClear: () => void;
  isPending: boolean;
}

/** Shows a button for each command, with the key that does the same to one conversation. */
function Actions({ ids, isAll, onUnread, onStart, onClear, isPending }: ActionsProps) {
  const oneByOne = useOneByOne({ ids, isAll, onUnread });
  const client = useQueryClient();
  const me = useMe();
  const members = (useRead(listRepresentatives, {}).data ?? []).filter(({ isActive }) => isActive !== false);
  const tags = useTags();
  const teams = useTeams();
  const mayAssign = useMay('conversations.assign');
  const assistantIsOn = useSettings().data?.aiConfig.enabled;
  const [picking, setPicking] = useState<'assign' | 'tag' | 'priority' | 'snooze' | 'attribute' | null>(null);
  const attributes = useAttributes();
  const close = () => setPicking(null);
  const areClosed = [...ids].every((id) => cachedConversation(client, id)?.status === 'closed');
  const assign = ({ id }: { id: string }) => onStart({ type: 'assign', representativeId: id });
  const assignTeam = ({ id }: { id: string }) => onStart({ type: 'assign_team', teamId: id });
  const group = 'Selection' as const;
  const toggle = areClosed
    ? { label: views('reopenSelected'), run: () => onStart({ type: 'reopen' }) }
    : { label: views('closeSelected'), run: () => onStart({ type: 'close' }) };
  useCommands([
    { id: 'bulk:clear', label: views('unselect'), group, keys: 'Escape', run: onClear },
    { id: 'bulk:toggle', group, keys: 'e', ...toggle },
    ...(mayAssign
      ? [
          { id: 'bulk:assign', label: thread('assignTo'), group, keys: 'a', run: () => setPicking('assign') },
          { id: 'bulk:take', label: replies('assignMe'), group, keys: 't', run: () => assign(me) },
          {
            id: 'bulk:give-up',
            label: thread(assistantIsOn ? 'returnToAssistant' : 'unassign'),
            group,
            keys: 'b',
            run: () =>
              onStart(assistantIsOn ? { type: 'return_to_assistant' } : { type: 'assign', representativeId: null }),
          },
          ...members.map((member) => ({
            id: `bulk:assign:${member.id}`,
            label: thread('assignToName', { name: member.name }),
            group,
            run: () => assign(member),
          })),
          ...teams.map((team) => ({
            id: `bulk:assign:team:${team.id}`,
            label: ownership('assignToTeam', { name: team.name }),
            group,
            run: () => assignTeam(team),
          })),
        ]
      : []),
    { id: 'bulk:tag', label: labels('tag'), group, keys: 'l', run: () => setPicking('tag') },
    { id: 'bulk:priority', label: labels('setPriority'), group, keys: '!', run: () => setPicking('priority') },
    { id: 'bulk:snooze', label: labels('snooze'), group, keys: 'h', run: () => setPicking('snooze') },
    ...oneByOne,
    ...(attributes.length > 0
      ? [{ id: 'bulk:attribute', label: replies('setAttribute'), group, run: () => setPicking('attribute') }]
      : []),
  ]);
  const button = (label: string, run: () => void, keys?: string) => (
    <Button size="xs" variant="outline" disabled={isPending} aria-keyshortcuts={keys?.toUpperCase()} onClick={run}>
      {label}
      {keys && <Cap keys={keys} />}
    </Button>
  );
  return (
    <div className={styles.actions}>
      {button(views('close'), () => onStart({ type: 'close' }), areClosed ? undefined : 'e')}
      {button(views('reopen'), () => onStart({ type: 'reopen' }), areClosed ? 'e' : undefined)}
      {mayAssign && button(views('assignTo'), () => setPicking('assign'), 'a')}
      {button(views('addTag'), () => setPicking('tag'), 'l')}
      {button(views('setPriority'), () => setPicking('priority'), '!')}
      {button(views('snooze'), () => setPicking('snooze'), 'h')}
      {attributes.length > 0 && button(views('setAttribute'), () => setPicking('attribute'))}
      <Suspense fallback={<HeldKeys />}>
        {picking === 'assign' && (
          <AssignPicker
            onAssign={assign}
            onAssignTeam={assignTeam}
            onUnassign={() => onStart({ type: 'assign', representativeId: null })}
            onLeaveTeam={teams.length > 0 ? () => onStart({ type: 'assign_team', teamId: null }) : undefined}
            onClose={close}
          />
        )}
        {picking === 'tag' && (
          <Picker
            title={pickers('tags')}
            placeholder={views('addTag')}
            options={(typed) => fittingOptions(tags.map(tagOption), typed)}
            onChoose={(id) => onStart({ type: 'tag', add: [id] })}
            onClose={close}
            nothing={pickers('noneFits')}
          />
        )}
        {picking === 'priority' && (
          <PriorityPicker
            chosen={null}
            onChoose={(priority) => onStart({ type: 'prioritise', priority })}
            onClose={close}
          />
        )}
        {picking === 'attribute' && (
          <AttributePicker
            attributes={attributes}
            onChoose={(given) => onStart({ type: 'set_attribute', ...given })}
            onClose={close}
          />
        )}
        {picking === 'snooze' && (
          <SnoozePicker
            conversation={null}
            onSnooze={({ snoozedUntil, wakesOnReply }) =>
              onStart(
                snoozedUntil === null
                  ? { type: 'unsnooze' }
                  : { type: 'snooze', until: snoozedUntil, ...(wakesOnReply !== undefined && { wakesOnReply }) },
              )
            }
            onClose={close}
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
  const attributes = useAttributes();
  if (!batch) return null;
  // An attribute of a contact or company is no change of a conversation.
  const isUndoable = batch.commands.some(
    (command) =>
      command.type !== 'set_attribute' || attributes.find(({ key }) => key === command.key)?.subject === 'conversation',
  );
  const { total, changed, unchanged, refused, refusals, finishedAt, isUndo } = batch;
  const done = changed + unchanged + refused;
  return (
    <div className={styles.line} role="status">
      {finishedAt === null ? (
        <>
          <span data-numbers>{views('working', { done, total })}</span>
          <ProgressBar value={done} max={total} aria-label={views('bulk')} />
        </>
      ) : (
        <>
          <span className={styles.result}>
            {views(isUndo ? 'undone' : 'done', { count: changed })}
            {refused > 0 && (
              <details>
                <summary>{views('refused', { count: refused })}</summary>
                <ul>
                  {refusals.map(({ conversationId, customer, reason, localized }) => (
                    <li key={conversationId}>
                      {views('because', { customer: customer ?? views('anonymous'), reason: t(localized, reason) })}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </span>
          {changed > 0 && isUndoable && (
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
