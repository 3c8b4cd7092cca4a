import { Menu } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { OverMain } from './over.tsx';

/** A point of the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

interface MenuAtProps {
  /** Element that the menu belongs to; it has the focus again when the menu closes. */
  button: HTMLElement;
  /** Point at which a pointer opened it; below the button without one. */
  point?: Point | undefined;
  onClose: () => void;
  /** Name for screen readers; the button's without one. */
  label?: string;
  /** Items. */
  children: ReactNode;
}

/** Menu that is rendered only while it is open, for actions that are loaded when they are first asked for. */
export function MenuAt({ button, point, onClose, label, children }: MenuAtProps) {
  // Opens once it is in the document: before, it has no position that could be computed.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={({ open }) => {
        if (open) return;
        onClose();
        button.focus();
      }}
      positioning={{
        placement: point ? 'bottom-start' : 'bottom-end',
        getAnchorElement: () => button,
        ...(point && { getAnchorRect: () => ({ ...point, width: 0, height: 0 }) }),
      }}
    >
      <OverMain>
        <Menu.Positioner>
          <Menu.Content {...(label && { 'aria-label': label })}>{children}</Menu.Content>
        </Menu.Positioner>
      </OverMain>
    </Menu.Root>
  );
}
