import { Button, Dialog, Input, Stack } from '@chakra-ui/react';
import { type View, viewNameMaxLength } from '@parley/contracts/conversations/views';
import { addView } from '@parley/contracts/routes/views';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { views as words } from '../../i18n/en/views.ts';
import { DialogCross } from '../../ui/dialog-frame.tsx';
import { Select } from '../../ui/fields.tsx';
import { OverPage } from '../../ui/over.tsx';
import { type Sharing, sharingOf, useChangeViews, useSharings, ViewList } from './view-list.tsx';
import type { ShownList } from './views.ts';
import styles from './views.module.css';

interface ManageViewsProps {
  /** List on screen, to be saved. */
  shown: ShownList;
  views: readonly View[];
  onClose: () => void;
}

/** Saves the list on screen as a view; renames, shares, moves and deletes views. */
export default function ManageViews({ shown, views, onClose }: ManageViewsProps) {
  const change = useChangeViews();
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
                  onAdd={(name, sharing) =>
                    change.mutate({
                      run: () => call(addView, { body: { name, ...sharing, ...shown } }),
                      success: words('added'),
                    })
                  }
                />
                {views.length === 0 && <p>{words('noneYetHint')}</p>}
                <ViewList views={views} shown={shown} />
              </Stack>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}

function NewView({ onAdd }: { onAdd: (name: string, sharing: Sharing) => void }) {
  const sharings = useSharings();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('me');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    onAdd(name.trim(), sharingOf(chosen));
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
      <Select aria-label={words('scope')} value={chosen} options={sharings()} onChange={setChosen} />
      <Button type="submit" size="sm" disabled={!name.trim()}>
        {words('add')}
      </Button>
    </form>
  );
}
