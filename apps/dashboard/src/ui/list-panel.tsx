import { Box, Button, IconButton, Switch } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Awaited } from './awaited.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmptyAction } from './empty-action.tsx';
import { EmptyState } from './empty-state.tsx';
import { Panel } from './panel.tsx';

interface ListPanelProps<Item> {
  title: string;
  description: string;
  read: UseQueryResult;
  /** Undefined until they are read. */
  items: readonly Item[] | undefined;
  add: { label: string; onAdd: () => void };
  /** Buttons beside the one that adds. */
  buttons?: ReactNode;
  empty: { icon: LucideIcon; title: string; hint: string };
  /** Above the list: a form, or a warning. */
  above?: ReactNode;
  /** Whether `above` adds an item, so that the list is not called empty. */
  isAdding?: boolean;
  below?: ReactNode;
  removal: {
    title: string;
    remove: (id: string) => Promise<unknown>;
    onDeleted: () => void;
    renderHint: (item: Item) => ReactNode;
  };
  children: (item: Item, onDelete: () => void) => ReactNode;
}

/** A list with items that are added and changed in a form or dialog of its own. Deleting one asks first. */
export function ListPanel<Item extends { id: string }>(props: ListPanelProps<Item>) {
  const { title, description, read, items, add, buttons, empty, above, isAdding, below, removal, children } = props;
  const [removing, setRemoving] = useState<Item | null>(null);
  const isEmpty = items?.length === 0;
  return (
    <Panel
      title={title}
      description={description}
      flush
      action={
        <Box display="flex" flexWrap="wrap" gap="1">
          {!isEmpty && (
            <Button size="xs" variant="outline" onClick={add.onAdd}>
              {add.label}
            </Button>
          )}
          {buttons}
        </Box>
      }
    >
      {above}
      <Awaited read={read} lines={3} />
      {isEmpty && !isAdding && (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          compact
          action={<EmptyAction onClick={add.onAdd}>{add.label}</EmptyAction>}
        >
          {empty.hint}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none" borderTopWidth={isAdding && items?.length ? '1px' : '0'}>
        {items?.map((item) => children(item, () => setRemoving(item)))}
      </Box>
      {!isEmpty && items && below}
      <DeleteDialog
        title={removal.title}
        id={removing?.id ?? null}
        remove={removal.remove}
        onDeleted={removal.onDeleted}
        onClose={() => setRemoving(null)}
      >
        {removing && removal.renderHint(removing)}
      </DeleteDialog>
    </Panel>
  );
}

interface SwitchedLineProps {
  isOn: boolean;
  switchLabel: string;
  onSwitch: (isOn: boolean) => void;
  /** Between the switch and the buttons. */
  beside?: ReactNode;
  buttons: readonly { label: string; icon: LucideIcon; onClick: () => void }[];
  children: ReactNode;
}

/** Line of an item that can be switched on and off, with a button for everything else. */
export function SwitchedLine({ isOn, switchLabel, onSwitch, beside, buttons, children }: SwitchedLineProps) {
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" px="4" py="2.5">
      <Box flex="1 1 14rem" minW="0" overflowWrap="anywhere" fontSize="sm">
        {children}
      </Box>
      <Box display="flex" alignItems="center" gap="1">
        <Switch.Root size="sm" me="1" checked={isOn} onCheckedChange={({ checked }) => onSwitch(checked)}>
          <Switch.HiddenInput aria-label={switchLabel} />
          <Switch.Control />
        </Switch.Root>
        {beside}
        {buttons.map(({ label, icon: Icon, onClick }) => (
          <IconButton key={label} size="xs" variant="ghost" aria-label={label} onClick={onClick}>
            <Icon size={15} aria-hidden />
          </IconButton>
        ))}
      </Box>
    </Box>
  );
}
