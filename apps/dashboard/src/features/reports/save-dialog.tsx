import { Box, SimpleGrid, Stack } from '@chakra-ui/react';
import type { ReportState } from '@parley/contracts/reports/address';
import { savedReportNameMaxLength } from '@parley/contracts/reports/limits';
import { type RangeName, rangeNames } from '@parley/contracts/reports/ranges';
import {
  type MailInterval,
  mailIntervals,
  type ReportAudience,
  reportAudiences,
  type ReportSchedule,
  type ReportSelection,
  type SavedReport,
  usualMailRange,
} from '@parley/contracts/reports/saved';
import { addSavedReport, listSavedReports, updateSavedReport } from '@parley/contracts/routes/saved-reports';
import { useState } from 'react';
import { seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useColleagues } from '../../domain/users/colleagues.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { useSettings } from '../../forms/settings.ts';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { reportWords } from '../../i18n/en/reports.ts';
import { timeZoneShown } from '../../i18n/time-format.ts';
import { Choices } from '../../ui/choices.tsx';
import { focusAtFirst, SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { upcomingTime } from '../../ui/times.ts';
import { dayOfWeek, hourName, rangeLabel } from './report-words.ts';
import { isShown } from './saved.ts';

const intervals: Record<MailInterval, () => string> = {
  day: () => reportWords('daily'),
  week: () => reportWords('weekly'),
  month: () => reportWords('monthly'),
};
const audiences: Record<ReportAudience, () => string> = {
  me: () => reportWords('audienceMe'),
  all: () => reportWords('audienceAll'),
};

interface SaveDialogProps {
  /** The one that is changed; a new one without it. */
  saved?: SavedReport;
  /** On screen. */
  state: ReportState;
  /** Whether a new one is to be mailed. */
  isMailed?: boolean;
  onClose: () => void;
}

const selectionOf = (state: ReportState): ReportSelection => {
  const { range, isCompared, isInWorkingTime, hasAverages, filter, slice, attribute, shown } = state;
  return { range, isCompared, isInWorkingTime, hasAverages, filter, slice, attribute, shown };
};

/** Saves a report under a name, and when it is mailed to whom. */
export default function SaveDialog({ saved, state, isMailed = false, onClose }: SaveDialogProps) {
  const me = useMe();
  const mayShare = useMay('views.share');
  const zone = useSettings().data?.businessHours.timezone ?? timeZoneShown();
  const [name, setName] = useState(saved?.name ?? '');
  const [audience, setAudience] = useState<ReportAudience>(saved?.audience ?? 'me');
  const [takesShown, setTakesShown] = useState(false);
  const [isOn, setOn] = useState(saved ? saved.schedule !== null : isMailed);
  const [schedule, setSchedule] = useState<ReportSchedule>(
    saved?.schedule ?? {
      every: 'week',
      weekday: 1,
      day: 1,
      hour: 8,
      timeZone: zone,
      recipients: [me.id],
      hasCsv: false,
      isPaused: false,
    },
  );
  const chosen = !saved || takesShown ? selectionOf(state) : saved.selection;
  const [mailRange, setMailRange] = useState<RangeName | null>(
    saved?.schedule && typeof saved.selection.range === 'string' ? saved.selection.range : null,
  );
  const range = isOn ? (mailRange ?? usualMailRange[schedule.every]) : chosen.range;
  const fields = { name, audience, selection: { ...chosen, range }, schedule: isOn ? schedule : null };
  const save = useSaveItem<SavedReport, SavedReport>(
    (seen) =>
      seen
        ? call(updateSavedReport, {
            params: { id: seen.id },
            body: { ...fields, expected: seenOf(fieldsOf(seen), fields) },
          })
        : call(addSavedReport, { body: { ...fields, report: state.report } }),
    {
      item: saved,
      list: keyOf(listSavedReports),
      onDone: ({ nextAt }) => {
        const next = nextAt === null ? undefined : reportWords('nextMail', { time: upcomingTime(nextAt) });
        toast({ title: reportWords('reportSaved'), ...(next && { description: next }) });
        onClose();
      },
    },
  );
  const isWithoutRecipients = isOn && schedule.recipients.length === 0;
  return (
    <FormDialog
      title={reportWords(saved ? 'changeTitle' : 'saveTitle')}
      size="lg"
      submitLabel={reportWords('save')}
      isPaused={save.isPending || name.trim() === '' || isWithoutRecipients}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField
            ref={focusAtFirst}
            label={reportWords('reportName')}
            required
            maxLength={savedReportNameMaxLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <SelectField<ReportAudience>
            label={reportWords('audience')}
            value={audience}
            options={reportAudiences
              .filter((each) => each === audience || each === 'me' || mayShare)
              .map((value) => ({ value, label: audiences[value]() }))}
            onChange={setAudience}
          />
        </SimpleGrid>
        {saved && saved.report === state.report && !isShown(saved, state) && (
          <SwitchField label={reportWords('takeShown')} checked={takesShown} onChange={setTakesShown} />
        )}
        <SwitchField
          label={reportWords('sendByMail')}
          hint={reportWords('sendByMailHint')}
          checked={isOn}
          onChange={setOn}
        />
        {isOn && (
          <>
            <Times
              schedule={schedule}
              range={typeof range === 'string' ? range : usualMailRange[schedule.every]}
              onRange={setMailRange}
              onChange={(change) => {
                // The range follows the interval until another one is chosen.
                if (change.every && range === usualMailRange[schedule.every]) setMailRange(null);
                setSchedule({ ...schedule, ...change });
              }}
            />
            <Recipients
              chosen={schedule.recipients}
              onChange={(recipients) => setSchedule({ ...schedule, recipients })}
              problems={saved?.problems ?? []}
              isMissing={isWithoutRecipients}
            />
            <SwitchField
              label={reportWords('attachCsv')}
              checked={schedule.hasCsv}
              onChange={(hasCsv) => setSchedule({ ...schedule, hasCsv })}
            />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}

const fieldsOf = ({ name, audience, selection, schedule }: SavedReport) => ({ name, audience, selection, schedule });

interface TimesProps {
  schedule: ReportSchedule;
  range: RangeName;
  onRange: (range: RangeName) => void;
  onChange: (change: Partial<ReportSchedule>) => void;
}

function Times({ schedule, range, onRange, onChange }: TimesProps) {
  const { every, weekday, day, hour, timeZone } = schedule;
  const numbers = (from: number, to: number, name: (number: number) => string) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ value: String(from + index), label: name(from + index) }));
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
      <SelectField<MailInterval>
        label={reportWords('every')}
        value={every}
        options={mailIntervals.map((value) => ({ value, label: intervals[value]() }))}
        onChange={(value) => onChange({ every: value })}
      />
      {every === 'week' && (
        <SelectField
          label={reportWords('weekday')}
          value={String(weekday)}
          options={numbers(1, 7, dayOfWeek)}
          onChange={(value) => onChange({ weekday: Number(value) })}
        />
      )}
      {every === 'month' && (
        <SelectField
          label={reportWords('monthDay')}
          {...(day > 28 && { hint: reportWords('monthDayHint') })}
          value={String(day)}
          options={numbers(1, 31, String)}
          onChange={(value) => onChange({ day: Number(value) })}
        />
      )}
      <SelectField
        label={reportWords('hour')}
        value={String(hour)}
        options={numbers(0, 23, hourName)}
        onChange={(value) => onChange({ hour: Number(value) })}
      />
      <TimeZoneField
        label={reportWords('mailZone')}
        value={timeZone}
        onChange={(zone) => onChange({ timeZone: zone })}
      />
      <SelectField<RangeName>
        label={reportWords('range')}
        value={range}
        options={rangeNames.map((value) => ({ value, label: rangeLabel(value) }))}
        onChange={onRange}
      />
    </SimpleGrid>
  );
}

interface RecipientsProps {
  chosen: readonly string[];
  problems: SavedReport['problems'];
  isMissing: boolean;
  onChange: (chosen: string[]) => void;
}

function Recipients({ chosen, problems, isMissing, onChange }: RecipientsProps) {
  const colleagues = useColleagues();
  const all = colleagues.toSorted((one, other) => one.name.localeCompare(other.name));
  const nameOf = (userId: string): string => all.find(({ id }) => id === userId)?.name ?? reportWords('unnamed');
  return (
    <Box maxHeight="16rem" overflowY="auto">
      <Choices
        label={reportWords('recipients')}
        hint={reportWords(isMissing ? 'recipientsMissing' : 'recipientsHint')}
        all={all}
        chosen={chosen}
        onChange={onChange}
      />
      {problems
        .filter(({ userId }) => chosen.includes(userId))
        .map(({ userId, problem }) => (
          <Box key={userId} mt="2" color="fg.warning" fontSize="sm">
            {reportWords(problem, { name: nameOf(userId) })}
          </Box>
        ))}
    </Box>
  );
}
