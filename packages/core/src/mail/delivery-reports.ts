/** Applies what other mail servers report about mails of ours to the messages that these carried. */
import { deliveriesOfMail, noteBounce, storeMailReport } from '@parley/db/mail/bounces';
import type { DeliveryRow } from '@parley/db/deliveries/deliveries';
import type { Context } from '../context.ts';
import { publishDelivery } from '../deliveries/publish-delivery.ts';
import { CallFailed } from '../external/answer.ts';
import { type DeliveryReport, judgeReply, type ReportedRecipient } from './delivery-report.ts';
import { deliveryFromMessageId } from './reply-address.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Stores a report with the mails that it is about. Only a genuine Message-ID, or the envelope id of a delivery, names
 * one. Returns the conversation; null if the report is about no mail that is known.
 */
export async function applyReport(
  context: Pick<Context, 'db' | 'publisher' | 'log' | 'secrets'>,
  { kind, envelopeId, messageIds, recipients }: DeliveryReport,
): Promise<string | null> {
  const named = messageIds.flatMap((id) => deliveryFromMessageId(context.secrets, id) ?? []);
  const ids = new Set([...named, ...(envelopeId !== null && uuid.test(envelopeId) ? [envelopeId.toLowerCase()] : [])]);
  for (const id of [...ids].slice(0, 5)) {
    const mails = await deliveriesOfMail(context.db, id);
    const [first] = mails;
    if (!first) continue;
    for (const recipient of recipients) {
      const mail = mailTo(mails, recipient.address);
      if (mail) await applyTo(context, mail, kind === 'complaint' ? 'complained' : recipient.state, recipient);
    }
    await publishDelivery(context, first);
    return first.conversationId;
  }
  return null;
}

/** The mail to this address; the only one, if the recipient has it forwarded to another. */
function mailTo(mails: readonly DeliveryRow[], address: string | null): DeliveryRow | undefined {
  return mails.find(({ target }) => target.toLowerCase() === address) ?? (mails.length === 1 ? mails[0] : undefined);
}

async function applyTo(
  { db }: Pick<Context, 'db'>,
  { id, target }: DeliveryRow,
  state: ReportedRecipient['state'] | 'complained',
  { reason, detail, isPermanent }: ReportedRecipient,
): Promise<void> {
  const report = { state, reason: state === 'delivered' ? null : reason, detail, at: new Date().toISOString() };
  await db.transaction().execute(async (transaction) => {
    if (!(await storeMailReport(transaction, id, report))) return;
    if (state === 'bounced' || state === 'complained')
      await noteBounce(transaction, { address: target, reason, detail, isStopped: isPermanent });
  });
}

/** Notes, before a refusal is passed on, that a server has refused an address for good. */
export async function noteRefusal(
  { db }: Pick<Context, 'db'>,
  { id, target }: Pick<DeliveryRow, 'id' | 'target'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof CallFailed) || error.transient || (error.responseStatus ?? 0) < 500) return;
  const { reason, isPermanent } = judgeReply(error.message);
  const { message: detail } = error;
  await db.transaction().execute(async (transaction) => {
    await storeMailReport(transaction, id, { state: 'bounced', reason, detail, at: new Date().toISOString() });
    await noteBounce(transaction, { address: target, reason, detail, isStopped: isPermanent });
  });
}
