import type { Settings } from '@parley/contracts/settings/settings';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { networkWords } from '../../i18n/en/network.ts';
import { TextArea } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const editedOf = ({ allowed }: Settings['networkConfig']) => ({ text: allowed.join('\n') });
const sectionOf = ({ text }: { text?: string }) => (text === undefined ? {} : { allowed: linesOf(text) });

/** Edits the networks that the team may sign in from. Admins only. */
export function Networks({ settings }: { settings: Settings }) {
  return (
    <Panel title={networkWords('title')} description={networkWords('hint')}>
      <SettingsForm
        name="networks"
        settings={settings}
        savedOf={({ networkConfig }) => editedOf(networkConfig)}
        changeOf={(edits) => ({ networkConfig: sectionOf(edits) })}
        labelOf={() => networkWords('allowed')}
      >
        {({ value, set, fault }) => (
          <TextArea
            label={networkWords('allowed')}
            hint={networkWords('allowedHint')}
            error={fault('allowed')}
            rows={4}
            dir="ltr"
            fontFamily="mono"
            value={value.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </SettingsForm>
    </Panel>
  );
}
