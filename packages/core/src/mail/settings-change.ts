/** Rules for a change of the mail server's settings. */
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import { refuseMovedSecret } from '../settings/moved-secret.ts';

/**
 * Asks for the password again where it would go to another server, as another user, or less guarded.
 * @throws Problem `invalid`
 */
export function refuseMovedPassword(
  { emailConfig: present }: Settings,
  { emailConfig: part = {} }: SettingsChange,
): void {
  const isWeaker = !present.smtpAllowPlaintext && part.smtpAllowPlaintext;
  refuseMovedSecret({
    path: 'emailConfig.smtpPassword',
    stored: present.smtpPassword,
    posted: part.smtpPassword,
    present,
    wanted: part,
    destination: [
      'smtpHost',
      'smtpPort',
      'smtpUser',
      'smtpSecure',
      ...(isWeaker ? (['smtpAllowPlaintext'] as const) : []),
    ],
    words: localize('secret_moved'),
  });
}
