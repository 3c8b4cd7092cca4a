import { summarisedFrom } from '@parley/contracts/assistant/copilot';
import { getCopilot } from '@parley/contracts/routes/copilot';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { PreferenceSwitch } from '../../forms/preference-switch.tsx';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { forms } from '../../i18n/en/forms.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Edits which copilot features run automatically for the user; nothing if the copilot is off. */
export function CopilotPreferences() {
  const me = useMe();
  const change = useChangeMe({ success: forms('settingsUpdated') });
  const { data } = useRead(getCopilot, {});
  if (!data || data.features.length === 0) return null;
  return (
    <Panel title={copilotWords('copilot')} description={copilotWords('settingsHint')}>
      <PreferenceSwitch
        name="copilotOnOpen"
        label={copilotWords('onOpen')}
        hint={copilotWords('onOpenHint', { messages: summarisedFrom })}
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
