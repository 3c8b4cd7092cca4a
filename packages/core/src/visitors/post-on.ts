/** What the customer of a merged conversation writes is stored where that leads. */
import { beginContinuation, holdContinuation } from '@parley/db/conversations/continuation';
import { insertMessage } from '@parley/db/messages/insert';
import { findMessageByClientId } from '@parley/db/messages/read';
import type { Message } from '@parley/contracts/entities';
import type { Context } from '../context.ts';
import {
  announce,
  type Draft,
  type Posted,
  refusal,
  refuseLacking,
  repeated,
  type Sender,
  withoutPlace,
} from '../messages/post.ts';
import { asTheirs } from './continued.ts';

/** What came of a message: as it is stored, and as its customer knows it. */
export interface PostedOn {
  posted: Posted;
  theirs: Message;
}

/**
 * Posts what the customer of a merged conversation writes, where that leads. Undefined when it leads nowhere, or to
 * somebody else's, by now.
 *
 * @throws Problem as `postMessage`
 */
export async function postOn(
  context: Context,
  fromId: string,
  sender: Sender,
  draft: Omit<Draft, 'conversationId' | 'open' | 'reopenAs'> & {
    reopenAs: (isAiAssisted: boolean) => 'active' | 'waiting';
  },
): Promise<PostedOn | undefined> {
  const { reopenAs, ...written } = draft;
  const { clientMessageId } = written;
  // Stored before the merge, and not acknowledged.
  const before = clientMessageId && (await findMessageByClientId(context.db, fromId, clientMessageId, sender.type));
  if (before) {
    const posted = repeated(before, withoutPlace(sender, written));
    return { posted, theirs: posted.message };
  }
  const held = await context.db
    .transaction()
    .execute(async (transaction) => {
      const continuation = await holdContinuation(transaction, fromId);
      if (!continuation) return undefined;
      const message = withoutPlace(sender, { ...written, reopenAs: reopenAs(continuation.isAiAssisted) });
      const inserted = await insertMessage(transaction, { ...message, conversationId: continuation.intoId });
      if (inserted.outcome === 'refused') throw refusal(inserted);
      const firstSeq = continuation.firstSeq ?? inserted.message.seq;
      if (continuation.firstSeq === null) await beginContinuation(transaction, fromId, firstSeq);
      return { continued: { ...continuation, firstSeq }, inserted, message };
    })
    .catch(refuseLacking);
  if (!held) return undefined;
  const { continued, inserted, message } = held;
  const posted =
    inserted.outcome === 'stored' ? await announce(context, inserted) : repeated(inserted.message, message);
  return { posted, theirs: asTheirs(continued, posted.message) };
}
