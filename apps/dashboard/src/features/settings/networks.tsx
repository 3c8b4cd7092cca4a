import type { Settings } from '@parley/contracts/settings/settings';
import type { FormEvent } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { useDraft } from '../../forms/draft.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { useSaveSection } from '../../forms/settings.ts';
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
export function Networks({ config }: { config: Settings['networkConfig'] }) {
  const draft = useDraft('networks', editedOf(config));
  const change = useSaveSection(draft, {
    changeOf: (edits) => ({ networkConfig: sectionOf(edits) }),
    savedOf: (settings) => editedOf(settings.networkConfig),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.save();
  };
  return (
    <Panel title={networkWords('title')} description={networkWords('hint')}>
      <form onSubmit={submit}>
        <TextArea
          label={networkWords('allowed')}
          hint={networkWords('allowedHint')}
          error={faultOf(change.error, 'allowed')}
          rows={4}
          dir="ltr"
          fontFamily="mono"
          value={draft.value.text}
          onChange={(event) => draft.set({ text: event.target.value })}
        />
        <SaveBar isDirty={draft.isDirty} isPending={change.isPending} onReset={draft.reset} />
      </form>
    </Panel>
  );
}
