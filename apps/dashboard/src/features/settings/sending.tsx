import { Stack } from '@chakra-ui/react';
import { useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { forms } from '../../i18n/en/forms.ts';
import { profile } from '../../i18n/en/profile.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { views } from '../../i18n/en/views.ts';
import { PreferenceSwitch } from '../../forms/preference-switch.tsx';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Edits the user's shortcuts, and what sending and closing do. */
export function Sending() {
  return (
    <>
      <SendDelay />
      <Panel title={profile('keyboard')} description={profile('keyboardHint')}>
        <Stack gap="4">
          <PreferenceSwitch name="singleKeys" label={profile('singleKeys')} hint={profile('singleKeysHint')} />
          <PreferenceSwitch name="openNext" label={views('openNext')} hint={views('openNextHint')} />
        </Stack>
      </Panel>
    </>
  );
}

const delays = [0, 3, 5, 10, 20, 30];

function SendDelay() {
  const me = useMe();
  const change = useChangeMe({ success: forms('settingsUpdated') });
  const offered = [...new Set([...delays, me.sendDelaySeconds])].toSorted((one, other) => one - other);
  return (
    <Panel title={scheduledWords('delay')} description={scheduledWords('delayHint')}>
      <Select
        aria-label={scheduledWords('delay')}
        value={String(me.sendDelaySeconds)}
        options={offered.map((count) => ({
          value: String(count),
          label: count === 0 ? scheduledWords('atOnce') : scheduledWords('seconds', { count }),
        }))}
        disabled={change.isPending}
        onChange={(value) => change.mutate({ sendDelaySeconds: Number(value) })}
      />
    </Panel>
  );
}
