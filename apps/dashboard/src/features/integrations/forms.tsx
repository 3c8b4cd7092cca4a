import { Grid } from '@chakra-ui/react';
import { aiModels } from '@parley/contracts/channels/ai';
import { secretMask, type Settings } from '@parley/contracts/settings';
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { type Edited, IntegrationForm } from './integration-form.tsx';
import type { IntegrationKind } from './kinds.ts';
import { PlaintextChoice } from './plaintext-choice.tsx';

interface FormProps {
  kind: IntegrationKind;
  settings: Settings;
}

const two = { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' };
/** Parsed as an integer (product specification section 5); nonsense is left to the server to refuse. */
const integerOf = (text: string): number => Number.parseInt(text, 10) || 0;

/** One address per line, blank lines dropped (product specification section 5). */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function EmailForm({ kind, settings }: FormProps) {
  const { emailConfig } = settings;
  return (
    <IntegrationForm
      kind={kind}
      saved={{ ...emailConfig, recipients: emailConfig.notificationEmails.join('\n') }}
      changeOf={({ recipients, ...edits }) => ({
        emailConfig: { ...edits, ...(recipients !== undefined && { notificationEmails: linesOf(recipients) }) },
      })}
    >
      {({ value, set, fault }) => (
        <>
          <SwitchField
            label="Use internal email"
            hint="Send through the mail server of this installation."
            checked={value.useInternalEmail}
            onChange={(useInternalEmail) => set({ useInternalEmail })}
          />
          {!value.useInternalEmail && <MailServer value={value} set={set} fault={fault} />}
          <Grid templateColumns={two} gap="16px">
            <TextField
              label="From email"
              type="email"
              value={value.fromEmail}
              error={fault('fromEmail')}
              onChange={(event) => set({ fromEmail: event.target.value.trim() })}
            />
            <TextField
              label="From name"
              value={value.fromName}
              error={fault('fromName')}
              onChange={(event) => set({ fromName: event.target.value })}
            />
          </Grid>
          <TextArea
            label="Notification recipients"
            hint="One address per line."
            rows={3}
            value={value.recipients}
            error={fault('notificationEmails')}
            onChange={(event) => set({ recipients: event.target.value })}
          />
          <Grid templateColumns={two} gap="16px">
            <TextField
              label="Subject prefix"
              value={value.subjectPrefix}
              error={fault('subjectPrefix')}
              onChange={(event) => set({ subjectPrefix: event.target.value })}
            />
            <TextField
              label="Thread modifier"
              value={value.threadModifier}
              error={fault('threadModifier')}
              onChange={(event) => set({ threadModifier: event.target.value })}
            />
          </Grid>
          <SwitchField
            label="Enable threading"
            hint="Mail programs then group each conversation."
            checked={value.enableThreading}
            onChange={(enableThreading) => set({ enableThreading })}
          />
        </>
      )}
    </IntegrationForm>
  );
}

function MailServer({ value, set, fault }: Edited<Settings['emailConfig']>) {
  return (
    <>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 3fr) minmax(0, 1fr)' }} gap="16px">
        <TextField
          label="SMTP host"
          value={value.smtpHost}
          error={fault('smtpHost')}
          onChange={(event) => set({ smtpHost: event.target.value.trim() })}
        />
        <TextField
          label="SMTP port"
          inputMode="numeric"
          value={value.smtpPort || ''}
          error={fault('smtpPort')}
          onChange={(event) => set({ smtpPort: integerOf(event.target.value) })}
        />
      </Grid>
      <Grid templateColumns={two} gap="16px">
        <TextField
          label="SMTP user"
          autoComplete="off"
          value={value.smtpUser}
          error={fault('smtpUser')}
          onChange={(event) => set({ smtpUser: event.target.value })}
        />
        <TextField
          label="SMTP password"
          type="password"
          autoComplete="new-password"
          value={value.smtpPassword}
          error={fault('smtpPassword')}
          onChange={(event) => set({ smtpPassword: event.target.value })}
        />
      </Grid>
      <SwitchField
        label="Secure connection (TLS)"
        checked={value.smtpSecure}
        onChange={(smtpSecure) => set({ smtpSecure })}
      />
      <PlaintextChoice value={value} set={set} />
    </>
  );
}

export function SlackForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm kind={kind} saved={settings.slackConfig} changeOf={(slackConfig) => ({ slackConfig })}>
      {(edited) => <ChannelFields {...edited} />}
    </IntegrationForm>
  );
}

export function BoardsForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm kind={kind} saved={settings.tigonConfig} changeOf={(tigonConfig) => ({ tigonConfig })}>
      {(edited) => <ChannelFields {...edited} />}
    </IntegrationForm>
  );
}

/** Slack and the boards webhook have the same fields. */
function ChannelFields({ value, set, fault }: Edited<Settings['slackConfig']>) {
  return (
    <>
      <TextField
        label="Webhook URL"
        // Not of type `url`: the mask of the stored one is none.
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        hint={
          value.webhookUrl === secretMask &&
          `An address at ${value.webhookHost} is stored. It is secret and not shown again: paste another to replace it.`
        }
        value={value.webhookUrl}
        error={fault('webhookUrl')}
        onFocus={(event) => value.webhookUrl === secretMask && event.target.select()}
        onChange={(event) => set({ webhookUrl: event.target.value.trim() })}
      />
      <TextField
        label="Channel"
        placeholder="#support"
        value={value.channel}
        error={fault('channel')}
        onChange={(event) => set({ channel: event.target.value })}
      />
    </>
  );
}

export function TrelloForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm kind={kind} saved={settings.trelloConfig} changeOf={(trelloConfig) => ({ trelloConfig })}>
      {({ value, set, fault }) => (
        <>
          <Grid templateColumns={two} gap="16px">
            <TextField
              label="API key"
              type="password"
              autoComplete="new-password"
              value={value.apiKey}
              error={fault('apiKey')}
              onChange={(event) => set({ apiKey: event.target.value })}
            />
            <TextField
              label="Token"
              type="password"
              autoComplete="new-password"
              value={value.token}
              error={fault('token')}
              onChange={(event) => set({ token: event.target.value })}
            />
          </Grid>
          <TextField
            label="Board ID"
            value={value.boardId}
            error={fault('boardId')}
            onChange={(event) => set({ boardId: event.target.value.trim() })}
          />
        </>
      )}
    </IntegrationForm>
  );
}

export function AiForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm kind={kind} saved={settings.aiConfig} changeOf={(aiConfig) => ({ aiConfig })}>
      {({ value, set, fault }) => (
        <>
          <Grid templateColumns={two} gap="16px">
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
