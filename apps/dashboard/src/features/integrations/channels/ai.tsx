import { Grid } from '@chakra-ui/react';
import { aiModels } from '@parley/contracts/channels/ai';
import { Bot } from 'lucide-react';
import { SelectField, SwitchField, TextArea, TextField } from '../../../ui/fields.tsx';
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
            <SelectField label="Model" value={value.model} options={aiModels} onChange={(model) => set({ model })} />
            <TextField
              label="Max tokens"
              inputMode="numeric"
              value={value.maxTokens || ''}
              error={fault('maxTokens')}
              onChange={(event) => set({ maxTokens: integerOf(event.target.value) })}
            />
          </Grid>
          <TextArea
            label="System prompt"
            rows={6}
            maxLength={20_000}
            value={value.systemPrompt}
            error={fault('systemPrompt')}
            onChange={(event) => set({ systemPrompt: event.target.value })}
          />
          <SwitchField
            label="Auto handoff"
            hint="The assistant may hand a conversation to a person."
            checked={value.autoHandoff}
            onChange={(autoHandoff) => set({ autoHandoff })}
          />
        </>
      )}
    </IntegrationForm>
  );
}

export const ai: ChannelScreen = { icon: Bot, Form: AiForm, Above: Articles };
