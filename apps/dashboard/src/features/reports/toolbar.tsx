import { Button, IconButton, Input } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import { hasWorkingTime } from '@parley/contracts/reports/reports';
import { Check, ListFilter, X } from 'lucide-react';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { rowsOf } from '../../domain/filter/conditions.ts';
import { useKnown } from '../../domain/filter/use-known.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { Select } from '../../ui/fields.tsx';
import { Popup } from './popup.tsx';
import { type RangeName, rangeNames } from '@parley/contracts/reports/ranges';
import type { ReportState } from '@parley/contracts/reports/address';
import { daysOfState } from './report-state.ts';
import { rangeLabel } from './report-words.ts';
import styles from './reports.module.css';

interface ToolbarProps {
  state: ReportState;
  today: string;
  onChange: (change: Partial<ReportState>) => void;
}

/** Chooses the days, the conversations and the clock that a report covers; changes apply at once. */
export function Toolbar({ state, today, onChange }: ToolbarProps) {
  const { range } = state;
  const days = daysOfState(state, today);
  const isCustom = typeof range === 'object';
  return (
    <div className={styles.toolbar}>
      <div className={styles.range}>
        <Select<RangeName | 'custom'>
          aria-label={reportWords('range')}
          value={isCustom ? 'custom' : range}
          options={[
            ...rangeNames.map((value) => ({ value, label: rangeLabel(value) })),
            { value: 'custom' as const, label: reportWords('custom') },
          ]}
          onChange={(name) => onChange({ range: name === 'custom' ? days : name })}
        />
      </div>
      {isCustom && (
        <div className={styles.days}>
          <Day
            label={reportWords('from')}
            value={range.from}
            max={range.to}
            onSet={(from) => onChange({ range: { ...range, from } })}
          />
          <span aria-hidden>–</span>
          <Day
            label={reportWords('to')}
            value={range.to}
            min={range.from}
            onSet={(to) => onChange({ range: { ...range, to } })}
          />
        </div>
      )}
      <Toggle
        label={reportWords('compare')}
        hint={reportWords('compareHint')}
        isOn={state.isCompared}
        onChange={(isCompared) => onChange({ isCompared })}
      />
      {hasWorkingTime(state.report) && (
        <>
          <Toggle
            label={reportWords('workingTime')}
            hint={reportWords('workingTimeHint')}
            isOn={state.isInWorkingTime}
            onChange={(isInWorkingTime) => onChange({ isInWorkingTime })}
          />
          <Toggle
            label={reportWords('averages')}
            hint={reportWords('averagesHint')}
            isOn={state.hasAverages}
            onChange={(hasAverages) => onChange({ hasAverages })}
          />
        </>
      )}
      <FilterPopup state={state} onChange={onChange} />
    </div>
  );
}

interface ToggleProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

const Toggle = ({ label, hint, isOn, onChange }: ToggleProps) => (
  <Button
    size="xs"
    variant={isOn ? 'subtle' : 'outline'}
    aria-pressed={isOn}
    title={hint}
    onClick={() => onChange(!isOn)}
  >
    {isOn && <Check size={14} aria-hidden />}
    {label}
  </Button>
);

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onSet: (day: string) => void;
}

const Day = ({ label, value, min, max, onSet }: DayProps) => (
  <Input
    type="date"
    size="xs"
    width="auto"
    aria-label={label}
    defaultValue={value}
    key={value}
    min={min}
    max={max}
    // While a year is typed it is the year 2, then 20, then 202.
    onBlur={({ target }) => target.value && target.checkValidity() && target.value !== value && onSet(target.value)}
    onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
  />
);

function FilterPopup({ state: { filter }, onChange }: Pick<ToolbarProps, 'state' | 'onChange'>) {
  const count = filter ? (rowsOf(filter)?.rows.length ?? 1) : 0;
  return (
    <>
      <Popup
        label={reportWords('filter')}
        isWide
        button={{
          size: 'xs',
          variant: count > 0 ? 'subtle' : 'outline',
          children: (
            <>
              <ListFilter size={14} aria-hidden />
              {count > 0 ? reportWords('filterCount', { count }) : reportWords('filter')}
            </>
          ),
        }}
      >
        <Conditions filter={filter} onChange={onChange} />
      </Popup>
      {filter && (
        <IconButton
          size="xs"
          variant="ghost"
          aria-label={reportWords('clearFilter')}
          title={reportWords('clearFilter')}
          onClick={() => onChange({ filter: null })}
        >
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </>
  );
}

/** Its names are read when it opens: the figures come first. */
function Conditions({ filter, onChange }: { filter: Filter | null; onChange: ToolbarProps['onChange'] }) {
  const known = useKnown();
  return <FilterRows where={filter} known={known} onChange={(changed) => onChange({ filter: changed })} />;
}
