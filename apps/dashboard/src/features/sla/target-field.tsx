import { Box, Field, Input } from '@chakra-ui/react';
import { slaTargetMaxMinutes } from '@parley/contracts/sla/limits';
import { useState } from 'react';
import { slaWords } from '../../i18n/en/sla.ts';
import { Select } from '../../ui/fields.tsx';

const units = { minutes: 1, hours: 60, days: 24 * 60 } as const;
type Unit = keyof typeof units;

/** Returns the largest unit that a number of minutes is a whole number of. */
const unitOf = (minutes: number): Unit =>
  minutes % units.days === 0 ? 'days' : minutes % units.hours === 0 ? 'hours' : 'minutes';

interface TargetFieldProps {
  label: string;
  /** Null without a target, which leaves the field empty. */
  minutes: number | null;
  error: string | undefined;
  onChange: (minutes: number | null) => void;
}

/** Edits a target as a number and its unit. */
export function TargetField({ label, minutes, error, onChange }: TargetFieldProps) {
  const [unit, setUnit] = useState<Unit>(minutes === null ? 'hours' : unitOf(minutes));
  const write = (text: string, of: Unit) => {
    const count = Number(text);
    onChange(text.trim() === '' || !Number.isFinite(count) ? null : Math.round(count * units[of]));
  };
  const count = minutes === null ? '' : String(minutes / units[unit]);
  return (
    <Field.Root invalid={error !== undefined} gap="1">
      <Field.Label fontSize="sm">{label}</Field.Label>
      <Box display="flex" gap="2" width="full">
        <Input
          type="number"
          size="sm"
          inputMode="decimal"
          min={0}
          max={slaTargetMaxMinutes / units[unit]}
          step="any"
          placeholder={slaWords('noTarget')}
          value={count}
          onChange={(event) => write(event.target.value, unit)}
        />
        <Box flex="none">
          <Select
            aria-label={slaWords('unitOf', { target: label })}
            value={unit}
            options={[
              { value: 'minutes', label: slaWords('minutes') },
              { value: 'hours', label: slaWords('hours') },
              { value: 'days', label: slaWords('days') },
            ]}
            onChange={(chosen) => {
              setUnit(chosen);
              write(count, chosen);
            }}
          />
        </Box>
      </Box>
      {error && <Field.ErrorText fontSize="xs">{error}</Field.ErrorText>}
    </Field.Root>
  );
}
