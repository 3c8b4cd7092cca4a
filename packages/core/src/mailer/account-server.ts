/** The mail server of mails to users about their own accounts and work. */
import type { Settings } from '@parley/contracts/settings/settings';
import type { ExternalContext } from '../external/services.ts';
import { missingForMail } from './smtp.ts';

/**
 * Returns the installation's own mail server, which can't be changed in the dashboard, because these mails give access
 * to accounts. Without one, that of the settings if it is complete; null without either.
 */
export function accountMailServer(
  { external }: Pick<ExternalContext, 'external'>,
  emailConfig: Settings['emailConfig'],
): Settings['emailConfig'] | null {
  const internal = { ...emailConfig, enabled: true, useInternalEmail: true };
  return [internal, emailConfig].find((each) => missingForMail(each, external) === null) ?? null;
}
