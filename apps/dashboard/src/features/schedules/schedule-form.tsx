import { Box, Stack } from '@chakra-ui/react';
import { scheduleNameMaxLength } from '@parley/contracts/schedules/limits';
import { addSchedule, listSchedules, updateSchedule } from '@parley/contracts/routes/schedules';
import {
  faultOfExceptions,
  faultOfWeek,
  type Schedule,
  type ScheduleFault,
  type ScheduleWeek,
} from '@parley/contracts/schedules/schedule';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { focusAtFirst, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ExceptionsEditor } from './exceptions-editor.tsx';
import { Holidays } from './holidays.tsx';
import { NextDays } from './next-days.tsx';
import { WeekEditor } from './week-editor.tsx';

const usual = [{ start: '09:00', end: '17:00' }];
const usualWeek: ScheduleWeek = {
  monday: usual,
  tuesday: usual,
  wednesday: usual,
  thursday: usual,
  friday: usual,
  saturday: [],
  sunday: [],
};

const faultWords: Record<ScheduleFault['fault'], () => string> = {
  ranges_overlap: () => scheduleWords('rangesOverlap'),
  no_such_date: () => scheduleWords('endsBeforeStart'),
  ends_before_start: () => scheduleWords('endsBeforeStart'),
  exceptions_overlap: () => scheduleWords('exceptionsOverlap'),
};

/** Edits a schedule; of the default one only exceptions and holidays, since business hours have its week. */
export function ScheduleForm({ schedule, onDone }: { schedule: Schedule | undefined; onDone: () => void }) {
  const [name, setName] = useState(schedule?.name ?? '');
  const [timezone, setTimezone] = useState(schedule?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [week, setWeek] = useState(schedule?.week ?? usualWeek);
  const [exceptions, setExceptions] = useState(schedule?.exceptions ?? []);
  const isDefault = schedule?.isDefault === true;
  const put = (seen: Schedule | undefined) => {
    const body = isDefault ? { exceptions } : { name: name.trim(), timezone, week, exceptions };
    return seen
      ? call(updateSchedule, { params: { id: seen.id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addSchedule, { body: { name: name.trim(), timezone, week, exceptions } });
  };
  const save = useSaveItem(put, { item: schedule, list: keyOf(listSchedules), onDone });
  const weekFault = isDefault ? undefined : faultOfWeek(week);
  const exceptionFault = faultOfExceptions(exceptions);
  return (
    <>
      <ItemForm
        saveLabel={scheduleWords('save')}
        isPaused={
          save.isPending || (!isDefault && !name.trim()) || weekFault !== undefined || exceptionFault !== undefined
        }
        refusal={conflictWords(save.error)}
        onSave={() => save.mutate()}
        onLeave={onDone}
      >
        {isDefault ? (
          <Box textStyle="sm" color="fg.muted">
            <Box fontWeight="500" color="fg">
              {settingsWords('hours')}
            </Box>
            {schedule.isAlwaysOpen ? scheduleWords('alwaysOpen') : scheduleWords('weekOfBusinessHours')}{' '}
            <Box asChild color="fg.link" textDecoration="underline">
              <Link to="/settings?tab=hours">{scheduleWords('editBusinessHours')}</Link>
            </Box>
          </Box>
        ) : (
          <>
            <TextField
              ref={focusAtFirst}
              label={scheduleWords('name')}
              required
              maxLength={scheduleNameMaxLength}
              error={faultOf(save.error, 'name')}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <TimeZoneField label={settingsWords('timezone')} value={timezone} onChange={setTimezone} />
            <WeekEditor week={week} onChange={setWeek} fault={weekFault && faultWords[weekFault.fault]()} />
          </>
        )}
        <ExceptionsEditor
          exceptions={exceptions}
          onChange={setExceptions}
          fault={exceptionFault && faultWords[exceptionFault.fault]()}
        />
        {!weekFault && !exceptionFault && (
          <NextDays
            schedule={{
              isAlwaysOpen: schedule?.isAlwaysOpen ?? false,
              timezone,
              week,
              exceptions,
              holidays: schedule?.holidays ?? [],
            }}
          />
        )}
      </ItemForm>
      {schedule && (
        <Stack px="4" pb="4">
          <Holidays schedule={schedule} />
        </Stack>
      )}
    </>
  );
}
