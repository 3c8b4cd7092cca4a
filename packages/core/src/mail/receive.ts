/** Mail from outside: kept as it came first, understood afterwards (`process.ts`). A mistake in the understanding loses nothing. */
import type { InboundMail } from '@parley/contracts/channels/inbound-mail';
import { storeInboundMail } from '@parley/db/mail/inbound';
import { noteMailReceived } from '@parley/db/mail/mailboxes';
import type { Context } from '../context.ts';
import { addOrLeave } from '../queues.ts';
import { readMailHeaders } from './headers.ts';
import { mailIdentity } from './identity.ts';

interface Arrival {
  source: InboundMail['source'];
  /** Mailbox that it came to; null for the first one. */
  mailboxId?: string | null | undefined;
}

interface MailToStore {
  /** Sender address of the SMTP envelope; null if the server gave none, and for mail from a mailbox. */
  envelopeFrom: string | null;
  envelopeTo: string[];
  raw: Buffer;
}

export type ReceivedMail = Arrival & MailToStore;

/** Stores a mail and queues its understanding; resolves when it can't be lost any more. */
export const receiveMail = async (context: Context, { source, mailboxId, ...mail }: ReceivedMail): Promise<void> =>
  void (await receiveMails(context, { source, mailboxId }, [mail]));

/** Does the same with each mail before it takes the next. Returns their number. */
export async function receiveMails(
  context: Context,
  { source, mailboxId }: Arrival,
  mails: Iterable<MailToStore> | AsyncIterable<MailToStore>,
): Promise<number> {
  let received = 0;
  let areNew = false;
  for await (const { envelopeFrom, envelopeTo, raw } of mails) {
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
    received += 1;
    // Undefined where it was stored before.
    if (!id) continue;
    areNew = true;
    await addOrLeave(context, 'inbound-mail', { inboundMailId: id });
  }
  if (areNew && mailboxId) await noteMailReceived(context.db, mailboxId);
  return received;
}
