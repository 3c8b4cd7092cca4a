import { Grid } from '@chakra-ui/react';
import { type AssistantChange, rehearsedSettings } from '@parley/contracts/assistant/rehearsals';
import { getAssistantState } from '@parley/contracts/routes/answers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { alwaysFresh, keyOf, read, useRead } from '../../../api/read.ts';
import { common } from '../../../i18n/en/common.ts';
import { answerWords } from '../../../i18n/en/answers.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SwitchField, TextArea, TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { CopilotSettings } from '../copilot-settings.tsx';
import { Costs } from '../../../domain/answers/costs.tsx';
import { Limits } from '../limits.tsx';
import { ByWebsite } from '../by-website.tsx';
import { integerOf } from '../fields.ts';
import { IntegrationCard, type IntegrationCardProps } from '../integration-card.tsx';
import { IntegrationForm } from '../integration-form.tsx';
import { KnowledgeLink } from '../knowledge-link.tsx';
import { ModelConnection } from '../model-connection.tsx';
import { ModelField } from '../model-field.tsx';
import { Playground } from '../playground.tsx';
import { modelStateTones, modelStateWords, ModelStatus } from '../model-status.tsx';
import { OnlyFromSources } from '../only-from-sources.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

/** Lines as typed: the last one may still be empty. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').slice(0, 200));
const priceOf = (text: string): number | null => (text === '' ? null : Number(text));

/** Returns the edits that can be rehearsed; prices and limits change no answer. */
function rehearsed(edits: Partial<FormProps['settings']['aiConfig']>): AssistantChange | null {
  const names = rehearsedSettings.filter((name) => edits[name] !== undefined);
  return names.length === 0 ? null : { settings: Object.fromEntries(names.map((name) => [name, edits[name]])) };
}

function AiForm({ kind, settings }: FormProps) {
  // Read again at every use: a source that was added turns the check on.
  const { data: state } = useQuery({ ...read(getAssistantState, {}), ...alwaysFresh });
  const queries = useQueryClient();
  const saved = settings.aiConfig;
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={(all) => all.aiConfig}
      changeOf={(aiConfig) => ({ aiConfig })}
      rehearsed={rehearsed}
      missing={state?.model === null ? integrationWords('modelMissing') : undefined}
      onTested={() => void queries.invalidateQueries({ queryKey: keyOf(getAssistantState) })}
    >
      {({ value, set, fault, guard }) => (
        <>
          {state && <ModelStatus status={state.status} />}
          <ModelConnection value={value} set={set} fault={fault} guard={guard} environment={state?.environment} />
          <Grid templateColumns={twoColumns} gap="4">
            <ModelField
              value={value.model}
              isOwnServer={value.provider !== 'environment'}
              isUnsaved={
                value.provider !== saved.provider || value.baseUrl !== saved.baseUrl || value.apiKey !== saved.apiKey
              }
              state={state}
              error={fault('model')}
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
          <SwitchField
            label={answerWords('asksIfAnswered')}
            hint={answerWords('asksIfAnsweredHint')}
            checked={value.asksIfAnswered}
            onChange={(asksIfAnswered) => set({ asksIfAnswered })}
          />
          <OnlyFromSources
            value={value.onlyFromSources}
            state={state}
            error={fault('onlyFromSources')}
            onChange={(onlyFromSources) => set({ onlyFromSources })}
          />
          <TextArea
            label={answerWords('personTopics')}
            hint={answerWords('personTopicsHint')}
            rows={4}
            value={value.personTopics.join('\n')}
            error={fault('personTopics')}
            onChange={(event) => set({ personTopics: linesOf(event.target.value) })}
          />
          <TextField
            label={answerWords('maxTurns')}
            hint={answerWords('maxTurnsHint')}
            inputMode="numeric"
            value={value.maxTurns || ''}
            error={fault('maxTurns')}
            onChange={(event) => set({ maxTurns: integerOf(event.target.value) })}
          />
          <ByWebsite value={value.websites} error={fault('websites')} onChange={(websites) => set({ websites })} />
          <Grid templateColumns={twoColumns} gap="4">
            <TextField
              type="number"
              label={answerWords('inputPrice')}
              hint={answerWords('priceHint')}
              min={0}
              step="any"
              value={value.inputPrice ?? ''}
              error={fault('inputPrice')}
              onChange={(event) => set({ inputPrice: priceOf(event.target.value) })}
            />
            <TextField
              type="number"
              label={answerWords('outputPrice')}
              min={0}
              step="any"
              value={value.outputPrice ?? ''}
              error={fault('outputPrice')}
              onChange={(event) => set({ outputPrice: priceOf(event.target.value) })}
            />
          </Grid>
          <Limits value={value} fault={fault} onChange={set} />
          <Costs />
        </>
      )}
    </IntegrationForm>
  );
}

const AiAbove = () => (
  <>
    <Playground />
    <CopilotSettings />
    <KnowledgeLink />
  </>
);

/** Shows the assistant's card, with what its model's last calls came to. */
function AiCard(props: IntegrationCardProps) {
  const { data } = useRead(getAssistantState, {});
  if (!data) return <IntegrationCard {...props} />;
  const { state } = data.status;
  return (
    <IntegrationCard
      {...props}
      state={{ tone: modelStateTones[state], words: integrationWords(modelStateWords[state]) }}
    />
  );
}

export const ai: ChannelScreen = {
  icon: Bot,
  name: () => common('aiAssistant'),
  about: () => integrationWords('aboutAi'),
  Form: AiForm,
  Above: AiAbove,
  Card: AiCard,
};
