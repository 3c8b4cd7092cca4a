import { Stack } from '@chakra-ui/react';
import { type CopilotConfig, copilotFeatures, type CopilotFeature } from '@parley/contracts/assistant/copilot';
import type { Settings } from '@parley/contracts/settings/settings';
import { listWebsites } from '@parley/contracts/routes/websites';
import type { FormEvent } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { useRead } from '../../api/read.ts';
import { useDraft } from '../../forms/draft.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { useSaveSection, useSettings } from '../../forms/settings.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Edits the copilot's features, the words it never translates, and the websites without it. */
export function CopilotSettings() {
  const { data } = useSettings();
  return data ? <Form config={data.copilotConfig} /> : null;
}

const switches = (): Record<CopilotFeature, { label: string; hint: string }> => ({
  summaries: { label: copilotWords('summaries'), hint: copilotWords('summariesHint') },
  rewriting: { label: copilotWords('rewritingSwitch'), hint: copilotWords('rewritingHint') },
  tags: { label: copilotWords('tags'), hint: copilotWords('tagsHint') },
  answers: { label: copilotWords('answers'), hint: copilotWords('answersHint') },
  translation: { label: copilotWords('translation'), hint: copilotWords('translationHint') },
});

interface Draft extends Omit<CopilotConfig, 'glossary'> {
  glossary: string;
}

const editedOf = (config: CopilotConfig): Draft => ({ ...config, glossary: config.glossary.join('\n') });
const sectionOf = ({ glossary, ...edits }: Partial<Draft>): Partial<CopilotConfig> => ({
  ...edits,
  ...(glossary !== undefined && { glossary: linesOf(glossary) }),
});

function Form({ config }: { config: Settings['copilotConfig'] }) {
  const { data: websites = [] } = useRead(listWebsites, {});
  const draft = useDraft<Draft>('copilot', editedOf(config));
  const change = useSaveSection(draft, {
    changeOf: (edits) => ({ copilotConfig: sectionOf(edits) }),
    savedOf: (settings) => editedOf(settings.copilotConfig),
  });
  const { value, set } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.save();
  };
  const except = (id: string, isExcepted: boolean) =>
    set({
      exceptWebsiteIds: isExcepted
        ? [...value.exceptWebsiteIds, id]
        : value.exceptWebsiteIds.filter((each) => each !== id),
    });
  const words = switches();
  return (
    <Panel title={copilotWords('copilot')} description={copilotWords('settingsHint')}>
      <form onSubmit={submit}>
        <Stack gap="4">
          {copilotFeatures.map((feature) => (
            <SwitchField
              key={feature}
              label={words[feature].label}
              hint={words[feature].hint}
              checked={value[feature]}
              onChange={(checked) => set({ [feature]: checked })}
            />
          ))}
          <TextField
            label={copilotWords('voiceModel')}
            hint={copilotWords('voiceModelHint')}
            error={faultOf(change.error, 'transcriptionModel')}
            dir="ltr"
            value={value.transcriptionModel}
            onChange={({ target }) => set({ transcriptionModel: target.value.trim() })}
          />
          <TextArea
            label={copilotWords('glossary')}
            hint={copilotWords('glossaryHint')}
            error={faultOf(change.error, 'glossary')}
            rows={4}
            value={value.glossary}
            onChange={(event) => set({ glossary: event.target.value })}
          />
          {websites.map(({ id, domain }) => (
            <SwitchField
              key={id}
              label={copilotWords('onWebsite', { domain })}
              hint={copilotWords('onWebsiteHint')}
              checked={!value.exceptWebsiteIds.includes(id)}
              onChange={(checked) => except(id, !checked)}
            />
          ))}
        </Stack>
        <SaveBar isDirty={draft.isDirty} isPending={change.isPending} onReset={draft.reset} />
      </form>
    </Panel>
  );
}
