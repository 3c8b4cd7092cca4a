import { IconButton } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import type { ListSort } from '@parley/contracts/conversations/views';
import { ListFilter } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useCommands } from '../../commands/commands.ts';
import { views } from '../../i18n/en/views.ts';
import { rowsOf } from '../../domain/filter/conditions.ts';
import styles from './filter.module.css';
import { lazyPart } from '../../loading/part.tsx';

const FilterPanel = lazyPart(() => import('./filter-panel.tsx'));

interface FilterButtonProps {
  where: Filter | null;
  sort: ListSort | null;
  onChange: (change: { where?: Filter | null; sort?: ListSort | null }) => void;
  onSave: () => void;
}

/** Opens the filter of the list, and shows how many conditions narrow it. */
export function FilterButton({ where, sort, onChange, onSave }: FilterButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = where ? (rowsOf(where)?.rows.length ?? 1) : 0;
  useCommands([
    { id: 'list:filter', label: views('filter'), group: 'List', keys: 'f f', run: () => setOpen(true) },
    {
      id: 'list:sort-activity',
      label: sortWords('activity'),
      group: 'List',
      run: () => onChange({ sort: 'activity' }),
    },
    {
      id: 'list:sort-waiting',
      label: sortWords('waitingLongest'),
      group: 'List',
      run: () => onChange({ sort: 'waiting' }),
    },
    {
      id: 'list:sort-due',
      label: sortWords('byDue'),
      group: 'List',
      run: () => onChange({ sort: 'due' }),
    },
    {
      id: 'list:sort-priority',
      label: sortWords('byPriority'),
      group: 'List',
      run: () => onChange({ sort: 'priority' }),
    },
  ]);
  return (
    <>
      <IconButton
        ref={button}
        variant="ghost"
        className={styles.button}
        aria-label={views('filter')}
        title={count > 0 ? views('filterCount', { count }) : views('filter')}
        data-command="list:filter"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-count={count > 0 ? count : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter size={16} aria-hidden />
        {count > 0 && <span className="sr-only">{views('filterCount', { count })}</span>}
      </IconButton>
      <Suspense>
        {isOpen && (
          <FilterPanel
            where={where}
            sort={sort}
            onChange={onChange}
            onSave={onSave}
            onClose={() => {
              setOpen(false);
              if (document.activeElement === document.body) button.current?.focus();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const sortWords = (order: 'activity' | 'waitingLongest' | 'byDue' | 'byPriority'): string =>
  views('sortBy', { order: views(order) });
