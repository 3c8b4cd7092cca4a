import type { Settings } from '@parley/contracts/settings/settings';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { SwitchField } from '../../ui/fields.tsx';
import type { Edited } from './integration-form.tsx';

type PlaintextChoiceProps = Pick<Edited<Settings['emailConfig']>, 'value' | 'set' | 'guard'>;

/** Switches whether a server without encryption gets mail. Hidden where the connection is encrypted from the start. */
export function PlaintextChoice({ value, set, guard }: PlaintextChoiceProps) {
  if (value.smtpSecure) return null;
  return (
    <SwitchField
      label={integrationWords('plaintext')}
      {...guard('smtpAllowPlaintext', integrationWords('plaintextHint'))}
      checked={value.smtpAllowPlaintext}
      onChange={(smtpAllowPlaintext) => set({ smtpAllowPlaintext })}
    />
  );
}
