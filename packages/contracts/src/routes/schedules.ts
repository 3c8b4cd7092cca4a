import * as Type from 'typebox';
import { holidayCalendarMaxBytes } from '../schedules/limits.ts';
import { route } from '../route.ts';
import { Schedule, ScheduleExceptions, ScheduleName, ScheduleTimeZone, ScheduleWeek } from '../schedules/schedule.ts';
import { allOptional, expected, IdParam, NoContent, Nullable, Strict } from '../schema.ts';

const tag = { name: 'Schedules', description: 'Working times of websites and teams, with exceptions and holidays.' };
const params = Strict({ id: IdParam });
const fields = { name: ScheduleName, timezone: ScheduleTimeZone, week: ScheduleWeek, exceptions: ScheduleExceptions };

export const listSchedules = route({
  method: 'GET',
  path: '/api/schedules',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'List the schedules by name, the default one first',
  responses: { 200: Type.Array(Schedule) },
});

export const addSchedule = route({
  method: 'POST',
  path: '/api/schedules',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Create a schedule',
  refusals: ['conflict'],
  body: Strict({ ...fields, exceptions: Type.Optional(ScheduleExceptions) }),
  responses: { 201: Schedule },
});

export const updateSchedule = route({
  method: 'PATCH',
  path: '/api/schedules/:id',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Change a schedule; of the default one only the exceptions, since the settings have its week',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 }),
  responses: { 200: Schedule },
});

export const setHolidays = route({
  method: 'PUT',
  path: '/api/schedules/:id/holidays',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Replace a schedule’s public holidays by those of an iCalendar file or address; null removes them',
  refusals: ['other_side_failed'],
  params,
  body: Nullable(
    Type.Union([
      Strict({
        url: Type.String({ minLength: 1, maxLength: 2000, examples: ['https://calendar.example.com/de.ics'] }),
      }),
      Strict({ calendar: Type.String({ minLength: 1, maxLength: holidayCalendarMaxBytes }) }),
    ]),
  ),
  bodyLimit: 2 * holidayCalendarMaxBytes,
  responses: { 200: Schedule },
});

export const deleteSchedule = route({
  method: 'DELETE',
  path: '/api/schedules/:id',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Delete a schedule; its websites and teams follow the next one that applies',
  refusals: ['conflict'],
  params,
  responses: { 204: NoContent },
});
