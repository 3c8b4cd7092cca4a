import { newConversationTimes, type Settings } from '@parley/contracts/settings/settings';
import { useMay } from '../../forms/permissions.ts';
import { RetentionChoice } from '../../forms/retention-choice.tsx';
import { locale } from '../../i18n/language.ts';
import { starting } from '../../i18n/en/starting.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Panel } from '../../ui/panel.tsx';

type NewAfter = Settings['conversationConfig']['newAfter'];

/** Names what a message does after this time: "New after 7 days". */
function nameOf(time: NewAfter): string {
  if (time === 'never') return starting('reopens');
  const unit = time.endsWith('h') ? 'hour' : 'day';
  const amount = new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' });
  return starting('startsAfter', { time: amount.format(Number.parseInt(time, 10)) });
}

/** Sets when a message of the customer's starts a new conversation instead of reopening the closed one. */
export function ClosedConversations({ config }: { config: Settings['conversationConfig'] }) {
  const may = useMay('settings.change');
  return (
    <Panel title={starting('closing')}>
      <ActionRow label={starting('newAfter')} hint={starting('newAfterHint')}>
        <RetentionChoice
          label={starting('newAfter')}
          periods={newConversationTimes}
          saved={config.newAfter}
          disabled={!may}
          width="13rem"
          nameOf={nameOf}
          change={(newAfter) => ({ conversationConfig: { newAfter } })}
        />
      </ActionRow>
    </Panel>
  );
}
