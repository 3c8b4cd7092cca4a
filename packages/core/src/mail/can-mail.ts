<<<<<<< HEAD
/** Whether customers can be answered by mail at all. */
import type { OutsideContext } from '../integrations/outside.ts';
import { missingForMail } from '../integrations/smtp.ts';

/** Whether a mail to a customer would be handed to a mail server: mail is on, and nothing that it needs is missing. */
export async function canMailCustomers(context: Pick<OutsideContext, 'settings' | 'outside'>): Promise<boolean> {
  const { emailConfig } = await context.settings.read();
  return missingForMail(emailConfig, context.outside) === null;
=======
/** Whether "leave your address, we answer there too" may be promised. */
import type { OutsideContext } from '../integrations/outside.ts';
import { missingForMail } from '../integrations/smtp.ts';

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
>>>>>>> mailout
}
