import { IconButton, Menu } from '@chakra-ui/react';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { OverMain } from './over.tsx';

interface MoreMenuProps {
  /** Accessible name of the button, and its tooltip. */
  label: string;
  size?: '2xs' | 'xs';
  /** Id of the button. */
  id?: string;
  /** The keys that press the button, as ARIA writes them. */
  keys?: string;
  /** Mounted from the start, for screens with a single menu: opening it renders nothing. In lists each row has one. */
  isMountedAhead?: boolean;
  /** The button is in a dialog, outside of which nothing can be pressed. */
  isInDialog?: boolean;
  /** Items of the menu. */
  children: ReactNode;
}

/** Shows a button with three dots, and its menu of less frequent actions. */
export function MoreMenu({
  label,
  size = 'xs',
  id,
  keys,
  isMountedAhead = false,
  isInDialog = false,
  children,
}: MoreMenuProps) {
  const list = (
    <Menu.Positioner>
      <Menu.Content>{children}</Menu.Content>
    </Menu.Positioner>
  );
  return (
    <Menu.Root
      {...(id && { ids: { trigger: id } })}
      positioning={{ placement: 'bottom-end' }}
      lazyMount={!isMountedAhead}
      unmountOnExit={!isMountedAhead}
    >
      <Menu.Trigger asChild>
        <IconButton size={size} variant="ghost" aria-label={label} title={label} aria-keyshortcuts={keys}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      </Menu.Trigger>
      {isInDialog ? list : <OverMain>{list}</OverMain>}
    </Menu.Root>
  );
}
