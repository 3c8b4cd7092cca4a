import { Box, Button } from '@chakra-ui/react';
import type { Body } from '@parley/contracts/route';
import { listSchedules, setHolidays } from '@parley/contracts/routes/schedules';
import { holidayCalendarMaxBytes } from '@parley/contracts/schedules/limits';
import type { Schedule } from '@parley/contracts/schedules/schedule';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callPatiently } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { t } from '../../i18n/server-text.ts';
import { useNow } from '../../ui/clock.ts';
import { TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { textOfFile } from '../../ui/text-of-file.ts';
import { relativeTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Reads public holidays from a calendar's address or file, at once and apart from the form above. */
export function Holidays({ schedule }: { schedule: Schedule }) {
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Body<typeof setHolidays>) => callPatiently(setHolidays, { params: { id: schedule.id }, body }),
    onSuccess: () => {
      setUrl('');
      toast({ title: scheduleWords('holidaysSaved') });
      return client.invalidateQueries({ queryKey: keyOf(listSchedules) });
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <Box borderTopWidth="1px" pt="4">
      <Box fontSize="sm" fontWeight="500">
        {scheduleWords('holidays')}
      </Box>
      <Box fontSize="xs" color="fg.muted" mb="2">
        {scheduleWords('holidaysHint')}
      </Box>
      <State schedule={schedule} />
      <Box
        as="form"
        display="flex"
        gap="2"
        alignItems="flex-end"
        flexWrap="wrap"
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim()) mutate({ url: url.trim() });
        }}
      >
        <Box flex="1 1 14rem">
          <TextField
            size="sm"
            type="url"
            dir="ltr"
            label={scheduleWords('calendarUrl')}
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Box>
        <Button type="submit" size="sm" variant="outline" {...pausedWhile(isPending || !url.trim())}>
          {scheduleWords('readCalendar')}
        </Button>
        <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
          {scheduleWords('uploadCalendar')}
        </Button>
        {(schedule.holidays.length > 0 || schedule.holidayCalendar.host) && (
          <Button size="sm" variant="ghost" {...pausedWhile(isPending, () => mutate(null))}>
            {scheduleWords('removeHolidays')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept=".ics,text/calendar"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file && file.size > holidayCalendarMaxBytes)
              toast({
                title: common('updateFailed'),
                description: scheduleWords('fileTooLarge'),
                variant: 'destructive',
              });
            else if (file) void textOfFile(file).then((calendar) => mutate({ calendar }));
          }}
        />
      </Box>
    </Box>
  );
}

function State({ schedule: { holidays, holidayCalendar } }: { schedule: Schedule }) {
  const now = useNow();
  const { host, readAt, failure, failureLocalized } = holidayCalendar;
  if (holidays.length === 0 && failure === null) return null;
  const time = readAt === null ? '' : relativeTime(readAt, now);
  return (
    <Box fontSize="sm" mb="2">
      {scheduleWords('holidayCount', { count: holidays.length })}
      {'. '}
      {host === null ? scheduleWords('uploaded', { time }) : scheduleWords('readFrom', { host, time })}
      {failure !== null && (
        <Box role="status" color="fg.error">
          {scheduleWords('readFailed', { reason: t(failureLocalized, failure) })}
        </Box>
      )}
    </Box>
  );
}
