import type { Settings } from '@parley/contracts/settings/settings';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { RetentionChoice } from '../../forms/retention-choice.tsx';
import { settingsWords } from '../../i18n/en/settings.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Panel } from '../../ui/panel.tsx';

const { inputMinutes } = settingFields.availabilityConfig;
const offered = [5, 10, 15, 30, 60, 120];

/** Sets after how long without input a user counts as offline. */
export function AvailabilitySettings({ config }: { config: Settings['availabilityConfig'] }) {
  const may = useMay('settings.change');
  const all = [...new Set([...offered, config.inputMinutes])].toSorted((one, other) => one - other);
  return (
    <Panel title={settingsWords('availability')}>
      <ActionRow label={labelOf(inputMinutes)} hint={settingsWords('inputMinutesHint')}>
        <RetentionChoice
          label={labelOf(inputMinutes)}
          periods={all.map(String)}
          saved={String(config.inputMinutes)}
          disabled={!may}
          width="10rem"
          nameOf={(minutes) => inputMinutes.nameOf(Number(minutes))}
          change={(minutes) => ({ availabilityConfig: { inputMinutes: Number(minutes) } })}
        />
      </ActionRow>
    </Panel>
  );
}
