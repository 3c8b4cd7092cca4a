import { summarisedFrom } from '@parley/contracts/assistant/copilot';
import { getCopilot } from '@parley/contracts/routes/copilot';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Edits which copilot features run automatically for the user; nothing if the copilot is off. */
export function CopilotPreferences() {
  const { copilotOnOpen } = usePreferences();
  const me = useMe();
  const change = useChangeMe();
  const { data } = useRead(getCopilot, {});
  if (!data || data.features.length === 0) return null;
  return (
    <Panel title={copilotWords('copilot')} description={copilotWords('settingsHint')}>
      <SwitchField
        label={copilotWords('onOpen')}
        hint={copilotWords('onOpenHint', { messages: summarisedFrom })}
        checked={copilotOnOpen}
        onChange={(checked) => setPreference('copilotOnOpen', checked)}
      />
      <SwitchField
        label={copilotWords('readTranslated')}
        hint={copilotWords('readTranslatedHint')}
        checked={(change.isPending ? change.variables.readTranslated : undefined) ?? me.readTranslated}
        disabled={change.isPending}
        onChange={(checked) => change.mutate({ readTranslated: checked })}
      />
    </Panel>
  );
}
