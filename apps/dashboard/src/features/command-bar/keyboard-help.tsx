import { useSyncExternalStore } from 'react';
import { registeredCommands, subscribeToCommands } from '../../commands/commands.ts';
import { keyCaps } from '../../commands/keyboard.ts';
import { Keys } from '../../ui/keys.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import styles from './command-bar.module.css';
import { groupOrder, groupWords } from './ranking.ts';
import { commandBar } from '../../i18n/en/commandbar.ts';

/** The keys of everything that can be done on the present screen. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const commands = useSyncExternalStore(subscribeToCommands, registeredCommands);
  const groups = groupOrder
    .map((group) => ({ group, offered: commands.filter((each) => each.group === group && each.keys !== undefined) }))
    .filter(({ offered }) => offered.length > 0);
  return (
    <DialogFrame title={commandBar('keyboardShortcuts')} size="xl" isLong onClose={onClose}>
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
    </DialogFrame>
  );
}
