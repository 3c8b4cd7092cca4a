import { Button, Dialog, IconButton, Input, Stack } from '@chakra-ui/react';
import { addView, deleteView, updateView } from '@parley/contracts/routes/views';
import { type View, viewNameMaxLength, type ViewScope } from '@parley/contracts/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Filter, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { views as words } from '../../i18n/en/views.ts';
import { listViews } from '@parley/contracts/routes/views';
import { Select } from '../../ui/fields.tsx';
import { DialogCross } from '../../ui/dialog-frame.tsx';
import { OverPage } from '../../ui/over.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import type { ShownList } from './views.ts';
import styles from './views.module.css';

const scopes = (): { value: ViewScope; label: string }[] => [
  { value: 'me', label: words('me') },
  { value: 'team', label: words('team') },
  { value: 'all', label: words('all') },
];

interface ManageViewsProps {
  /** What is on screen, to be saved. */
  shown: ShownList;
  views: readonly View[];
  onClose: () => void;
}

/** Saves what is on screen as a view; renames, shares, moves and deletes views. */
export default function ManageViews({ shown, views, onClose }: ManageViewsProps) {
  const me = useMe();
  const mayManage = useMay('views.manage');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (made: { run: () => Promise<unknown>; said: string }) => made.run(),
    onSuccess: (_, { said }) => {
      void client.invalidateQueries({ queryKey: keyOf(listViews) });
      toast({ title: said });
    },
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  const update = (view: View, body: { name?: string; scope?: ViewScope; place?: number }) =>
    change.mutate({ run: () => call(updateView, { params: { id: view.id }, body }), said: words('changed') });

  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="md" scrollBehavior="inside">
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content borderRadius="xl">
            <Dialog.Header>
              <Dialog.Title fontSize="lg">{words('manage')}</Dialog.Title>
            </Dialog.Header>
            <DialogCross />
            <Dialog.Body pb="6">
              <Stack gap="4">
                <NewView
                  onAdd={(name, scope) =>
                    change.mutate({
                      run: () => call(addView, { body: { name, scope, ...shown } }),
                      said: words('added'),
                    })
                  }
                />
                {views.length === 0 && <p>{words('noneYet')}</p>}
                <ul aria-label={words('views')}>
                  {views.map((view) => (
                    <ManagedView
                      // Renamed by somebody else meanwhile.
                      key={`${view.id} ${view.name}`}
                      view={view}
                      mayChange={view.ownerId === me.id || mayManage}
                      isOwn={view.ownerId === me.id}
                      onChange={(body) => update(view, body)}
                      onTakeFilter={() =>
                        change.mutate({
                          run: () => call(updateView, { params: { id: view.id }, body: shown }),
                          said: words('changed'),
                        })
                      }
                      onDelete={() =>
                        change.mutate({
                          run: () => call(deleteView, { params: { id: view.id } }),
                          said: words('deleted'),
                        })
                      }
                    />
                  ))}
                </ul>
              </Stack>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}

function NewView({ onAdd }: { onAdd: (name: string, scope: ViewScope) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ViewScope>('me');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    onAdd(name.trim(), scope);
    setName('');
  };
  return (
    <form className={styles.managed} onSubmit={add}>
      <Input
        size="sm"
        aria-label={words('name')}
        placeholder={words('name')}
        maxLength={viewNameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Select aria-label={words('scope')} value={scope} options={scopes()} onChange={setScope} />
      <Button type="submit" size="sm" disabled={!name.trim()}>
        {words('add')}
      </Button>
    </form>
  );
}

interface ManagedViewProps {
  view: View;
  mayChange: boolean;
  isOwn: boolean;
  onChange: (body: { name?: string; scope?: ViewScope; place?: number }) => void;
  onTakeFilter: () => void;
  onDelete: () => void;
}

function ManagedView({ view, mayChange, isOwn, onChange, onTakeFilter, onDelete }: ManagedViewProps) {
  const { name, scope, place } = view;
  const [typed, setTyped] = useState(name);
  const rename = () => {
    if (typed.trim() && typed.trim() !== name) onChange({ name: typed.trim() });
  };
  return (
    <li className={styles.managed}>
      <Input
        size="sm"
        aria-label={words('rename', { name })}
        maxLength={viewNameMaxLength}
        value={typed}
        disabled={!mayChange}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      <Select
        aria-label={words('share', { name })}
        value={scope}
        // Only its owner may keep it to themselves.
        options={isOwn ? scopes() : scopes().filter(({ value }) => value !== 'me')}
        disabled={!mayChange}
        onChange={(chosen) => onChange({ scope: chosen })}
      />
      {mayChange && (
        <>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={words('up', { name })}
            disabled={place === 0}
            onClick={() => onChange({ place: place - 1 })}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={words('down', { name })}
            onClick={() => onChange({ place: place + 1 })}
          >
            <ArrowDown size={14} aria-hidden />
          </IconButton>
          <IconButton size="xs" variant="ghost" aria-label={words('useFilter', { name })} onClick={onTakeFilter}>
            <Filter size={14} aria-hidden />
          </IconButton>
          <IconButton size="xs" variant="ghost" aria-label={words('delete', { name })} onClick={onDelete}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  );
}
