/** Mails answers to customers who have left: one mail for everything they haven't seen. */
import { visitorAwayForMailMinutes } from '@parley/contracts/channels/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import { conversationState } from '@parley/db/conversations/read';
import { claimDigest, digestsLastHour, dueDigests } from '@parley/db/maintenance/digests';
import { recipientsOfRange } from '@parley/db/mail/recipients';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { summaryOf } from '../deliveries/notices.ts';
import type { PayloadOf } from '../deliveries/payload.ts';
import { derivedId } from '../derived-id.ts';
import type { ExternalContext } from '../external/services.ts';
import { missingForMail } from '../mailer/smtp.ts';
import { isVisitorOnline } from '../presence/visitors.ts';

const batchSize = 200;
/**
 * More mails than this to one address mean a loop, or a visitor who leaves another person's address again and again;
 * the rest is sent with a later mail.
 */
const mailsPerHour = 10;

/** Plans the due mails, each range of answers in exactly one. Returns the number of them. */
export async function planDigests(context: ExternalContext): Promise<number> {
  const { emailConfig } = await context.settings.read();
  const isFirstReady = missingForMail(emailConfig, context.external) === null;
  const now = new Date();
  let planned = 0;
  let hasMore = false;
  for (const digest of await dueDigests(context.db, {
    now,
    afterMinutes: visitorAwayForMailMinutes,
    isFirstReady,
    limit: batchSize,
  })) {
    const { conversationId, visitorId, email, fromSeq, isByMail } = digest;
    if (!isByMail && (await isVisitorOnline(context, visitorId))) continue;
    if ((await digestsLastHour(context.db, email)) >= mailsPerHour) continue;
    const { recipients, toSeq } = await recipientsOfRange(context.db, digest);
    hasMore ||= toSeq < digest.toSeq;
    const payload: PayloadOf<'digest'> = { kind: 'digest', fromSeq, toSeq };
    // Claimed and planned together: killed in between, neither has happened.
    const deliveries = await context.db.transaction().execute(async (transaction) => {
      if (!(await claimDigest(transaction, { ...digest, toSeq }))) return undefined;
      const state = await conversationState(transaction, conversationId);
      const mail = { channel: 'email', eventId: derivedId(conversationId, toSeq, 'digest'), conversationId } as const;
      const delivery = await ensureDelivery(transaction, {
        ...mail,
        target: email,
        ...summaryOf(localize('answers_for_who_left')),
        payload,
      });
      const all = [delivery];
      for (const { address } of recipients ?? state?.participants ?? []) {
        const copy = {
          ...mail,
          ...summaryOf(localize('copy_of_answers')),
          payload: { ...payload, copyOf: delivery.id },
        };
        all.push(await ensureDelivery(transaction, { ...copy, target: address }));
      }
      return all;
    });
    if (!deliveries) continue;
    for (const delivery of deliveries) await enqueueDelivery(context, delivery);
    planned += 1;
  }
  // Answers to other recipients are further mails.
  return hasMore && planned > 0 ? planned + (await planDigests(context)) : planned;
}
