/** Whether customers can be answered by mail at all. */
import type { OutsideContext } from '../integrations/outside.ts';
import { missingForMail } from '../integrations/smtp.ts';

/** Whether a mail to a customer would be handed to a mail server: mail is on, and nothing that it needs is missing. */
export async function canMailCustomers(context: Pick<OutsideContext, 'settings' | 'outside'>): Promise<boolean> {
  const { emailConfig } = await context.settings.read();
  return missingForMail(emailConfig, context.outside) === null;
}
