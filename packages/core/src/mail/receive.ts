/** Mail from outside: kept as it came first, understood afterwards (`process.ts`). A mistake in the understanding loses nothing. */
import { storeInboundMail } from '@parley/db/mail/inbound';
import type { Context } from '../context.ts';
import { addOrLeave } from '../queues.ts';
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
  // Undefined where it was stored before.
  if (id) await addOrLeave(context, 'inbound-mail', { inboundMailId: id });
}
