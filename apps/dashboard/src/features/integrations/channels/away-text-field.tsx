import { awayTextMaxLength } from '@parley/contracts/channels/away-text';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { TextArea } from '../../../ui/fields.tsx';
import type { Edited } from '../integration-form.tsx';

interface WithAwayText {
  awayText: string;
}

/** Text that customers get who write outside the working times. */
export function AwayTextField<T extends WithAwayText>({
  value,
  set,
  fault,
}: Pick<Edited<T>, 'value' | 'fault'> & { set: (change: WithAwayText) => void }) {
  return (
    <TextArea
      label={integrationWords('awayText')}
      hint={integrationWords('awayTextHint')}
      rows={3}
      maxLength={awayTextMaxLength}
      value={value.awayText}
      error={fault('awayText')}
      onChange={(event) => set({ awayText: event.target.value })}
    />
  );
}
