/** Whether "leave your address, we answer there too" may be promised. */
import type { ExternalContext } from '../external/services.ts';
import { missingForMail } from './smtp.ts';

interface MailContext {
  settings: Pick<ExternalContext['settings'], 'read'>;
  external: Pick<ExternalContext['external'], 'smtpUrl'>;
}

/**
 * Returns whether customers who leave an address get mail: mail is switched on, and a server is configured, which may
 * be down.
 */
export async function canMailCustomers({ settings, external }: MailContext): Promise<boolean> {
  const { emailConfig } = await settings.read();
  return missingForMail(emailConfig, external) === null;
}
