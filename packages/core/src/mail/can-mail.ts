/** Whether "leave your address, we answer there too" may be promised. */
import type { OutsideContext } from '../integrations/outside.ts';
import { missingForMail } from '../channels/email/smtp.ts';

interface MailContext {
  settings: Pick<OutsideContext['settings'], 'read'>;
  outside: Pick<OutsideContext['outside'], 'smtpUrl'>;
}

/**
 * Whether an address that a customer leaves now will be written to: mail is switched on, and there is a server to hand
 * it to. It says nothing of whether that server is up.
 */
export async function canMailCustomers({ settings, outside }: MailContext): Promise<boolean> {
  const { emailConfig } = await settings.read();
  return missingForMail(emailConfig, outside) === null;
}
