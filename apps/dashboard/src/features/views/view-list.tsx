import { IconButton, Input } from '@chakra-ui/react';
import type { Body } from '@parley/contracts/route';
import { type View, viewNameMaxLength } from '@parley/contracts/conversations/views';
import { deleteView, listViews, updateView } from '@parley/contracts/routes/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Filter, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isConflict, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useTeams } from '../../domain/users/use-teams.ts';
import { useMay } from '../../forms/permissions.ts';
import { views as words } from '../../i18n/en/views.ts';
import { Select } from '../../ui/fields.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import type { ShownList } from './views.ts';
import styles from './views.module.css';

/** Scope of a view in the form of the request. */
export type Sharing = Required<Pick<View, 'scope' | 'teamId'>>;

/** Returns the value of the choice: a scope, or a team's id. */
const valueOf = ({ scope, teamId }: Sharing): string => teamId ?? scope;

export const sharingOf = (value: string): Sharing =>
  value === 'me' || value === 'all' || value === 'team'
    ? { scope: value, teamId: null }
    : { scope: 'team', teamId: value };

/** Choices: the user, the user's teams (all of them with `views.manage`), everybody. */
export function useSharings(): (now?: Sharing) => { value: string; label: string }[] {
  const { id } = useMe();
  const mayManage = useMay('views.manage');
  const teams = useTeams();
  const mine = teams.filter(({ memberIds }) => mayManage || memberIds.includes(id));
  return (now) => {
    const isOfAll = now?.scope === 'team' && now.teamId === null;
    return [
      { value: 'me', label: words('me') },
      ...(teams.length === 0 ? [{ value: 'team', label: words('team') }] : []),
      ...(teams.length > 0 && isOfAll ? [{ value: 'team', label: words('everyTeam') }] : []),
      ...teams
        .filter((team) => mine.includes(team) || team.id === now?.teamId)
        .map((team) => ({ value: team.id, label: team.name })),
      { value: 'all', label: words('all') },
    ];
  };
}

/** Changes views, shows what was done, and reads the list again. */
export function useChangeViews() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (made: { run: () => Promise<unknown>; success: string }) => made.run(),
    onSuccess: (_, { success }) => {
      void client.invalidateQueries({ queryKey: keyOf(listViews) });
      toast({ title: success });
    },
    onError: (error) => {
      toastFailure(error);
      if (isConflict(error)) void client.invalidateQueries({ queryKey: keyOf(listViews) });
    },
  });
}

interface ViewListProps {
  views: readonly View[];
  /** List on screen, which a view can take over; none outside the inbox. */
  shown?: ShownList;
}

/** Renames, shares, moves and deletes views. */
export function ViewList({ views, shown }: ViewListProps) {
  const me = useMe();
  const mayManage = useMay('views.manage');
  const change = useChangeViews();
  const update = (view: View, body: Body<typeof updateView>, seen = view) =>
    change.mutate({
      run: () =>
        call(updateView, { params: { id: view.id }, body: { ...body, expected: seenOf(fieldsOf(seen), body) } }),
      success: words('changed'),
    });
  return (
    <ul aria-label={words('views')}>
      {views.map((view) => (
        <ManagedView
          key={view.id}
          view={view}
          mayChange={view.ownerId === me.id || mayManage}
          isOwn={view.ownerId === me.id}
          onChange={(body, seen) => update(view, body, seen)}
          onTakeFilter={shown && (() => update(view, shown))}
          onDelete={() =>
            change.mutate({ run: () => call(deleteView, { params: { id: view.id } }), success: words('deleted') })
          }
        />
      ))}
    </ul>
  );
}

/** Returns the fields of a view that can be changed. */
const fieldsOf = ({ name, filter, sort, scope, teamId }: View) => ({ name, filter, sort, scope, teamId });

type ViewChange = Partial<Sharing> & { name?: string; place?: number };

interface ManagedViewProps {
  view: View;
  mayChange: boolean;
  isOwn: boolean;
  /** `seen` where that is not the view as it is now. */
  onChange: (body: ViewChange, seen?: View) => void;
  onTakeFilter: (() => void) | undefined;
  onDelete: () => void;
}

function ManagedView({ view, mayChange, isOwn, onChange, onTakeFilter, onDelete }: ManagedViewProps) {
  const { name, place } = view;
  const sharings = useSharings();
  const [typed, setTyped] = useState<{ name: string; seen: View } | null>(null);
  const rename = () => {
    const wanted = typed?.name.trim();
    if (!typed || !wanted || wanted === name) {
      setTyped(null);
      return;
    }
    // The conflict has shown the other user's name for it: saving again is based on that.
    setTyped({ ...typed, seen: view });
    onChange({ name: wanted }, typed.seen);
  };
  return (
    <li className={styles.managed}>
      {view.isBroken && <p className={styles.broken}>{words('broken')}</p>}
      <Input
        size="sm"
        aria-label={words('rename', { name })}
        maxLength={viewNameMaxLength}
        value={typed?.name ?? name}
        disabled={!mayChange}
        onChange={(event) => setTyped({ name: event.target.value, seen: typed?.seen ?? view })}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      <Select
        aria-label={words('share', { name })}
        value={valueOf(view)}
        // Only its owner may make it private.
        options={sharings(view).filter(({ value }) => isOwn || value !== 'me')}
        disabled={!mayChange}
        onChange={(chosen) => onChange(sharingOf(chosen))}
      />
      {mayChange && (
        <>
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={words('up', { name })}
            disabled={place === 0}
            onClick={() => onChange({ place: place - 1 })}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={words('down', { name })}
            onClick={() => onChange({ place: place + 1 })}
          >
            <ArrowDown size={14} aria-hidden />
          </IconButton>
          {onTakeFilter && (
            <IconButton size="sm" variant="ghost" aria-label={words('useFilter', { name })} onClick={onTakeFilter}>
              <Filter size={14} aria-hidden />
            </IconButton>
          )}
          <IconButton size="sm" variant="ghost" aria-label={words('delete', { name })} onClick={onDelete}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  );
}
