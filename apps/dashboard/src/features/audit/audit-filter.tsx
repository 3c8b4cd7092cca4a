import { Box, Grid } from '@chakra-ui/react';
import { auditActions } from '@parley/contracts/audit/audit-actions';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useRead } from '../../api/read.ts';
import { auditWords } from '../../i18n/en/audit.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { actionName } from './action-name.ts';

/** Empty for all; days as a date field has them. */
export const noFilter = { actorId: '', action: '', subject: '', from: '', to: '' };
export type AuditFilterValues = typeof noFilter;

const dayMs = 24 * 3600 * 1000;
/** The beginning of a day by the viewer's clock. */
const beginningOf = (day: string): Date => new Date(`${day}T00:00`);

/** Returns the filter as a query: whole days, the last one included. */
export function queryOf({ actorId, action, subject, from, to }: AuditFilterValues) {
  return {
    ...(actorId && { actorId }),
    ...(action && { action }),
    ...(subject.trim() && { subject: subject.trim() }),
    ...(from && { from: beginningOf(from).toISOString() }),
    ...(to && { to: new Date(beginningOf(to).getTime() + dayMs).toISOString() }),
  };
}

interface AuditFilterProps {
  values: AuditFilterValues;
  onChange: (values: AuditFilterValues) => void;
}

export function AuditFilter({ values, onChange }: AuditFilterProps) {
  const team = useRead(listRepresentatives, {}).data ?? [];
  const set = (change: Partial<AuditFilterValues>) => onChange({ ...values, ...change });
  const actions = Object.keys(auditActions)
    .map((value) => ({ value, label: actionName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <Grid
      px="4"
      py="3"
      gap="3"
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '1fr 1.3fr 1.2fr auto auto' }}
      role="search"
    >
      <SelectField
        label={auditWords('who')}
        value={values.actorId}
        options={[
          { value: '', label: auditWords('everybody') },
          ...team.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(actorId) => set({ actorId })}
      />
      <SelectField
        label={auditWords('what')}
        value={values.action}
        options={[{ value: '', label: auditWords('anything') }, ...actions]}
        onChange={(action) => set({ action })}
      />
      <Box gridColumn={{ base: 'span 2', md: 'auto' }}>
        <TextField
          label={auditWords('about')}
          placeholder={auditWords('aboutHint')}
          size="sm"
          maxLength={100}
          value={values.subject}
          onChange={(event) => set({ subject: event.target.value })}
        />
      </Box>
      <TextField
        label={auditWords('from')}
        type="date"
        size="sm"
        value={values.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <TextField
        label={auditWords('to')}
        type="date"
        size="sm"
        value={values.to}
        onChange={(event) => set({ to: event.target.value })}
      />
    </Grid>
  );
}
