import { Button, IconButton, Input } from '@chakra-ui/react';
import { type Filter, filterLimits } from '@parley/contracts/filter/filter';
import { type ListSort, listSorts } from '@parley/contracts/conversations/views';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { runCommand } from '../../commands/commands.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { views } from '../../i18n/en/views.ts';
import { Select } from '../../ui/fields.tsx';
import {
  comparisonsOf,
  fieldChoices,
  fieldWords,
  filterOf,
  firstCondition,
  readValue,
  type Row,
  type Rows,
  rowsOf,
  rowWords,
  shownValue,
  sortWords,
  valueField,
  type ValueField,
  valuesOf,
  withComparison,
} from './conditions.ts';
import styles from './filter.module.css';
import { useKnown } from './use-known.ts';

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
  const present = rowsOf(where);
  const rows: Rows = present ?? { match: 'all', rows: [] };
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
      {present === null ? (
        <p>{views('complex')}</p>
      ) : (
        rows.rows.length > 1 && (
          <div className={styles.line}>
            <span>{views('match')}</span>
            <Select
              aria-label={views('match')}
              value={rows.match}
              options={[
                { value: 'all', label: views('matchAll') },
                { value: 'any', label: views('matchAny') },
              ]}
              onChange={(match) => show({ ...rows, match })}
            />
          </div>
        )
      )}
      {rows.rows.map((row, index) => (
        <RowControls
          // Rows have no name of their own but their place.
          key={`${index} ${row.condition.field}`}
          row={row}
          known={known}
          onChange={(changed) => changed && show({ ...rows, rows: rows.rows.with(index, changed) })}
          onRemove={() => show({ ...rows, rows: rows.rows.toSpliced(index, 1) })}
        />
      ))}
      <div className={styles.line}>
        <Button size="xs" variant="ghost" onClick={() => add(firstCondition('status', known))}>
          <Plus size={14} aria-hidden />
          {views('addCondition')}
        </Button>
      </div>
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

interface RowControlsProps {
  row: Row;
  known: Parameters<typeof valuesOf>[1];
  onChange: (row: Row | null) => void;
  onRemove: () => void;
}

function RowControls({ row, known, onChange, onRemove }: RowControlsProps) {
  const { condition, isNot } = row;
  const comparisons = comparisonsOf(condition.field, known);
  const comparison = comparisons.find(({ op, isNot: turned }) => op === condition.op && turned === isNot);
  const values = valuesOf(condition, known);
  const shown = shownValue(condition.value);
  const set = (text: string) =>
    onChange({ isNot, condition: { ...condition, value: readValue(condition, text, known) } });
  return (
    <div className={styles.row}>
      <Select
        aria-label={views('field')}
        value={condition.field}
        options={fieldChoices(known, condition.field)}
        onChange={(field) => onChange(firstCondition(field, known))}
      />
      <Select
        aria-label={views('operator')}
        value={comparison?.id ?? condition.op}
        options={comparison ? comparisons.map(({ id, label }) => ({ value: id, label })) : [condition.op]}
        onChange={(id) => {
          const chosen = comparisons.find((each) => each.id === id);
          if (chosen) onChange(withComparison(row, chosen, known));
        }}
      />
      {values ? (
        <Select aria-label={views('value')} value={shown} options={values} onChange={set} />
      ) : (
        <TypedValue field={valueField(condition, known)} shown={shown} onSet={set} />
      )}
      <IconButton
        size="sm"
        variant="ghost"
        aria-label={views('remove', { condition: rowWords(row, known) })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

interface TypedValueProps {
  field: ValueField;
  shown: string;
  onSet: (text: string) => void;
}

/** Value of a condition that is typed, by its kind. */
function TypedValue({ field, shown, onSet }: TypedValueProps) {
  if (field === 'instant' || field === 'day')
    return (
      <Input
        size="sm"
        type="date"
        aria-label={views('value')}
        value={shown.slice(0, 10)}
        onChange={({ target }) => {
          const day = new Date(`${target.value}T00:00:00`);
          if (!Number.isNaN(day.getTime())) onSet(field === 'day' ? target.value : day.toISOString());
        }}
      />
    );
  const isNumber = field === 'number';
  const set = (typed: string) => typed !== shown && !(isNumber && typed.trim() === '') && onSet(typed);
  return (
    <Input
      size="sm"
      type={isNumber ? 'number' : 'text'}
      step="any"
      aria-label={views('value')}
      maxLength={filterLimits.text}
      defaultValue={shown}
      // On blur: each letter would be another list, and a step back.
      onBlur={({ target }) => set(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && set(currentTarget.value)}
    />
  );
}
