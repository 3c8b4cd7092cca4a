/** Checks a mailbox at an admin's request. */
import { MailboxCheck } from '@parley/contracts/channels/mailboxes';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { findMailbox } from '@parley/db/mail/mailboxes';
import { Compile } from 'typebox/compile';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const answer = Compile(MailboxCheck);
/** Longer than the worker gives the servers and the test messages. */
const timeoutMs = 75_000;

/**
 * Has a worker, which alone speaks IMAP, try a mailbox. Returns what each step found.
 *
 * @throws Problem `not_found`, `unavailable` when no worker answers
 */
export async function checkMailbox(context: Context, caller: StaffCaller, id: string): Promise<MailboxCheck> {
  await refuseWithout(context, caller, 'mail.manage');
  const mailbox = await findMailbox(context.db, id);
  if (!mailbox) throw new Problem('not_found', localize('no_such_mailbox'));
  await recordAudit(context, caller, {
    action: 'integration.tested',
    subject: { type: 'mailbox', id },
    details: { name: mailbox.name, address: mailbox.address },
  });
  const result = await context.queues.ask('mailbox-check', { mailboxId: id }, timeoutMs);
  if (!answer.Check(result)) throw new Problem('unavailable', localize('worker_silent'));
  return result;
}
