import { Grid } from '@chakra-ui/react';
import { aiModels } from '@parley/contracts/channels/ai';
import { Bot } from 'lucide-react';
import { common } from '../../../i18n/en/common.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SelectField, SwitchField, TextArea, TextField } from '../../../ui/fields.tsx';
import { CopilotSettings } from '../../copilot/copilot-settings.tsx';
import { Articles } from '../articles.tsx';
import { integerOf, twoColumns } from '../fields.ts';
import { IntegrationForm } from '../integration-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

function AiForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm kind={kind} saved={settings.aiConfig} changeOf={(aiConfig) => ({ aiConfig })}>
      {({ value, set, fault }) => (
        <>
          <Grid templateColumns={twoColumns} gap="4">
            <SelectField
              label={integrationWords('model')}
              value={value.model}
              options={aiModels}
              onChange={(model) => set({ model })}
            />
            <TextField
              label={integrationWords('maxTokens')}
              inputMode="numeric"
              value={value.maxTokens || ''}
              error={fault('maxTokens')}
              onChange={(event) => set({ maxTokens: integerOf(event.target.value) })}
            />
          </Grid>
          <TextArea
            label={integrationWords('systemPrompt')}
            rows={6}
            maxLength={20_000}
            value={value.systemPrompt}
            error={fault('systemPrompt')}
            onChange={(event) => set({ systemPrompt: event.target.value })}
          />
          <SwitchField
            label={integrationWords('autoHandoff')}
            hint={integrationWords('autoHandoffHint')}
            checked={value.autoHandoff}
            onChange={(autoHandoff) => set({ autoHandoff })}
          />
        </>
      )}
    </IntegrationForm>
  );
}

const AiAbove = () => (
  <>
    <CopilotSettings />
    <Articles />
  </>
);

export const ai: ChannelScreen = {
  icon: Bot,
  name: () => common('aiAssistant'),
  about: () => integrationWords('aboutAi'),
  Form: AiForm,
  Above: AiAbove,
};
