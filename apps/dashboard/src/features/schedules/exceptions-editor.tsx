import { Box, Button, IconButton, Stack } from '@chakra-ui/react';
import { scheduleExceptionsMax, scheduleNameMaxLength } from '@parley/contracts/schedules/limits';
import type { ScheduleException } from '@parley/contracts/schedules/schedule';
import { Plus, Trash2 } from 'lucide-react';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { dateStamp } from '../../ui/times.ts';
import { TimeRanges } from './time-ranges.tsx';

interface ExceptionsEditorProps {
  exceptions: readonly ScheduleException[];
  onChange: (exceptions: ScheduleException[]) => void;
  fault: string | undefined;
}

const dayMs = 24 * 3600_000;

/** Returns a closed day after the last exception, tomorrow at the earliest. */
function nextException(exceptions: readonly ScheduleException[]): ScheduleException {
  const tomorrow = dateStamp(new Date(Date.now() + dayMs));
  const last =
    exceptions
      .map(({ until }) => until)
      .toSorted()
      .at(-1) ?? '';
  const date = last < tomorrow ? tomorrow : new Date(Date.parse(last) + dayMs).toISOString().slice(0, 10);
  return { name: '', from: date, until: date, ranges: [] };
}

/** Edits the days with other times than their weekdays. */
export function ExceptionsEditor({ exceptions, onChange, fault }: ExceptionsEditorProps) {
  const change = (index: number, part: Partial<ScheduleException>) =>
    onChange(exceptions.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <Box as="fieldset">
      <Box as="legend" fontSize="sm" fontWeight="500">
        {scheduleWords('exceptions')}
      </Box>
      <Box fontSize="xs" color="fg.muted" mb="2">
        {scheduleWords('exceptionsHint')}
      </Box>
      <Stack gap="0">
        {exceptions.map(({ name, from, until, ranges }, index) => (
          <Stack key={index} gap="2" py="3" borderTopWidth="1px">
            <Box display="flex" gap="2" alignItems="flex-end" flexWrap="wrap">
              <Box flex="1 1 10rem">
                <TextField
                  size="sm"
                  label={scheduleWords('exceptionName')}
                  maxLength={scheduleNameMaxLength}
                  value={name}
                  onChange={(event) => change(index, { name: event.target.value })}
                />
              </Box>
              <Box flex="0 1 9.5rem">
                <TextField
                  size="sm"
                  type="date"
                  label={scheduleWords('firstDay')}
                  required
                  value={from}
                  onChange={(event) =>
                    change(index, {
                      from: event.target.value,
                      ...(until < event.target.value && { until: event.target.value }),
                    })
                  }
                />
              </Box>
              <Box flex="0 1 9.5rem">
                <TextField
                  size="sm"
                  type="date"
                  label={scheduleWords('lastDay')}
                  required
                  min={from}
                  value={until}
                  onChange={(event) => change(index, { until: event.target.value })}
                />
              </Box>
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={scheduleWords('removeException', { name: name || from })}
                onClick={() => onChange(exceptions.filter((_, at) => at !== index))}
              >
                <Trash2 size={15} aria-hidden />
              </IconButton>
            </Box>
            <SwitchField
              label={scheduleWords('isOpen')}
              checked={ranges.length > 0}
              onChange={(isOpen) => change(index, { ranges: isOpen ? [{ start: '09:00', end: '12:00' }] : [] })}
            />
            {ranges.length > 0 && (
              <TimeRanges
                day={name || scheduleWords('thisDay')}
                ranges={ranges}
                onChange={(changed) => change(index, { ranges: changed })}
              />
            )}
          </Stack>
        ))}
      </Stack>
      {fault && (
        <Box role="alert" color="fg.error" fontSize="sm" mb="2">
          {fault}
        </Box>
      )}
      {exceptions.length < scheduleExceptionsMax && (
        <Button size="xs" variant="outline" onClick={() => onChange([...exceptions, nextException(exceptions)])}>
          <Plus size={14} aria-hidden />
          {scheduleWords('addException')}
        </Button>
      )}
    </Box>
  );
}
