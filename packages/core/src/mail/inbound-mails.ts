/** Lists received mails for admins: their outcome, a retry, and whether any can arrive. */
import type { InboundMail } from '@parley/contracts/channels/inbound-mail';
import { MailCheck } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import * as inbound from '@parley/db/mail/inbound';
import { isNoted, takeUpMail } from '@parley/db/mail/set-aside';
import { Compile } from 'typebox/compile';
import { publishChange } from '../live/publish-change.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import type { ExternalContext } from '../external/services.ts';
import { addOrLeave } from '../queues.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';

export interface InboundMailsQuery {
  status?: InboundMail['status'] | undefined;
  limit: number;
  before?: string | undefined;
}

/** Newest first. */
export async function listInboundMails(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  query: InboundMailsQuery,
): Promise<InboundMail[]> {
  await refuseWithout(context, caller, 'mail.manage');
  return inbound.listInboundMails(context.db, query);
}

/**
 * Processes a mail again that was set aside or could not be read. Nothing is posted that today's settings would not
 * post.
 *
 * @throws Problem `not_found`, `conflict` for one that was posted or is being processed
 */
export async function retryInboundMail(context: Context, caller: StaffCaller, id: string): Promise<InboundMail> {
  await refuseWithout(context, caller, 'mail.manage');
  const mail = await inbound.resetInboundMail(context.db, id);
  if (!mail) {
    const present = await inbound.findInboundMail(context.db, id);
    if (!present) throw new Problem('not_found', localize('no_such_mail'));
    throw new Problem('conflict', localize(present.status === 'posted' ? 'mail_posted' : 'mail_being_read'));
  }
  await addOrLeave(context, 'inbound-mail', { inboundMailId: id });
  await recordAudit(context, caller, { action: 'inbound_mail.retried', subject: { type: 'inbound_mail', id } });
  await publishChange(context, { frame: { type: 'inbound_mails_updated' } });
  return mail;
}

/**
 * Posts a mail in the conversation that showed it to the team, with its own sender named. The message follows after a
 * worker has read the mail again.
 *
 * @throws Problem `not_found` if the mail was not shown in this conversation, `conflict` for one that was posted or is
 * being processed
 */
export async function addMail(
  context: Context,
  caller: StaffCaller,
  { conversationId, mailId }: { conversationId: string; mailId: string },
): Promise<void> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  if (!(await isNoted(context.db, conversationId, mailId))) throw new Problem('not_found', localize('no_such_mail'));
  if (!(await takeUpMail(context.db, { mailId, conversationId, userId: caller.user.id }))) {
    const present = await inbound.findInboundMail(context.db, mailId);
    if (!present) throw new Problem('not_found', localize('mail_not_stored'));
    throw new Problem('conflict', localize(present.status === 'stored' ? 'mail_being_read' : 'mail_posted'));
  }
  await addOrLeave(context, 'inbound-mail', { inboundMailId: mailId });
  await recordAudit(context, caller, {
    action: 'inbound_mail.added',
    subject: { type: 'inbound_mail', id: mailId },
    details: { conversationId },
  });
  await publishChange(context, { frame: { type: 'inbound_mails_updated' } });
}

const answer = Compile(MailCheck);
/** Longer than the worker gives the mailbox. */
const timeoutMs = 45_000;

/**
 * Has the worker, which alone reads the mailbox, check whether mail can arrive. Returns the result.
 *
 * @throws Problem `not_configured`, `other_side_failed` with the mailbox's text, `unavailable` when no worker answers
 */
export async function testReceiving(context: ExternalContext, caller: StaffCaller): Promise<Text> {
  await refuseWithout(context, caller, 'mail.manage');
  await recordAudit(context, caller, {
    action: 'integration.tested',
    subject: { type: 'integration', id: 'inbound_mail' },
  });
  if (context.external.replyAddress === null) {
    throw new Problem('not_configured', localize('nothing_comes_in'));
  }
  const result = await context.queues.ask('mail-check', {}, timeoutMs);
  if (!answer.Check(result)) throw new Problem('unavailable', localize('worker_silent'));
  const words = result.localized ?? result.words;
  if (result.outcome === 'works') return words;
  throw new Problem(result.outcome === 'failed' ? 'other_side_failed' : 'not_configured', words);
}
