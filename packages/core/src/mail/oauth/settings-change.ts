/** Rules for a change of the OAuth clients. */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import type { Settings } from '@parley/contracts/settings/settings';
import { validateUrl } from '../../validate-url.ts';
import { refuseMovedSecret } from '../../settings/moved-secret.ts';

const addresses = [
  'otherIssuer',
  'otherAuthorizationUrl',
  'otherTokenUrl',
  'otherDeviceUrl',
  'otherRevocationUrl',
] as const;

/**
 * Asks for the secret of another provider's client again where it would go to other addresses.
 *
 * @throws Problem `invalid`
 */
export function refuseMovedClient(
  { mailOauthConfig: present }: Settings,
  { mailOauthConfig: part = {} }: SettingsChange,
): void {
  for (const field of addresses) {
    if (part[field]) validateUrl(`mailOauthConfig.${field}`, part[field]);
  }
  refuseMovedSecret({
    path: 'mailOauthConfig.otherClientSecret',
    stored: present.otherClientSecret,
    posted: part.otherClientSecret,
    present,
    wanted: part,
    destination: [...addresses, 'otherClientId'],
    words: localize('provider_secret_again'),
  });
}
