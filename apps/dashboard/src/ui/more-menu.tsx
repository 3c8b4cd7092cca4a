import { IconButton, Menu } from '@chakra-ui/react';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { OverMain } from './over.tsx';

interface MoreMenuProps {
  /** What the button is called, and its tooltip. */
  label: string;
  size?: '2xs' | 'xs';
  /** Of the button. */
  id?: string;
  /** The keys that press the button, as ARIA writes them. */
  keys?: string;
  /** There from the start, where the screen has one: opening it has nothing to make. In lists each row has one. */
  isMountedAhead?: boolean;
  /** Its items. */
  children: ReactNode;
}

/** A button with three dots, and behind it the menu of what is done less often. */
export function MoreMenu({ label, size = 'xs', id, keys, isMountedAhead = false, children }: MoreMenuProps) {
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
      <OverMain>
        <Menu.Positioner>
          <Menu.Content>{children}</Menu.Content>
        </Menu.Positioner>
      </OverMain>
    </Menu.Root>
  );
}
