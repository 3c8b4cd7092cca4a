/** Mail from outside: kept as it came first, understood afterwards (`process.ts`). A mistake in the understanding loses nothing. */
import type { InboundMail } from '@parley/contracts/channels/inbound-mail';
import { storeInboundMail } from '@parley/db/mail/inbound';
import { noteMailReceived } from '@parley/db/mail/mailboxes';
import type { Context } from '../context.ts';
import { addOrLeave } from '../queues.ts';
import { readMailHeaders } from './headers.ts';
import { mailIdentity } from './identity.ts';

export interface ReceivedMail {
  source: InboundMail['source'];
  /** Mailbox that it came to; null for the first one. */
  mailboxId?: string | null | undefined;
  /** Sender address of the SMTP envelope; null if the server gave none, and for mail from a mailbox. */
  envelopeFrom: string | null;
  envelopeTo: string[];
  raw: Buffer;
}

/** Stores a mail and queues its understanding; resolves when it can't be lost any more. */
export async function receiveMail(
  context: Context,
  { source, mailboxId, envelopeFrom, envelopeTo, raw }: ReceivedMail,
): Promise<void> {
  const { senderName, senderAddress, subject } = readMailHeaders(raw);
  const id = await storeInboundMail(context.db, {
    identityHash: mailIdentity(raw),
    source,
    ...(mailboxId && { mailboxId }),
    envelopeFrom: envelopeFrom ?? (source === 'imap' ? senderAddress : null),
    envelopeTo,
    senderName,
    senderAddress,
    subject,
    raw,
  });
  // Undefined where it was stored before.
  if (!id) return;
  if (mailboxId) await noteMailReceived(context.db, mailboxId);
  await addOrLeave(context, 'inbound-mail', { inboundMailId: id });
}
