/** No more mails to an address: one press in the mail program, or the link at a mail's end. RFC 8058. */
import { Problem } from '@parley/contracts/problems';
import { findConversationByMailToken } from '@parley/db/mail/threads';
import { unsubscribe } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';

const purpose = 'unsubscribe';

/** The address that ends mails to this conversation's customer. */
export function unsubscribeUrl(context: Pick<Context, 'secrets' | 'publicUrl'>, mailToken: string): string {
  return `${context.publicUrl}/api/mail/unsubscribe?token=${mailToken}.${context.secrets.sign(purpose, mailToken)}`;
}

/** Ends the mails. Doing it again is fine. @throws Problem `not_found` for a token that is none of ours */
export async function unsubscribeByToken(context: Pick<Context, 'secrets' | 'db'>, token: string): Promise<void> {
  const [mailToken = '', signature = ''] = token.split('.', 2);
  const conversation = context.secrets.verify(purpose, mailToken, signature)
    ? await findConversationByMailToken(context.db, mailToken)
    : undefined;
  if (!conversation) throw new Problem('not_found', 'This link is not valid, or the conversation was deleted.');
  if (conversation.customerEmail) await unsubscribe(context.db, conversation.customerEmail);
}
