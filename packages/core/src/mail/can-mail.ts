/** Whether "leave your address, we answer there too" may be promised. */
import type { ExternalContext } from '../integrations/external-services.ts';
import { missingForMail } from '../channels/email/smtp.ts';

interface MailContext {
  settings: Pick<ExternalContext['settings'], 'read'>;
  external: Pick<ExternalContext['external'], 'smtpUrl'>;
}

/**
 * Whether an address that a customer leaves now will be written to: mail is switched on, and there is a server to hand
 * it to. It says nothing of whether that server is up.
 */
export async function canMailCustomers({ settings, external }: MailContext): Promise<boolean> {
  const { emailConfig } = await settings.read();
  return missingForMail(emailConfig, external) === null;
}
