import { Box, Button, Skeleton } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCommands } from '../commands/commands.ts';
import { rowProps, useRows } from '../commands/rows.ts';
import { common } from '../i18n/en/common.ts';
import { EmptyAction } from './empty-action.tsx';
import { EmptyState } from './empty-state.tsx';
import { Panel } from './panel.tsx';
import { Awaited } from './awaited.tsx';

interface ItemsPanelProps<Kept> {
  title: string;
  description: string;
  /** Name of adding one, by key and button. Left out for users who may not. */
  add?: { id: string; label: string } | undefined;
  items: UseQueryResult<Kept[]>;
  empty: { icon: LucideIcon; title: string; hint: string };
  /** The form of a new one, or of one that is changed. */
  renderForm: (item: Kept | undefined, onDone: () => void) => ReactNode;
  children: (item: Kept, onEdit: () => void) => ReactNode;
}

/** A short list that an installation keeps: new ones are added above it, and changed where they are. */
export function ItemsPanel<Kept extends { id: string }>(props: ItemsPanelProps<Kept>) {
  const { title, description, add, items, empty, renderForm, children } = props;
  const [isAdding, setAdding] = useState(false);
  const begin = () => setAdding(true);
  useCommands(add ? [{ ...add, group: 'General', keys: 'n', run: begin }] : []);
  useRows();
  return (
    <Panel
      title={title}
      description={description}
      flush
      action={
        add &&
        items.data?.length !== 0 && (
          <Button size="xs" variant="outline" onClick={begin}>
            <Plus size={14} aria-hidden />
            {add.label}
          </Button>
        )
      }
    >
      {isAdding && renderForm(undefined, () => setAdding(false))}
      {items.isPending && <Skeleton height="4.25rem" m="4" />}
      <Awaited read={items} />
      {items.data?.length === 0 && !isAdding && (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          compact
          action={add && <EmptyAction onClick={begin}>{add.label}</EmptyAction>}
        >
          {empty.hint}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none" borderTopWidth={isAdding && items.data?.length ? '1px' : '0'}>
        {items.data?.map((item) => (
          <Item key={item.id} renderForm={(onDone) => renderForm(item, onDone)}>
            {(onEdit) => children(item, onEdit)}
          </Item>
        ))}
      </Box>
    </Panel>
  );
}

interface ItemProps {
  renderForm: (onDone: () => void) => ReactNode;
  children: (onEdit: () => void) => ReactNode;
}

function Item({ renderForm, children }: ItemProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      {isEditing ? renderForm(() => setEditing(false)) : children(() => setEditing(true))}
    </Box>
  );
}

interface ItemLineProps {
  children: ReactNode;
  /**
   * Left out for users who may not change it; `onDelete` for items that are removed elsewhere. `editLabel` if editing
   * is only viewing.
   */
  change?: { onEdit: () => void; editLabel?: string; onDelete?: () => void; others?: ReactNode } | undefined;
}

/** Shows one item with its actions. */
export function ItemLine({ children, change }: ItemLineProps) {
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1" px="4" py="2">
      <Box flex="1 1 12rem" minW="0" overflowWrap="anywhere">
        {children}
      </Box>
      {change && (
        <Box display="flex" gap="1">
          <Button size="2xs" variant="outline" aria-keyshortcuts="e" onClick={change.onEdit}>
            {change.editLabel ?? common('edit')}
          </Button>
          {change.others}
          {change.onDelete && (
            <Button size="2xs" variant="ghost" aria-keyshortcuts="#" onClick={change.onDelete}>
              {common('delete')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
