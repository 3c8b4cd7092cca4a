import { Grid } from '@chakra-ui/react';
import { dateFormats, hourFormats } from '@parley/contracts/users/time-format';
import { useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { forms } from '../../i18n/en/forms.ts';
import { profile } from '../../i18n/en/profile.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { dateIn, hourIn } from '../../ui/times.ts';
import { twoColumns } from '../../ui/two-columns.ts';

/** A moment with a day that can't be a month, and an hour in the afternoon. */
const example = new Date(2026, 10, 29, 15, 30);

/** Edits the time zone and the formats in which the user sees dates and times. */
export function Times() {
  const me = useMe();
  const change = useChangeMe({ success: forms('settingsUpdated') });
  return (
    <Panel title={profile('times')} description={profile('languageHint')}>
      <Grid templateColumns={twoColumns} gap="4">
        <TimeZoneField
          label={profile('timeZone')}
          none={profile('languageOfBrowser')}
          value={me.timeZone ?? ''}
          disabled={change.isPending}
          onChange={(zone) => change.mutate({ timeZone: zone || null })}
        />
        <SelectField
          label={profile('dateFormat')}
          value={me.dateFormat ?? ''}
          options={[
            { value: '', label: profile('asLanguage') },
            ...dateFormats.map((value) => ({ value, label: dateIn(value, example) })),
          ]}
          onChange={(value) => change.mutate({ dateFormat: dateFormats.find((each) => each === value) ?? null })}
        />
        <SelectField
          label={profile('hourFormat')}
          value={me.hourFormat ?? ''}
          options={[
            { value: '', label: profile('asLanguage') },
            ...hourFormats.map((value) => ({ value, label: hourIn(value, example) })),
          ]}
          onChange={(value) => change.mutate({ hourFormat: hourFormats.find((each) => each === value) ?? null })}
        />
      </Grid>
    </Panel>
  );
}
