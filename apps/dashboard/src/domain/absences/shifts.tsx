import { Box, Button, Flex, Grid } from '@chakra-ui/react';
import { addShift, deleteShift, listShifts, updateShift } from '@parley/contracts/routes/shifts';
import { type Weekday, weekdays } from '@parley/contracts/settings/settings';
import type { Shift } from '@parley/contracts/users/shifts';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { weekdayName } from '../../forms/weekday-name.ts';
import { common } from '../../i18n/en/common.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { shiftWords } from '../../i18n/en/shifts.ts';
import { timeFormat } from '../../i18n/time-format.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { focusAtFirst, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { calendarDay, dateStamp } from '../../ui/times.ts';
import { daysWords } from './shift-words.ts';

interface ShiftsProps {
  userId: string;
  title: string;
}

const ownZone = (): string => timeFormat().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows the shifts of a user that have not ended, to add, change and delete. */
export default function Shifts({ userId, title }: ShiftsProps) {
  const all = useRead(listShifts, {});
  const [deleting, setDeleting] = useState<Shift | null>(null);
  useRowKeys({ e: common('edit'), '#': shiftWords('delete') });
  const items = { ...all, data: all.data?.filter((shift) => shift.userId === userId) } as typeof all;
  return (
    <>
      <ItemsPanel
        title={title}
        description={shiftWords('about')}
        add={{ id: 'shift:add', label: shiftWords('add') }}
        items={items}
        empty={{ icon: CalendarClock, title: shiftWords('none'), hint: shiftWords('noneHint') }}
        renderForm={(shift, onDone) => <ShiftForm userId={userId} shift={shift} onDone={onDone} />}
      >
        {(shift, onEdit) => (
          <ItemLine change={{ onEdit, onDelete: () => setDeleting(shift) }}>
            <Facts>
              <span data-numbers>
                {daysWords(shift.weekdays)} {shift.start}–{shift.end === '23:59' ? '24:00' : shift.end}
              </span>
              {noteOf(shift).map((note) => (
                <Box as="span" color="fg.muted" key={note}>
                  {note}
                </Box>
              ))}
            </Facts>
          </ItemLine>
        )}
      </ItemsPanel>
      <DeleteShift shift={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Returns what isn't usual about a shift: days to come, its end, another time zone. */
function noteOf({ from, until, timezone }: Shift): string[] {
  const notes: string[] = [];
  if (from > dateStamp(new Date())) notes.push(shiftWords('since', { day: calendarDay(from) }));
  if (until !== null) notes.push(shiftWords('until', { day: calendarDay(until) }));
  if (timezone !== ownZone()) notes.push(timezone.replaceAll('_', ' '));
  return notes;
}

interface ShiftFormProps {
  userId: string;
  shift: Shift | undefined;
  onDone: () => void;
}

function ShiftForm({ userId, shift, onDone }: ShiftFormProps) {
  const [days, setDays] = useState<readonly Weekday[]>(shift?.weekdays ?? weekdays.slice(0, 5));
  const [start, setStart] = useState(shift?.start ?? '09:00');
  const [end, setEnd] = useState(shift?.end ?? '17:00');
  const [timezone, setTimezone] = useState(shift?.timezone ?? ownZone());
  const [from, setFrom] = useState(shift?.from ?? dateStamp(new Date()));
  const [until, setUntil] = useState(shift?.until ?? '');
  const put = (seen: Shift | undefined) => {
    const body = { weekdays: [...days], start, end, timezone, from, until: until || null };
    return seen
      ? call(updateShift, { params: { id: userId, shiftId: seen.id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addShift, { params: { id: userId }, body });
  };
  const save = useSaveItem(put, { item: shift, list: keyOf(listShifts), onDone });
  const isComplete = days.length > 0 && start && end && from && (!until || until >= from);
  return (
    <ItemForm
      saveLabel={shiftWords('save')}
      isPaused={save.isPending || !isComplete}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <Weekdays chosen={days} fault={faultOf(save.error, 'weekdays')} onChange={setDays} />
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '8.25rem 8.25rem 1fr' }} gap="3">
        <TextField
          ref={focusAtFirst}
          type="time"
          label={shiftWords('start')}
          required
          value={start}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextField
          type="time"
          label={shiftWords('end')}
          hint={end && end <= start ? settingsWords('overMidnight') : undefined}
          required
          value={end}
          onChange={({ target }) => setEnd(target.value)}
        />
        <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
          <TimeZoneField label={settingsWords('timezone')} value={timezone} onChange={setTimezone} />
        </Box>
      </Grid>
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '10rem 10rem' }} gap="3">
        <TextField
          type="date"
          label={scheduleWords('firstDay')}
          required
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          type="date"
          label={scheduleWords('lastDay')}
          hint={shiftWords('lastHint')}
          min={from}
          value={until}
          error={faultOf(save.error, 'until')}
          onChange={({ target }) => setUntil(target.value)}
        />
      </Grid>
    </ItemForm>
  );
}

interface WeekdaysProps {
  chosen: readonly Weekday[];
  fault: string | undefined;
  onChange: (days: Weekday[]) => void;
}

function Weekdays({ chosen, fault, onChange }: WeekdaysProps) {
  return (
    <Box as="fieldset">
      <Box as="legend" fontSize="sm" fontWeight="500" mb="1">
        {shiftWords('weekdays')}
      </Box>
      <Flex wrap="wrap" gap="1.5">
        {weekdays.map((day) => {
          const isIn = chosen.includes(day);
          return (
            <Button
              key={day}
              size="sm"
              minW="0"
              px={{ base: '1.5', md: '3' }}
              flex={{ base: '1 0 auto', md: 'none' }}
              variant={isIn ? 'solid' : 'outline'}
              aria-pressed={isIn}
              aria-label={weekdayName(day)}
              onClick={() => onChange(weekdays.filter((each) => (each === day ? !isIn : chosen.includes(each))))}
            >
              {weekdayName(day, 'short')}
            </Button>
          );
        })}
      </Flex>
      {fault && (
        <Box role="alert" color="fg.error" fontSize="sm">
          {fault}
        </Box>
      )}
    </Box>
  );
}

function DeleteShift({ shift, onClose }: { shift: Shift | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={shiftWords('delete')}
      id={shift?.id ?? null}
      remove={(shiftId) => call(deleteShift, { params: { id: shift?.userId ?? '', shiftId } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listShifts) })}
      onClose={onClose}
    >
      {shiftWords('deleteHint')}
    </DeleteDialog>
  );
}
