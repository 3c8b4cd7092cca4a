import { Grid } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings/settings';
import { listWebsites } from '@parley/contracts/routes/websites';
import { Mail } from 'lucide-react';
import { useRead } from '../../../api/read.ts';
import { BehaviourFields } from '../../../domain/mail/behaviour-fields.tsx';
import { useTeams } from '../../../domain/users/use-teams.ts';
import { common } from '../../../i18n/en/common.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { views } from '../../../i18n/en/views.ts';
import { SelectField, SwitchField, TextArea, TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { integerOf } from '../fields.ts';
import { IncomingMail } from '../incoming-mail.tsx';
import { type Edited, IntegrationForm } from '../integration-form.tsx';
import { PlaintextChoice } from '../plaintext-choice.tsx';
import { Unsubscribes } from '../unsubscribes.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

/** Splits into one address per line, blank lines dropped (product specification section 5). */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function EmailForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={({ emailConfig }) => ({ ...emailConfig, recipients: emailConfig.notificationEmails.join('\n') })}
      changeOf={({ recipients, ...edits }) => ({
        emailConfig: { ...edits, ...(recipients !== undefined && { notificationEmails: linesOf(recipients) }) },
      })}
    >
      {({ value, set, fault, guard }) => (
        <>
          <SwitchField
            label={integrationWords('internalEmail')}
            {...guard('useInternalEmail', integrationWords('internalEmailHint'))}
            checked={value.useInternalEmail}
            onChange={(useInternalEmail) => set({ useInternalEmail })}
          />
          {!value.useInternalEmail && <MailServer value={value} set={set} fault={fault} guard={guard} />}
          <Grid templateColumns={twoColumns} gap="4">
            <TextField
              label={integrationWords('fromEmail')}
              type="email"
              {...guard('fromEmail')}
              value={value.fromEmail}
              error={fault('fromEmail')}
              onChange={(event) => set({ fromEmail: event.target.value.trim() })}
            />
            <TextField
              label={integrationWords('fromName')}
              value={value.fromName}
              error={fault('fromName')}
              onChange={(event) => set({ fromName: event.target.value })}
            />
          </Grid>
          <TextArea
            label={integrationWords('recipients')}
            {...guard('notificationEmails', integrationWords('recipientsHint'))}
            rows={3}
            value={value.recipients}
            error={fault('notificationEmails')}
            onChange={(event) => set({ recipients: event.target.value })}
          />
          <Grid templateColumns={twoColumns} gap="4">
            <TextField
              label={integrationWords('subjectPrefix')}
              value={value.subjectPrefix}
              error={fault('subjectPrefix')}
              onChange={(event) => set({ subjectPrefix: event.target.value })}
            />
            <TextField
              label={integrationWords('threadModifier')}
              value={value.threadModifier}
              error={fault('threadModifier')}
              onChange={(event) => set({ threadModifier: event.target.value })}
            />
          </Grid>
          <SwitchField
            label={integrationWords('threading')}
            hint={integrationWords('threadingHint')}
            checked={value.enableThreading}
            onChange={(enableThreading) => set({ enableThreading })}
          />
          <NewMail value={value} set={set} fault={fault} guard={guard} />
          <BehaviourFields {...{ value, set, fault, guard }} mailboxId={null} opens={value.newMailOpens} />
        </>
      )}
    </IntegrationForm>
  );
}

function MailServer({ value, set, fault, guard }: Edited<Settings['emailConfig']>) {
  return (
    <>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 3fr) minmax(0, 1fr)' }} gap="4">
        <TextField
          label={integrationWords('smtpHost')}
          {...guard('smtpHost')}
          value={value.smtpHost}
          error={fault('smtpHost')}
          onChange={(event) => set({ smtpHost: event.target.value.trim() })}
        />
        <TextField
          label={integrationWords('smtpPort')}
          disabled={guard('smtpPort').disabled}
          inputMode="numeric"
          value={value.smtpPort || ''}
          error={fault('smtpPort')}
          onChange={(event) => set({ smtpPort: integerOf(event.target.value) })}
        />
      </Grid>
      <Grid templateColumns={twoColumns} gap="4">
        <TextField
          label={integrationWords('smtpUser')}
          disabled={guard('smtpUser').disabled}
          autoComplete="off"
          value={value.smtpUser}
          error={fault('smtpUser')}
          onChange={(event) => set({ smtpUser: event.target.value })}
        />
        <TextField
          label={integrationWords('smtpPassword')}
          disabled={guard('smtpPassword').disabled}
          type="password"
          autoComplete="new-password"
          value={value.smtpPassword}
          error={fault('smtpPassword')}
          onChange={(event) => set({ smtpPassword: event.target.value })}
        />
      </Grid>
      <SwitchField
        label={integrationWords('secure')}
        disabled={guard('smtpSecure').disabled}
        checked={value.smtpSecure}
        onChange={(smtpSecure) => set({ smtpSecure })}
      />
      <PlaintextChoice value={value} set={set} guard={guard} />
    </>
  );
}

/** Decides about mail that answers nothing. */
function NewMail({ value, set, fault }: Edited<Settings['emailConfig']>) {
  const websites = useRead(listWebsites, {}).data ?? [];
  const teams = useTeams();
  return (
    <>
      <SwitchField
        label={integrationWords('newMailOpens')}
        hint={integrationWords('newMailHint')}
        checked={value.newMailOpens}
        onChange={(newMailOpens) => set({ newMailOpens })}
      />
      {value.newMailOpens && (
        <Grid templateColumns={twoColumns} gap="4">
          <SelectField
            label={integrationWords('newMailWebsite')}
            value={value.newMailWebsiteId ?? ''}
            options={[
              { value: '', label: views('noWebsite') },
              ...websites.map(({ id, domain }) => ({ value: id, label: domain })),
            ]}
            error={fault('newMailWebsiteId')}
            onChange={(id) => set({ newMailWebsiteId: id || null })}
          />
          <SelectField
            label={integrationWords('newMailTeam')}
            value={value.newMailTeamId ?? ''}
            options={[
              { value: '', label: views('noTeam') },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            error={fault('newMailTeamId')}
            onChange={(id) => set({ newMailTeamId: id || null })}
          />
        </Grid>
      )}
    </>
  );
}

const MailLists = () => (
  <>
    <IncomingMail />
    <Unsubscribes />
  </>
);

export const email: ChannelScreen = {
  icon: Mail,
  name: () => common('email'),
  about: () => integrationWords('aboutEmail'),
  Form: EmailForm,
  Below: MailLists,
};
