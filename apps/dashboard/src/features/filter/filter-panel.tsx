import { Button } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import { type ListSort, listSorts } from '@parley/contracts/conversations/views';
import { useEffect, useRef } from 'react';
import { runCommand } from '../../commands/commands.ts';
import {
  fieldWords,
  filterOf,
  firstCondition,
  type Row,
  type Rows,
  rowsOf,
  sortWords,
} from '../../domain/filter/conditions.ts';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { useKnown } from '../../domain/filter/use-known.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { views } from '../../i18n/en/views.ts';
import { Select } from '../../ui/fields.tsx';
import styles from './filter.module.css';

/** Most used conditions, as buttons. */
const quick: readonly { label: () => string; row: Row }[] = [
  { label: () => views('quickUnread'), row: { condition: { field: 'unread', op: 'is', value: true }, isNot: false } },
  {
    label: () => views('quickToday'),
    row: { condition: { field: 'updatedAt', op: 'newer_than', value: 'P1D' }, isNot: false },
  },
  {
    label: () => views('quickWeek'),
    row: { condition: { field: 'updatedAt', op: 'newer_than', value: 'P7D' }, isNot: false },
  },
];
const quickFields = ['website', 'tag', 'assignee'] as const;

interface FilterPanelProps {
  where: Filter | null;
  sort: ListSort | null;
  onChange: (change: { where?: Filter | null; sort?: ListSort | null }) => void;
  onSave: () => void;
  onClose: () => void;
}

/** Shows the filter and the order of the list, in a popover; changes apply at once. */
export default function FilterPanel({ where, sort, onChange, onSave, onClose }: FilterPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const known = useKnown();
  const rows: Rows = rowsOf(where) ?? { match: 'all', rows: [] };
  const show = (next: Rows) => onChange({ where: filterOf(next) });
  const add = (row: Row | null) => row && show({ ...rows, rows: [...rows.rows, row] });

  useEffect(() => {
    const box = panel.current;
    box?.showPopover();
    box?.querySelector<HTMLElement>('button, select')?.focus();
  }, []);
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={views('filter')}
      className={styles.panel}
      onToggle={(event) => event.nativeEvent.newState === 'closed' && onClose()}
    >
      <div className={styles.quick} role="group" aria-label={views('quick')}>
        {quick.map(({ label, row }) => {
          const at = rows.rows.findIndex((each) => JSON.stringify(each) === JSON.stringify(row));
          return (
            <Button
              key={label()}
              size="xs"
              variant={at < 0 ? 'outline' : 'subtle'}
              aria-pressed={at >= 0}
              onClick={() => (at < 0 ? add(row) : show({ ...rows, rows: rows.rows.toSpliced(at, 1) }))}
            >
              {label()}
            </Button>
          );
        })}
        {quickFields.map((field) => {
          const first = firstCondition(field, known);
          return (
            first && (
              <Button key={field} size="xs" variant="outline" onClick={() => add(first)}>
                {fieldWords(field, known)}
              </Button>
            )
          );
        })}
      </div>
      <FilterRows where={where} known={known} onChange={(changed) => onChange({ where: changed })} />
      <div className={styles.line}>
        <span>{views('sort')}</span>
        <Select
          aria-label={views('sort')}
          value={sort ?? 'own'}
          options={[
            { value: 'own', label: views('sortDefault') },
            ...listSorts.map((value) => ({ value, label: sortWords[value]() })),
          ]}
          onChange={(chosen) => onChange({ sort: chosen === 'own' ? null : chosen })}
        />
      </div>
      <div className={styles.foot}>
        <Button size="xs" variant="ghost" disabled={where === null} onClick={() => onChange({ where: null })}>
          {views('clear')}
        </Button>
        <Button
          size="xs"
          variant="ghost"
          onClick={() => {
            panel.current?.hidePopover();
            runCommand('list:spam');
          }}
        >
          {blockWords('showSpam')}
        </Button>
        <Button
          size="xs"
          variant="outline"
          onClick={() => {
            panel.current?.hidePopover();
            onSave();
          }}
        >
          {views('save')}
        </Button>
      </div>
    </div>
  );
}
