import { Box } from '@chakra-ui/react';
import { workingHoursOf } from '@parley/contracts/schedules/business-hours';
import { dateAt, dayMs } from '@parley/contracts/schedules/time-zones';
import { rangesOn } from '@parley/contracts/schedules/working-time';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { useNow } from '../../ui/clock.ts';
import { calendarDay } from '../../ui/times.ts';

const shownDays = 14;

/** Shows the working times of the next days, as the form has them. */
export function NextDays({ schedule }: { schedule: Parameters<typeof workingHoursOf>[0] }) {
  const hours = workingHoursOf(schedule);
  const today = Date.parse(dateAt(hours.timezone, new Date(useNow())));
  const dates = Array.from({ length: shownDays }, (_, index) =>
    new Date(today + index * dayMs).toISOString().slice(0, 10),
  );
  return (
    <Box as="details">
      <Box as="summary" fontSize="sm" fontWeight="500" cursor="pointer">
        {scheduleWords('nextDays')}
      </Box>
      <Box as="ul" listStyleType="none" mt="1" fontSize="sm">
        {dates.map((date) => {
          const { name, ranges } = rangesOn(hours, date);
          return (
            <Box as="li" key={date} display="flex" flexWrap="wrap" columnGap="3" py="1" borderTopWidth="1px">
              <Box width={{ base: '6.5rem', md: '8.75rem' }}>{calendarDay(date)}</Box>
              <Box flex="1 0 auto" color={ranges.length === 0 ? 'fg.muted' : 'fg'} data-numbers>
                {ranges.length === 0
                  ? settingsWords('closed')
                  : ranges.map(({ start, end }) => `${start}–${end === '23:59' ? '24:00' : end}`).join(', ')}
              </Box>
              {name && (
                <Box as="bdi" color="fg.muted">
                  {name}
                </Box>
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
