import type { Settings } from '@parley/contracts/settings/settings';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { RetentionChoice } from '../../forms/retention-choice.tsx';
import { starting } from '../../i18n/en/starting.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Panel } from '../../ui/panel.tsx';

const { newAfter } = settingFields.conversationConfig;

/** Sets when a message of the customer's starts a new conversation instead of reopening the closed one. */
export function ClosedConversations({ config }: { config: Settings['conversationConfig'] }) {
  const may = useMay('settings.change');
  return (
    <Panel title={starting('closing')}>
      <ActionRow label={labelOf(newAfter)} hint={starting('newAfterHint')}>
        <RetentionChoice
          label={labelOf(newAfter)}
          periods={newAfter.values}
          saved={config.newAfter}
          disabled={!may}
          width="13rem"
          nameOf={newAfter.nameOf}
          change={(chosen) => ({ conversationConfig: { newAfter: chosen } })}
        />
      </ActionRow>
    </Panel>
  );
}
