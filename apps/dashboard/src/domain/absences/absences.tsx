import { Box, Grid } from '@chakra-ui/react';
import { addAbsence, deleteAbsence, listAbsences, updateAbsence } from '@parley/contracts/routes/absences';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { dayMs, startOfDay } from '@parley/contracts/schedules/time-zones';
import type { Absence } from '@parley/contracts/users/absences';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { absenceWords } from '../../i18n/en/absences.ts';
import { common } from '../../i18n/en/common.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { timeFormat } from '../../i18n/time-format.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { focusAtFirst, SelectField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { calendarDay, dateStamp } from '../../ui/times.ts';

interface AbsencesProps {
  userId: string;
  title: string;
}

/** Shows the absences of a user that have not ended, to add, change and delete. */
export default function Absences({ userId, title }: AbsencesProps) {
  const all = useRead(listAbsences, {});
  const team = useRead(listRepresentatives, {}).data ?? [];
  const [deleting, setDeleting] = useState<Absence | null>(null);
  useRowKeys({ e: common('edit'), '#': absenceWords('delete') });
  const items = { ...all, data: all.data?.filter((absence) => absence.userId === userId) } as typeof all;
  return (
    <>
      <ItemsPanel
        title={title}
        description={absenceWords('about')}
        add={{ id: 'absence:add', label: absenceWords('add') }}
        items={items}
        empty={{ icon: CalendarOff, title: absenceWords('none'), hint: absenceWords('noneHint') }}
        renderForm={(absence, onDone) => <AbsenceForm userId={userId} absence={absence} onDone={onDone} />}
      >
        {(absence, onEdit) => {
          const covering = team.find(({ id }) => id === absence.coveredBy);
          return (
            <ItemLine change={{ onEdit, onDelete: () => setDeleting(absence) }}>
              <Facts>
                {absenceWords('range', {
                  from: calendarDay(firstDayOf(absence)),
                  until: calendarDay(lastDayOf(absence)),
                })}
                {covering && (
                  <Box as="span" color="fg.muted">
                    {absenceWords('covers', { name: covering.name })}
                  </Box>
                )}
              </Facts>
            </ItemLine>
          );
        }}
      </ItemsPanel>
      <DeleteAbsence absence={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

const firstDayOf = ({ from }: Absence): string => dateStamp(new Date(from));
const lastDayOf = ({ until }: Absence): string => dateStamp(new Date(Date.parse(until) - 1));

/** Start of a day in the time zone of the reader; `after` days later. */
function startOf(date: string, after = 0): string {
  const zone = timeFormat().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const day = new Date(Date.parse(date) + after * dayMs).toISOString().slice(0, 10);
  return startOfDay(zone, day).toISOString();
}

interface AbsenceFormProps {
  userId: string;
  absence: Absence | undefined;
  onDone: () => void;
}

function AbsenceForm({ userId, absence, onDone }: AbsenceFormProps) {
  const team = useRead(listRepresentatives, {}).data ?? [];
  const today = dateStamp(new Date());
  const [first, setFirst] = useState(absence ? firstDayOf(absence) : today);
  const [last, setLast] = useState(absence ? lastDayOf(absence) : today);
  const [coveredBy, setCoveredBy] = useState(absence?.coveredBy ?? '');
  const put = (seen: Absence | undefined) => {
    const body = { from: startOf(first), until: startOf(last, 1), coveredBy: coveredBy || null };
    return seen
      ? call(updateAbsence, {
          params: { id: userId, absenceId: seen.id },
          body: { ...body, expected: seenOf(seen, body) },
        })
      : call(addAbsence, { params: { id: userId }, body });
  };
  const save = useSaveItem(put, { item: absence, list: keyOf(listAbsences), onDone });
  return (
    <ItemForm
      saveLabel={absenceWords('save')}
      isPaused={save.isPending || !first || !last || last < first}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <Grid templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '10rem 10rem 1fr' }} gap="3">
        <TextField
          ref={focusAtFirst}
          type="date"
          label={scheduleWords('firstDay')}
          required
          value={first}
          onChange={({ target }) => {
            setFirst(target.value);
            if (last < target.value) setLast(target.value);
          }}
        />
        <TextField
          type="date"
          label={scheduleWords('lastDay')}
          required
          min={first}
          value={last}
          onChange={({ target }) => setLast(target.value)}
        />
        <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
          <SelectField
            label={absenceWords('coveredBy')}
            value={coveredBy}
            options={[
              { value: '', label: absenceWords('nobody') },
              ...team
                .filter(({ id, isActive }) => id !== userId && isActive !== false)
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setCoveredBy}
          />
        </Box>
      </Grid>
    </ItemForm>
  );
}

function DeleteAbsence({ absence, onClose }: { absence: Absence | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={absenceWords('delete')}
      id={absence?.id ?? null}
      remove={(absenceId) => call(deleteAbsence, { params: { id: absence?.userId ?? '', absenceId } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listAbsences) })}
      onClose={onClose}
    >
      {absenceWords('deleteHint')}
    </DeleteDialog>
  );
}
