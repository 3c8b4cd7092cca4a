/** Mail from outside: kept as it came first, understood afterwards (`process.ts`). A mistake in the understanding loses nothing. */
import { storeInboundMail } from '@parley/db/mail/inbound';
import type { Context } from '../context.ts';
import { readMailHeaders } from './headers.ts';
import { mailIdentity } from './identity.ts';

export interface ReceivedMail {
  source: 'imap' | 'smtp';
  /** Sender address of the SMTP envelope; null if the server gave none, and for mail from a mailbox. */
  envelopeFrom: string | null;
  envelopeTo: string[];
  raw: Buffer;
}

/** Stores a mail and queues its understanding; resolves when it can't be lost any more. */
export async function receiveMail(
  context: Context,
  { source, envelopeFrom, envelopeTo, raw }: ReceivedMail,
): Promise<void> {
  const { senderName, senderAddress, subject } = readMailHeaders(raw);
  const id = await storeInboundMail(context.db, {
    identityHash: mailIdentity(raw),
    source,
    envelopeFrom: envelopeFrom ?? (source === 'imap' ? senderAddress : null),
    envelopeTo,
    senderName,
    senderAddress,
    subject,
    raw,
  });
  // Stored before, or Redis is away: the task `requeue-forgotten` queues it.
  if (!id) return;
  try {
    await queueInboundMail(context, id);
  } catch (error) {
    context.log.warn({ err: error }, 'a mail waits for maintenance to queue it');
  }
}

export async function queueInboundMail(context: Pick<Context, 'queues'>, inboundMailId: string): Promise<void> {
  // The database records whether a mail is processed: a finished job need not be stored, and may be repeated.
  await context.queues.add('inbound-mail', { inboundMailId });
}
