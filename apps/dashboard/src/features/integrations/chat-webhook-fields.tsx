import { secretMask, type Settings } from '@parley/contracts/settings/settings';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { TextField } from '../../ui/fields.tsx';
import type { Edited } from './integration-form.tsx';

/** Slack and the boards webhook have the same fields. */
export function ChatWebhookFields({ value, set, fault, guard }: Edited<Settings['slackConfig']>) {
  return (
    <>
      <TextField
        label={integrationWords('webhookUrl')}
        // Not of type `url`: the mask of the stored one is no URL.
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        {...guard(
          'webhookUrl',
          value.webhookUrl === secretMask ? integrationWords('storedAddress', { host: value.webhookHost }) : undefined,
        )}
        value={value.webhookUrl}
        error={fault('webhookUrl')}
        onFocus={(event) => value.webhookUrl === secretMask && event.target.select()}
        onChange={(event) => set({ webhookUrl: event.target.value.trim() })}
      />
      <TextField
        label={integrationWords('channel')}
        placeholder="#support"
        value={value.channel}
        error={fault('channel')}
        onChange={(event) => set({ channel: event.target.value })}
      />
    </>
  );
}
