/** Posts a mail as a message, with its files and the email itself beside it. */
import type { Message } from '@parley/contracts/entities';
import { refuseAutoReply } from '@parley/db/mail/set-aside';
import { rememberMail } from '@parley/db/mail/threads';
import { derivedId } from '../derived-id.ts';
import type { ExternalContext } from '../external/services.ts';
import { announceIncoming, keepIncoming } from '../files/incoming.ts';
import type { Target } from '../messages/draft.ts';
import { postMessage } from '../messages/post.ts';
import type { MailReading } from './reading.ts';
import { wholeText } from './reply-text.ts';
import { withFileIds } from './safe-html-page.ts';

export interface MailToPost {
  inboundMailId: string;
  mail: MailReading;
  visitorId: string | null;
  /** Name of the sender; undefined for the customer's name in the conversation. */
  name?: string | null;
  /** Address of the sender; null where the mail names none. */
  address: string | null;
  target: Target;
  /** No automatic answer may follow. */
  isUnanswered: boolean;
}

/** Returns the message that is stored: of the conversation that the target leads to. Doing it again changes nothing. */
export async function postMail(
  context: ExternalContext,
  { inboundMailId, mail, visitorId, name, address, target, isUnanswered }: MailToPost,
): Promise<Message> {
  const files = mail.files.map((file, index) => ({ ...file, id: derivedId(inboundMailId, 'file', index) }));
  const attachments = await announceIncoming(
    context,
    visitorId,
    files.map(({ id, givenName, alt, bytes }) => ({ id, name: givenName, alt, size: bytes.length })),
  );
  const isTaken = new Set(attachments.map(({ id }) => id));
  const pictures = new Map(
    files.flatMap(({ id, contentId }) => (contentId && isTaken.has(id) ? [[contentId, id]] : [])),
  );
  const leftOut = files.flatMap((file) => (isTaken.has(file.id) ? [] : [file.name]));
  const clientMessageId = derivedId(inboundMailId, 'inbound mail');
  // Two programs that answer each other would never end.
  if (isUnanswered) await refuseAutoReply(context.db, { id: inboundMailId }, clientMessageId);
  const { stored } = await postMessage(
    context,
    { kind: 'visitor', visitorId, ...(name !== undefined && { name }) },
    target,
    {
      content: mail.written.text,
      fileNames: [...leftOut, ...mail.furtherNames],
      email: {
        text: wholeText(mail.text),
        isCut: mail.text.isCut,
        folded: mail.written.folded,
        isSignature: mail.written.isSignature,
        html: mail.html && { ...mail.html, html: withFileIds(mail.html.html, pictures) },
      },
      ...(attachments.length > 0 && { attachments }),
      clientMessageId,
      via: 'email',
      refusesAutoReply: isUnanswered,
    },
  );
  if (mail.messageId) {
    const { conversationId, seq } = stored;
    await rememberMail(context.db, { messageId: mail.messageId, conversationId, seq, direction: 'in', address });
  }
  // Kept, and checked, while the message is read already.
  for (const { id, bytes, isWhole } of files) await keepIncoming(context, id, isWhole ? bytes : null);
  return stored;
}
