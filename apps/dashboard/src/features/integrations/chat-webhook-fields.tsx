import { secretMask, type Settings } from '@parley/contracts/settings';
import { TextField } from '../../ui/fields.tsx';
import type { Edited } from './integration-form.tsx';

/** Slack and the boards webhook have the same fields. */
export function ChatWebhookFields({ value, set, fault }: Edited<Settings['slackConfig']>) {
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
