import { Box, IconButton } from '@chakra-ui/react';
import type { ScheduleWeek } from '@parley/contracts/schedules/schedule';
import { type Weekday, weekdays } from '@parley/contracts/settings/settings';
import { Copy } from 'lucide-react';
import { weekdayName } from '../../forms/weekday-name.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { TimeRanges } from './time-ranges.tsx';

interface WeekEditorProps {
  week: ScheduleWeek;
  onChange: (week: ScheduleWeek) => void;
  fault: string | undefined;
}

/** Days that another day's times are copied to: the weekend stays as it is. */
const workdays: readonly Weekday[] = weekdays.slice(0, 5);

/** Edits the working times of each weekday. */
export function WeekEditor({ week, onChange, fault }: WeekEditorProps) {
  const copy = (from: Weekday) =>
    onChange({ ...week, ...Object.fromEntries(workdays.map((day) => [day, week[from]])) });
  return (
    <Box as="fieldset">
      <Box as="legend" fontSize="sm" fontWeight="500" mb="1">
        {scheduleWords('workingTimes')}
      </Box>
      {weekdays.map((day) => {
        const name = weekdayName(day);
        return (
          <Box
            key={day}
            display="flex"
            flexWrap="wrap"
            columnGap="4"
            rowGap="1"
            py="1.5"
            borderTopWidth="1px"
            alignItems="flex-start"
          >
            <Box width="8.75rem" fontSize="sm" minH="8" display="flex" alignItems="center">
              {name}
            </Box>
            <TimeRanges day={name} ranges={week[day]} onChange={(ranges) => onChange({ ...week, [day]: ranges })}>
              <IconButton
                size="xs"
                variant="ghost"
                aria-label={scheduleWords('copyDay', { day: name })}
                title={scheduleWords('copyDay', { day: name })}
                onClick={() => copy(day)}
              >
                <Copy size={14} aria-hidden />
              </IconButton>
            </TimeRanges>
          </Box>
        );
      })}
      {fault && (
        <Box role="alert" color="fg.error" fontSize="sm">
          {fault}
        </Box>
      )}
    </Box>
  );
}
