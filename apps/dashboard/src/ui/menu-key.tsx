import { Menu } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { registeredCommands, subscribeToCommands } from '../commands/commands.ts';
import { isOffered, keyCaps } from '../commands/keyboard.ts';

/** Shows at the end of a menu entry the key of its command: of the first of these ids that is offered now. */
export function MenuKey({ of }: { of: readonly string[] }) {
  const keys = useSyncExternalStore(
    subscribeToCommands,
    () => registeredCommands().find((command) => command.keys !== undefined && of.includes(command.id))?.keys,
  );
  if (!keys || !isOffered(keys)) return null;
  return (
    <Menu.ItemCommand aria-hidden css={{ '@media (hover: none)': { display: 'none' } }}>
      {keyCaps(keys).join(' ')}
    </Menu.ItemCommand>
  );
}
