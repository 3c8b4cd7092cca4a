/**
 * Proves who owns an address. Any visitor can type any address into the widget; until its owner has proved it, texts
 * that the visitor controls are never sent to it.
 */
import { hasMailed, proveAddress } from '@parley/db/mail/proof';
import { resubscribe } from '@parley/db/mail/unsubscribes';
import type { Context } from '../context.ts';
import type { ParsedMail } from './parse.ts';

export interface AnswerByMail {
  conversationId: string;
  /** Sender's address according to the mail. */
  address: string;
  /** Message-IDs from `References` and `In-Reply-To`. */
  references: ParsedMail['references'];
  /** The receiving server found the sender to be genuine. */
  isAuthenticated: boolean;
  /** The address that the reply address it was sent to was given to; null where it was sent to none. */
  givenTo: string | null;
}

/**
 * Records that a customer who has answered by mail owns the address, and subscribes it again. Only the receiving
 * mailbox knows a reply address and the Message-ID of a mail: either proves that address, and no other of the
 * conversation.
 */
export async function proveByAnswer(context: Pick<Context, 'db'>, answer: AnswerByMail): Promise<void> {
  const { conversationId, address, references, isAuthenticated, givenTo } = answer;
  const asked = { conversationId, address, messageIds: references.slice(-50) };
  const isGiven = givenTo?.toLowerCase() === address.toLowerCase();
  if (!isAuthenticated && !isGiven && !(await hasMailed(context.db, asked))) return;
  await proveAddress(context.db, conversationId, address);
  await resubscribe(context.db, address);
}
