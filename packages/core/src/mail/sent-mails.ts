/** Lists the mails that carried a conversation's messages, and sends those again that did not arrive. */
import type { SentMail } from '@parley/contracts/channels/mail-states';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { conversationState } from '@parley/db/conversations/read';
import { forgetBounce, resetSentMail, type SentMailRow, sentMailsOf } from '@parley/db/mail/bounces';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import type { PayloadOf } from '../deliveries/payload.ts';
import { publishDelivery } from '../deliveries/publish-delivery.ts';
import { assertMay } from '../permissions/permissions.ts';

interface MailOfConversation {
  conversationId: string;
  /** Its delivery. */
  mailId: string;
}

/** Oldest first. @throws Problem `not_found` */
export async function listSentMails(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  conversationId: string,
): Promise<SentMail[]> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  return (await sentMailsOf(context.db, conversationId)).map(toSentMail);
}

function toSentMail(row: SentMailRow): SentMail {
  // The statement returns no others.
  const payload = row.payload as PayloadOf<'digest'> | PayloadOf<'forward'>;
  const { state } = row;
  return {
    id: row.id,
    to: row.target,
    kind: payload.kind === 'forward' ? 'forward' : payload.copyOf === undefined ? 'reply' : 'copy',
    fromSeq: payload.fromSeq,
    toSeq: payload.toSeq,
    state,
    reason: row.report && state !== 'queued' ? row.report.reason : null,
    detail: (row.report?.detail || row.lastError) ?? null,
    localized: row.report ? null : row.errorLocalized,
    isStopped: row.isStopped,
    at: row.report?.at ?? row.updatedAt.toISOString(),
  };
}

/**
 * Sends a mail again that failed or came back, and allows mail to its address again.
 *
 * @throws Problem `not_found`, `conflict` for one that is on its way or was delivered
 */
export async function resendMail(
  context: Context,
  caller: StaffCaller,
  { conversationId, mailId }: MailOfConversation,
): Promise<void> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  const mail = (await sentMailsOf(context.db, conversationId)).find(({ id }) => id === mailId);
  if (!mail) throw new Problem('not_found', localize('no_such_mail'));
  const reset = await context.db.transaction().execute(async (transaction) => {
    const delivery = await resetSentMail(transaction, mailId);
    if (!delivery) return undefined;
    await forgetBounce(transaction, delivery.target);
    await recordAudit({ ...context, db: transaction }, caller, {
      action: 'delivery.retried',
      subject: { type: 'delivery', id: mailId },
    });
    return delivery;
  });
  if (!reset) throw new Problem('conflict', localize('mail_on_its_way'));
  await enqueueDelivery(context, reset);
  await publishDelivery(context, reset);
}

/**
 * Allows mail again to an address that it came back from. Answers that wait for it follow by themselves.
 *
 * @throws Problem `not_found` if it isn't the address of the conversation's customer or of a participant
 */
export async function allowAddress(
  context: Context,
  caller: StaffCaller,
  { conversationId, address }: { conversationId: string; address: string },
): Promise<void> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  const state = await conversationState(context.db, conversationId);
  const known = state ? [state.customerEmail ?? '', ...state.participants.map((each) => each.address)] : [];
  if (!known.some((each) => each.toLowerCase() === address.toLowerCase()))
    throw new Problem('not_found', localize('no_such_mail'));
  if (!(await forgetBounce(context.db, address))) return;
  await recordAudit(context, caller, {
    action: 'mail.address_allowed',
    subject: { type: 'conversation', id: conversationId },
  });
  await publishDelivery(context, { channel: 'email', conversationId });
}
