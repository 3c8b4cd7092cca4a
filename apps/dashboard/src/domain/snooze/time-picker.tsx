import { Box, Button, Input } from '@chakra-ui/react';
import { snoozeDaysMax } from '@parley/contracts/conversations/limits';
import { listSchedules } from '@parley/contracts/routes/schedules';
import { AlarmClock } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useRead } from '../../api/read.ts';
import { timeZoneShown } from '../../i18n/time-format.ts';
import { pickers } from '../../i18n/en/pickers.ts';
import { fittingOptions, Picker, type PickerOption } from '../../ui/picker.tsx';
import { upcomingTime } from '../../ui/times.ts';
import { asFieldValue, ofFieldValue } from '../../ui/field-time.ts';
import { type Preset, presetsAt } from './presets.ts';

const presetKeys = {
  laterToday: 'laterToday',
  tomorrow: 'tomorrow',
  nextDay: 'nextDay',
  nextWeek: 'nextWeek',
} as const satisfies Record<Preset['id'], string>;
const dayMs = 24 * 3600_000;

interface TimePickerProps {
  title: string;
  onTake: (at: Date) => void;
  onClose: () => void;
  /** Options before the times. */
  more?: readonly PickerOption[];
  onMore?: (id: string) => void;
  children?: ReactNode;
}

/** A time to come: one of those that are offered, or any within a year. */
export function TimePicker({ title, onTake, onClose, more = [], onMore, children }: TimePickerProps) {
  const [now] = useState(() => new Date());
  const [custom, setCustom] = useState('');
  const schedule = useRead(listSchedules, {}).data?.find(({ isDefault }) => isDefault);
  const presets = schedule ? presetsAt(now, schedule.isAlwaysOpen ? null : schedule, timeZoneShown()) : [];
  const times = presets.map(({ id, at }) => ({
    id,
    label: pickers(presetKeys[id]),
    detail: upcomingTime(at.toISOString()),
    icon: <AlarmClock size={15} aria-hidden />,
  }));
  const choose = (id: string) => {
    const preset = presets.find((each) => each.id === id);
    if (preset) onTake(preset.at);
    else onMore?.(id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onTake(ofFieldValue(custom));
    onClose();
  };
  return (
    <Picker
      title={title}
      placeholder={pickers('chooseTime')}
      options={(typed) => fittingOptions<PickerOption>([...more, ...times], typed)}
      onChoose={choose}
      onClose={onClose}
      nothing={pickers('noneFits')}
    >
      <Box
        as="form"
        onSubmit={submit}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="3"
        px="4"
        py="3"
        borderTopWidth="1px"
      >
        <Box display="flex" gap="2">
          <Input
            type="datetime-local"
            size="sm"
            flex="1"
            minW="0"
            required
            aria-label={pickers('customTime')}
            min={asFieldValue(now)}
            max={asFieldValue(new Date(now.getTime() + snoozeDaysMax * dayMs))}
            value={custom}
            onChange={(event) => setCustom(event.target.value)}
          />
          <Button type="submit" size="sm" variant="outline" flex="none">
            {pickers('takeTime')}
          </Button>
        </Box>
        {children}
      </Box>
    </Picker>
  );
}
