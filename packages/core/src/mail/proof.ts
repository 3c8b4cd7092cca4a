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
}

/**
 * Notes that a customer who has answered by mail owns the address, and wants mail again if they wanted none. A reply
 * address alone proves nothing: it is the conversation's, and known to whoever got an earlier mail of it at another
 * address. The Message-ID of a mail that went to this very address is known to its mailbox alone.
 */
export async function proveByAnswer(context: Pick<Context, 'db'>, answer: AnswerByMail): Promise<void> {
  const { conversationId, address, references, isAuthenticated } = answer;
  const asked = { conversationId, address, messageIds: references.slice(-50) };
  if (!isAuthenticated && !(await hasMailed(context.db, asked))) return;
  await proveAddress(context.db, conversationId, address);
  await resubscribe(context.db, address);
}
