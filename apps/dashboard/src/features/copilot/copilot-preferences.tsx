import { summarisedFrom } from '@parley/contracts/copilot';
import { getCopilot } from '@parley/contracts/routes/copilot';
import { updateUser } from '@parley/contracts/routes/people';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useRead } from '../../api/read.ts';
import { currentUserKey, useMe } from '../../auth/auth.tsx';
import { withRights } from '../../auth/rights.ts';
import { common } from '../../i18n/en/common.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** What of the copilot comes by itself, for oneself; nothing where it does nothing. */
export function CopilotPreferences() {
  const { copilotOnOpen } = usePreferences();
  const me = useMe();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (readTranslated: boolean) => call(updateUser, { params: { id: me.id }, body: { readTranslated } }),
    onSuccess: (changed) => client.setQueryData(currentUserKey, withRights(changed, me)),
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
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
        checked={change.isPending ? change.variables : me.readTranslated}
        disabled={change.isPending}
        onChange={(checked) => change.mutate(checked)}
      />
    </Panel>
  );
}
