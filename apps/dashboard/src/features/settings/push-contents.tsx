import type { Settings } from '@parley/contracts/settings/settings';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { RetentionChoice } from '../../forms/retention-choice.tsx';
import { pushWords } from '../../i18n/en/push.ts';
import { pushContents } from '@parley/contracts/users/limits';
import { ActionRow } from '../../ui/action-row.tsx';
import { Panel } from '../../ui/panel.tsx';

const { content } = settingFields.pushConfig;

/** Sets what push notifications show at most. */
export function PushContents({ config }: { config: Settings['pushConfig'] }) {
  const may = useMay('settings.change');
  return (
    <Panel title={pushWords('title')}>
      <ActionRow label={labelOf(content)} hint={pushWords('workspaceHint')}>
        <RetentionChoice
          label={labelOf(content)}
          periods={pushContents}
          saved={config.content}
          disabled={!may}
          width="12rem"
          nameOf={(each) => content.nameOf(each)}
          change={(each) => ({ pushConfig: { content: each } })}
        />
      </ActionRow>
    </Panel>
  );
}
