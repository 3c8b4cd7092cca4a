import { Button, IconButton, Input } from '@chakra-ui/react';
import { type Filter, filterLimits } from '@parley/contracts/filter/filter';
import type { FilterField } from '@parley/contracts/filter/filter-fields';
import { Plus, X } from 'lucide-react';
import { views } from '../../i18n/en/views.ts';
import { Select } from '../../ui/fields.tsx';
import {
  comparisonsOf,
  fieldChoices,
  filterOf,
  firstCondition,
  type Known,
  readValue,
  type Row,
  type Rows,
  rowsOf,
  rowWords,
  shownValue,
  valueField,
  type ValueField,
  valuesOf,
  withComparison,
} from './conditions.ts';
import styles from './filter-rows.module.css';

interface FilterRowsProps {
  where: Filter | null;
  known: Known;
  /** Fields that aren't offered. */
  without?: readonly FilterField[];
  onChange: (where: Filter | null) => void;
}

/** Edits the conditions of a filter, each in a row. A filter with nested groups is only named as such. */
export function FilterRows({ where, known, without = [], onChange }: FilterRowsProps) {
  const present = rowsOf(where);
  const rows: Rows = present ?? { match: 'all', rows: [] };
  const show = (next: Rows) => onChange(filterOf(next));
  const [first] = fieldChoices(known).filter(({ value }) => !without.includes(value));
  const add = () => {
    const row = first && firstCondition(first.value, known);
    if (row) show({ ...rows, rows: [...rows.rows, row] });
  };
  return (
    <>
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
          without={without}
          onChange={(changed) => changed && show({ ...rows, rows: rows.rows.with(index, changed) })}
          onRemove={() => show({ ...rows, rows: rows.rows.toSpliced(index, 1) })}
        />
      ))}
      <div className={styles.line}>
        <Button size="xs" variant="ghost" onClick={add}>
          <Plus size={14} aria-hidden />
          {views('addCondition')}
        </Button>
      </div>
    </>
  );
}

interface RowControlsProps {
  row: Row;
  known: Known;
  without: readonly FilterField[];
  onChange: (row: Row | null) => void;
  onRemove: () => void;
}

function RowControls({ row, known, without, onChange, onRemove }: RowControlsProps) {
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
        options={fieldChoices(known, condition.field).filter(({ value }) => !without.includes(value))}
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
