import { CloseButton, Dialog } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { registeredCommands, subscribeToCommands } from '../../commands/commands.ts';
import { keyCaps } from '../../commands/keyboard.ts';
import { Keys } from '../../ui/keys.tsx';
import { OverPage } from '../../ui/over.tsx';
import styles from './command-bar.module.css';
import { groupOrder, groupWords } from './ranking.ts';
import { commandBar } from '../../i18n/en/commandbar.ts';
import { common } from '../../i18n/en/common.ts';

/** The keys of everything that can be done on the present screen. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const commands = useSyncExternalStore(subscribeToCommands, registeredCommands);
  const groups = groupOrder
    .map((group) => ({ group, offered: commands.filter((each) => each.group === group && each.keys !== undefined) }))
    .filter(({ offered }) => offered.length > 0);
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      placement="center"
      size="lg"
      scrollBehavior="inside"
    >
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content borderRadius="xl">
            <Dialog.Header>
              <Dialog.Title fontSize="lg">{commandBar('keyboardShortcuts')}</Dialog.Title>
            </Dialog.Header>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={common('close')} />
            </Dialog.CloseTrigger>
            <Dialog.Body pb="6" tabIndex={0}>
              <div className={styles.keys}>
                {groups.map(({ group, offered }) => (
                  <section key={group}>
                    <h3>{groupWords(group)}</h3>
                    <dl>
                      {offered.map(({ id, label, keys = '' }) => (
                        <div key={id}>
                          <dt>{label}</dt>
                          <dd>
                            <Keys caps={keyCaps(keys)} />
                          </dd>
                        </div>
                      ))}
                    </dl>
                  </section>
                ))}
              </div>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}
