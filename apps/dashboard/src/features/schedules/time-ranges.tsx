import { Box, IconButton, Input } from '@chakra-ui/react';
import { scheduleRangesPerDayMax } from '@parley/contracts/schedules/limits';
import type { TimeRange } from '@parley/contracts/schedules/schedule';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { settingsWords } from '../../i18n/en/settings.ts';

interface TimeRangesProps {
  /** Name of the day in the labels of the fields. */
  day: string;
  ranges: readonly TimeRange[];
  onChange: (ranges: TimeRange[]) => void;
  /** Further buttons beside the ranges. */
  children?: ReactNode;
}

/** Returns a range for after the last one: four hours, until the end of the day at most. */
function nextRange(ranges: readonly TimeRange[]): TimeRange {
  const last = ranges.at(-1);
  if (!last) return { start: '09:00', end: '17:00' };
  const hour = Math.min(Number(last.end.slice(0, 2)) + 1, 23);
  const two = (number: number) => String(number).padStart(2, '0');
  return { start: `${two(hour)}:00`, end: hour + 4 > 23 ? '23:59' : `${two(hour + 4)}:00` };
}

/** Edits the working times of a day. */
export function TimeRanges({ day, ranges, onChange, children }: TimeRangesProps) {
  const change = (index: number, part: Partial<TimeRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)));
  const timeField = (index: number, end: keyof TimeRange, label: string) => (
    <Input
      type="time"
      size="sm"
      width={{ base: '7.75rem', md: '7.375rem' }}
      px={{ base: '2', md: '3' }}
      required
      aria-label={label}
      value={ranges[index]?.[end] ?? ''}
      onChange={({ target }) => change(index, { [end]: target.value })}
    />
  );
  return (
    <Box
      display="flex"
      flex="1"
      minW="0"
      gap="2"
      flexWrap={{ base: 'wrap', md: 'nowrap' }}
      alignItems="flex-start"
      justifyContent="space-between"
    >
      <Box display="grid" gap="1.5">
        {ranges.length === 0 && (
          <Box fontSize="sm" color="fg.muted" minH="8" display="flex" alignItems="center">
            {settingsWords('closed')}
          </Box>
        )}
        {ranges.map(({ start, end }, index) => (
          <Box
            key={index}
            display="flex"
            alignItems="center"
            gap={{ base: '1', md: '2' }}
            fontSize="sm"
            flexWrap="wrap"
          >
            {timeField(index, 'start', scheduleWords('rangeFrom', { day, number: index + 1 }))}
            <span>{settingsWords('to')}</span>
            {timeField(index, 'end', scheduleWords('rangeTo', { day, number: index + 1 }))}
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={scheduleWords('removeRange', { day, number: index + 1 })}
              onClick={() => onChange(ranges.filter((_, at) => at !== index))}
            >
              <X size={14} aria-hidden />
            </IconButton>
            {end <= start && (
              <Box as="span" fontSize="xs" color="fg.muted">
                {settingsWords('overMidnight')}
              </Box>
            )}
          </Box>
        ))}
      </Box>
      <Box display="flex" gap="1">
        {ranges.length < scheduleRangesPerDayMax && (
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={scheduleWords('addRange', { day })}
            title={scheduleWords('addRange', { day })}
            onClick={() => onChange([...ranges, nextRange(ranges)])}
          >
            <Plus size={14} aria-hidden />
          </IconButton>
        )}
        {children}
      </Box>
    </Box>
  );
}
