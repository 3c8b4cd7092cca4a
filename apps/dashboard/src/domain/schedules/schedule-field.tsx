import { listSchedules } from '@parley/contracts/routes/schedules';
import { useRead } from '../../api/read.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { SelectField } from '../../ui/fields.tsx';

interface ScheduleFieldProps {
  value: string | null;
  /** Label of the choice of none. */
  none: string;
  /** Explains what it decides; by default, when the widget shows the team as away. */
  hint?: string;
  disabled?: boolean;
  onChange: (scheduleId: string | null) => void;
}

/** Chooses the schedule of a website, team or mailbox; hidden while there is none but business hours. */
export function ScheduleField({
  value,
  none,
  hint = scheduleWords('scheduleHint'),
  disabled = false,
  onChange,
}: ScheduleFieldProps) {
  const named = (useRead(listSchedules, {}).data ?? []).filter(({ isDefault }) => !isDefault);
  if (named.length === 0) return null;
  return (
    <SelectField
      label={scheduleWords('schedule')}
      hint={hint}
      value={value ?? ''}
      disabled={disabled}
      options={[{ value: '', label: none }, ...named.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(id) => onChange(id || null)}
    />
  );
}
