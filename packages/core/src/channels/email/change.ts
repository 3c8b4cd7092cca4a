/** What holds when the mail server's settings change. */
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { say } from '@parley/contracts/sayings';
import type { Settings } from '@parley/contracts/settings';
import { refuseMovedSecret } from '../../settings/moved-secret.ts';

type EmailConfig = Settings['emailConfig'];

/** Asks for the password again where it would go elsewhere, and has a new server encrypt. @throws Problem `invalid` */
export function changeEmail({ emailConfig: present }: Settings, { emailConfig: part = {} }: SettingsChange) {
  refuseMovedPassword(present, part);
  return encryptionOfNewServer(present, part);
}

/** The stored password goes to the server, and as the user, that it was entered for, and no less guarded. */
function refuseMovedPassword(present: EmailConfig, part: Partial<EmailConfig>): void {
  const isWeaker = present.smtpAllowPlaintext === false && part.smtpAllowPlaintext !== false;
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
    words: say('secret_moved'),
  });
}

/**
 * The decision that an earlier release left open was about the server of then: another one has to encrypt until somebody
 * says otherwise.
 */
function encryptionOfNewServer(
  present: EmailConfig,
  { smtpHost, smtpAllowPlaintext }: Partial<EmailConfig>,
): Partial<EmailConfig> {
  const isNew = smtpHost !== undefined && smtpHost !== present.smtpHost;
  const isOpen = present.smtpAllowPlaintext === null && smtpAllowPlaintext === undefined;
  return isNew && isOpen ? { smtpAllowPlaintext: false } : {};
}
