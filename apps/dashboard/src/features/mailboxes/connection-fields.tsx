import { Grid } from '@chakra-ui/react';
import { type MailProvider, mailProviders } from '@parley/contracts/channels/mail-oauth';
import { type MailBucket, mailWebhookProviders } from '@parley/contracts/channels/mailboxes';
import { itemFields, optionsOf } from '../../domain/fields/fields.ts';
import { mailboxAccess } from '../../i18n/en/mailboxaccess.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { twoColumns } from '../../ui/two-columns.ts';
import type { Server, Typed } from './typed.ts';

interface ConnectionProps {
  typed: Typed;
  set: (change: Partial<Typed>) => void;
  fault: (field: string) => string | undefined;
}

/** Servers of accounts that are opened by OAuth. */
const accounts = {
  google: { imap: 'imap.gmail.com', smtp: 'smtp.gmail.com' },
  microsoft: { imap: 'outlook.office365.com', smtp: 'smtp.office365.com' },
} as const;
const fields = itemFields.mailbox;

/** How mail arrives. */
export function ReceivingFields({ typed, set, fault }: ConnectionProps) {
  const { receivingKind, imap, provider, smtp, webhook } = typed;
  const isByOauth = receivingKind === 'imap_oauth';
  const choose = (chosen: MailProvider) => {
    const servers = chosen === 'other' ? undefined : accounts[chosen];
    set({
      provider: chosen,
      ...(servers && {
        imap: { ...imap, host: servers.imap, port: '993', secure: true },
        smtp: { ...smtp, host: servers.smtp, port: '587', secure: false },
      }),
    });
  };
  return (
    <>
      <SelectField
        label={mailboxWords('receiving')}
        value={receivingKind}
        options={optionsOf(fields['receiving.kind'])}
        onChange={(kind) => {
          set({ receivingKind: kind });
          if (kind === 'imap_oauth' && imap.host === '') choose(provider);
        }}
      />
      {isByOauth && (
        <SelectField
          label={mailboxWords('provider')}
          value={provider}
          options={optionsOf({ ...fields.provider, values: mailProviders })}
          onChange={choose}
        />
      )}
      {(receivingKind === 'imap' || isByOauth) && (
        <>
          <ServerFields
            server={imap}
            path="receiving"
            hasPassword={!isByOauth}
            fault={fault}
            onChange={(change) => set({ imap: { ...imap, ...change } })}
          />
          <TextField
            label={mailboxWords('folder')}
            required
            value={imap.folder}
            error={fault('receiving.folder')}
            onChange={({ target }) => set({ imap: { ...imap, folder: target.value } })}
          />
          <SwitchField
            label={mailboxAccess('marksSeen')}
            hint={mailboxAccess('marksSeenHint')}
            checked={imap.marksSeen}
            onChange={(marksSeen) => set({ imap: { ...imap, marksSeen } })}
          />
        </>
      )}
      {receivingKind === 'webhook' && (
        <Grid templateColumns={twoColumns} gap="3">
          <SelectField
            label={mailboxWords('provider')}
            value={webhook.provider}
            options={optionsOf({ ...fields.provider, values: mailWebhookProviders })}
            onChange={(chosen) => set({ webhook: { ...webhook, provider: chosen } })}
          />
          <TextField
            label={mailboxWords('webhookSecret')}
            type="password"
            autoComplete="new-password"
            value={webhook.secret}
            error={fault('receiving.secret')}
            onChange={({ target }) => set({ webhook: { ...webhook, secret: target.value } })}
          />
        </Grid>
      )}
      {receivingKind === 'webhook' && webhook.provider === 'ses' && (
        <BucketFields
          bucket={webhook}
          fault={fault}
          onChange={(change) => set({ webhook: { ...webhook, ...change } })}
        />
      )}
    </>
  );
}

/** How mail is sent. */
export function SendingFields({ typed, set, fault }: ConnectionProps) {
  const { receivingKind, sendingKind, smtp } = typed;
  const kinds = optionsOf(fields['sending.kind']).filter(
    ({ value }) => value !== 'smtp_oauth' || receivingKind === 'imap_oauth',
  );
  return (
    <>
      <SelectField
        label={mailboxWords('sending')}
        value={sendingKind}
        options={kinds}
        onChange={(kind) => set({ sendingKind: kind })}
      />
      {sendingKind !== 'installation' && (
        <>
          <ServerFields
            server={smtp}
            path="sending"
            hasPassword={sendingKind === 'smtp'}
            fault={fault}
            onChange={(change) => set({ smtp: { ...smtp, ...change } })}
          />
          {sendingKind === 'smtp' && !smtp.secure && (
            <SwitchField
              label={mailboxWords('plaintext')}
              checked={smtp.allowPlaintext}
              onChange={(allowPlaintext) => set({ smtp: { ...smtp, allowPlaintext } })}
            />
          )}
        </>
      )}
    </>
  );
}

interface BucketFieldsProps {
  bucket: MailBucket;
  fault: (field: string) => string | undefined;
  onChange: (change: Partial<MailBucket>) => void;
}

/** Bucket that SES stores mails in, if any. */
function BucketFields({ bucket, fault, onChange }: BucketFieldsProps) {
  const isUsed = bucket.bucket !== '';
  return (
    <>
      <TextField
        label={mailboxWords('bucket')}
        hint={mailboxWords('bucketHint')}
        dir="ltr"
        autoComplete="off"
        value={bucket.bucket}
        error={fault('receiving.bucket')}
        onChange={({ target }) => onChange({ bucket: target.value.trim() })}
      />
      {isUsed && (
        <Grid templateColumns={twoColumns} gap="3">
          <TextField
            label={mailboxWords('region')}
            dir="ltr"
            required
            value={bucket.region}
            error={fault('receiving.region')}
            onChange={({ target }) => onChange({ region: target.value.trim() })}
          />
          <TextField
            label={mailboxWords('accessKeyId')}
            dir="ltr"
            required
            autoComplete="off"
            value={bucket.accessKeyId}
            error={fault('receiving.accessKeyId')}
            onChange={({ target }) => onChange({ accessKeyId: target.value.trim() })}
          />
          <TextField
            label={mailboxWords('secretAccessKey')}
            type="password"
            required
            autoComplete="new-password"
            value={bucket.secretAccessKey}
            error={fault('receiving.secretAccessKey')}
            onChange={({ target }) => onChange({ secretAccessKey: target.value })}
          />
        </Grid>
      )}
    </>
  );
}

interface ServerFieldsProps {
  server: Server;
  path: 'receiving' | 'sending';
  /** False for an account that is opened by OAuth. */
  hasPassword: boolean;
  fault: (field: string) => string | undefined;
  onChange: (change: Partial<Server>) => void;
}

function ServerFields({ server, path, hasPassword, fault, onChange }: ServerFieldsProps) {
  return (
    <>
      <Grid templateColumns={twoColumns} gap="3">
        <TextField
          label={mailboxWords('host')}
          dir="ltr"
          required
          value={server.host}
          error={fault(`${path}.host`)}
          onChange={({ target }) => onChange({ host: target.value.trim() })}
        />
        <TextField
          label={mailboxWords('port')}
          inputMode="numeric"
          required
          value={server.port}
          error={fault(`${path}.port`)}
          onChange={({ target }) => onChange({ port: target.value.replaceAll(/\D/g, '') })}
        />
        <TextField
          label={mailboxWords('user')}
          dir="ltr"
          autoComplete="off"
          value={server.user}
          error={fault(`${path}.user`)}
          onChange={({ target }) => onChange({ user: target.value.trim() })}
        />
        {hasPassword && (
          <TextField
            label={mailboxWords('password')}
            type="password"
            autoComplete="new-password"
            value={server.password}
            error={fault(`${path}.password`)}
            onChange={({ target }) => onChange({ password: target.value })}
          />
        )}
      </Grid>
      <SwitchField
        label={mailboxWords('secure')}
        hint={mailboxWords('secureHint')}
        checked={server.secure}
        onChange={(secure) => onChange({ secure })}
      />
    </>
  );
}
