/**
 * Whose address it is. Anybody can type any address into the widget; until its owner has shown that it is theirs, what
 * the writer controls never goes to it.
 */
import { hasMailed, proveAddress } from '@parley/db/mail/proof';
import { resubscribe } from '@parley/db/mail/unsubscribes';
import type { Context } from '../context.ts';
import type { ParsedMail } from './parse.ts';

export interface AnswerByMail {
  conversationId: string;
  /** Whom the mail says it is from. */
  address: string;
  /** What `References` and `In-Reply-To` name. */
  references: ParsedMail['references'];
  /** The receiving server found the sender to be genuine. */
  isAuthenticated: boolean;
  /** The address that the reply address it was sent to was given to; null where it was sent to none. */
  givenTo: string | null;
}

/**
 * Notes that a customer who has answered by mail owns the address, and wants mail again if they wanted none. A reply
 * address and the Message-ID of a mail are known to the mailbox alone that they went to: either proves that address, and
 * no other that the conversation has had.
 */
export async function proveByAnswer(context: Pick<Context, 'db'>, answer: AnswerByMail): Promise<void> {
  const { conversationId, address, references, isAuthenticated, givenTo } = answer;
  const asked = { conversationId, address, messageIds: references.slice(-50) };
  const isGiven = givenTo?.toLowerCase() === address.toLowerCase();
  if (!isAuthenticated && !isGiven && !(await hasMailed(context.db, asked))) return;
  await proveAddress(context.db, conversationId, address);
  await resubscribe(context.db, address);
}
