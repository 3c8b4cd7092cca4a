import { Grid, Stack } from '@chakra-ui/react';
import { type AiProvider, aiServers } from '@parley/contracts/assistant/settings';
import type { AssistantState } from '@parley/contracts/assistant/answers';
import type { Settings } from '@parley/contracts/settings/settings';
import { optionsOf, settingFields } from '../../domain/fields/fields.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { listed } from '../../i18n/language.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { twoColumns } from '../../ui/two-columns.ts';
import type { Edited } from './integration-form.tsx';

const examples: Partial<Record<AiProvider, string>> = { azure: 'https://RESOURCE.openai.azure.com/openai/v1' };

interface ModelConnectionProps extends Edited<Settings['aiConfig']> {
  environment: AssistantState['environment'] | undefined;
}

/** Edits where the assistant's model is: the environment's server, or one with its own address and key. */
export function ModelConnection({ value, set, fault, guard, environment }: ModelConnectionProps) {
  const choose = (provider: AiProvider) =>
    // The key belongs to the server before.
    set({ provider, baseUrl: provider === 'environment' ? '' : aiServers[provider], apiKey: '' });
  const isOwn = value.provider !== 'environment';
  const { disabled, hint } = guard('provider', isOwn ? undefined : environment && environmentWords(environment));
  return (
    <Stack gap="4">
      <SelectField
        label={integrationWords('provider')}
        hint={hint}
        disabled={disabled}
        value={value.provider}
        options={optionsOf(settingFields.aiConfig.provider)}
        onChange={choose}
      />
      {isOwn && (
        <Grid templateColumns={twoColumns} gap="4">
          <TextField
            label={integrationWords('baseUrl')}
            {...guard('baseUrl', integrationWords(value.provider === 'ollama' ? 'privateHint' : 'baseUrlHint'))}
            dir="ltr"
            inputMode="url"
            placeholder={examples[value.provider]}
            value={value.baseUrl}
            error={fault('baseUrl')}
            onChange={(event) => set({ baseUrl: event.target.value.trim() })}
          />
          <TextField
            label={integrationWords('apiKey')}
            {...guard('apiKey', integrationWords('modelKeyHint'))}
            type="password"
            autoComplete="new-password"
            value={value.apiKey}
            error={fault('apiKey')}
            onChange={(event) => set({ apiKey: event.target.value.trim() })}
          />
        </Grid>
      )}
    </Stack>
  );
}

/** Names the variables that count, and their values, except the key. */
function environmentWords({ baseUrl, hasKey, model }: AssistantState['environment']): string {
  const values = [
    ...(hasKey ? ['OPENAI_API_KEY'] : []),
    ...(baseUrl === null ? [] : [`OPENAI_BASE_URL = ${baseUrl}`]),
    ...(model === null ? [] : [`OPENAI_MODEL = ${model}`]),
  ];
  return hasKey || baseUrl !== null
    ? integrationWords('environmentGives', { values: listed(values) })
    : integrationWords('environmentEmpty');
}
