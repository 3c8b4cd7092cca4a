import { Box } from '@chakra-ui/react';
import { deleteSchedule, listSchedules } from '@parley/contracts/routes/schedules';
import { listTeams } from '@parley/contracts/routes/teams';
import { listWebsites } from '@parley/contracts/routes/websites';
import { workingHoursOf } from '@parley/contracts/schedules/business-hours';
import type { Schedule } from '@parley/contracts/schedules/schedule';
import { teamHours } from '@parley/contracts/schedules/working-time';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { useNow } from '../../ui/clock.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { upcomingTime } from '../../ui/times.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** Manages schedules: working times, exceptions and public holidays. */
export function Schedules() {
  const mayChange = useMay('settings.change');
  const schedules = useRead(listSchedules, {});
  const websites = useRead(listWebsites, {}).data ?? [];
  const teams = useRead(listTeams, {}).data ?? [];
  const [deleting, setDeleting] = useState<Schedule | null>(null);
  useRowKeys(mayChange ? { e: common('edit'), '#': scheduleWords('deleteSchedule') } : {});
  const usersOf = ({ id }: Schedule) => [
    ...websites.filter(({ scheduleId }) => scheduleId === id).map(({ domain }) => domain),
    ...teams.filter(({ scheduleId }) => scheduleId === id).map(({ name }) => name),
  ];
  return (
    <>
      <ItemsPanel
        title={scheduleWords('schedules')}
        description={scheduleWords('schedulesHint')}
        add={mayChange ? { id: 'schedule:add', label: scheduleWords('addSchedule') } : undefined}
        items={schedules}
        empty={{ icon: CalendarClock, title: scheduleWords('schedules'), hint: scheduleWords('schedulesHint') }}
        renderForm={(schedule, onDone) => <ScheduleForm schedule={schedule} onDone={onDone} />}
      >
        {(schedule, onEdit) => (
          <ItemLine
            change={
              mayChange ? { onEdit, ...(!schedule.isDefault && { onDelete: () => setDeleting(schedule) }) } : undefined
            }
          >
            <Box as="bdi" fontWeight="500">
              {schedule.isDefault ? settingsWords('hours') : schedule.name}
            </Box>
            <Box textStyle="xs">
              <State schedule={schedule} />
            </Box>
            <Box color="fg.muted" textStyle="xs">
              <Facts>
                {schedule.timezone.replaceAll('_', ' ')}
                {schedule.holidays.length > 0 && scheduleWords('holidayCount', { count: schedule.holidays.length })}
                {usersOf(schedule).length > 0 && scheduleWords('usedBy', { names: usersOf(schedule).join(', ') })}
              </Facts>
            </Box>
          </ItemLine>
        )}
      </ItemsPanel>
      <DeleteSchedule schedule={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function State({ schedule }: { schedule: Schedule }) {
  const { isOpen, backAt } = teamHours(workingHoursOf(schedule), new Date(useNow()));
  if (isOpen) return settingsWords('nowOpen');
  return backAt ? settingsWords('nowClosedUntil', { time: upcomingTime(backAt) }) : settingsWords('nowClosed');
}

function DeleteSchedule({ schedule, onClose }: { schedule: Schedule | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={scheduleWords('deleteSchedule')}
      id={schedule?.id ?? null}
      remove={(id) => call(deleteSchedule, { params: { id } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listSchedules) })}
      onClose={onClose}
    >
      {scheduleWords('deleteHint', { name: schedule?.name ?? '' })}
    </DeleteDialog>
  );
}
