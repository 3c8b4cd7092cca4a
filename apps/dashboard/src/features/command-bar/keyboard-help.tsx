import { useSyncExternalStore } from 'react';
import { type Command, type CommandGroup, registeredCommands, subscribeToCommands } from '../../commands/commands.ts';
import { isOffered, keyCaps } from '../../commands/keyboard.ts';
import { commandBar } from '../../i18n/en/commandbar.ts';
import { commands as commandWords } from '../../i18n/en/commands.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { Keys } from '../../ui/keys.tsx';
import styles from './command-bar.module.css';
import { composerKeys, type KnownCommand, knownCommands } from './known-commands.ts';
import { groupOrder, groupWords } from './ranking.ts';

interface Line extends KnownCommand {
  /** True if the key does something now. */
  works: boolean;
}

/** Returns the lines of a group: what the screen offers, then what others offer. */
function linesOf(group: CommandGroup, offered: readonly Command[]): Line[] {
  const here = offered.flatMap(({ id, label, keys, ...command }): Line[] =>
    command.group === group && keys !== undefined ? [{ id, label, keys, works: isOffered(keys) }] : [],
  );
  const isHere = ({ id, label, keys }: KnownCommand): boolean =>
    here.some((each) => each.keys === keys && (each.label === label || group !== 'General' || each.id.startsWith(id)));
  const elsewhere = (knownCommands()[group] ?? []).filter((command) => !isHere(command));
  return [
    ...here,
    // A key that closes or reopens has one line.
    ...elsewhere
      .filter(({ keys }, at) => elsewhere.findIndex((each) => each.keys === keys) === at)
      .map((command) => ({ ...command, works: false })),
  ];
}

/** Lists the keys of the dashboard by where they work; those that do nothing on the present screen are greyed. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const commands = useSyncExternalStore(subscribeToCommands, registeredCommands);
  const mayWrite = commands.some(({ id }) => id === 'write');
  const inField = composerKeys();
  const isInField = ({ id }: Pick<Command, 'id'>): boolean => inField.some((each) => each.id === id);
  const others = commands.filter((command) => !isInField(command));
  const sections = groupOrder.map((group) => ({ id: group, title: groupWords(group), lines: linesOf(group, others) }));
  sections.splice(2, 0, {
    id: 'Conversation',
    title: commandWords('Composer'),
    lines: inField.map((each) => ({ ...each, works: mayWrite })),
  });
  return (
    <DialogFrame title={commandBar('keyboardShortcuts')} size="xl" isLong onClose={onClose}>
      <p className={styles.greyed}>{commandBar('greyedKeys')}</p>
      <div className={styles.keys}>
        {sections
          .filter(({ lines }) => lines.length > 0)
          .map(({ title, lines }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {lines.map(({ id, label, keys, works }) => (
                  <div key={id} data-greyed={works ? undefined : ''}>
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
