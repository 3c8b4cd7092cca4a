/** Stores a customer's message in their conversation or, if that was merged, in the one that it continues in. */
import type { Message } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { beginContinuation, holdContinuation } from '@parley/db/conversations/continuation';
import { insertMessage } from '@parley/db/messages/insert';
import { findMessageByClientId } from '@parley/db/messages/read';
import type { Context } from '../context.ts';
import {
  announce,
  type Draft,
  type Posted,
  postMessage,
  refusal,
  refuseLacking,
  repeated,
  type Sender,
  withoutPlace,
} from '../messages/post.ts';
import { asTheirs } from '../events/continued.ts';

/** Posted message: as it is stored, and as its customer sees it. */
export interface PostedOn {
  posted: Posted;
  theirs: Message;
}

export type CustomerDraft = Omit<Draft, 'conversationId' | 'open'>;

/**
 * Posts a customer's message. Its target is locked while it is stored if the conversation was merged, or is merged or
 * separated at this moment: the message always arrives.
 *
 * @throws Problem `not_found` when the conversation was deleted, and as `postMessage`
 */
export async function postOn(
  context: Context,
  { id, mergedInto }: { id: string; mergedInto?: string | null | undefined },
  sender: Sender,
  draft: CustomerDraft,
): Promise<PostedOn> {
  if (!mergedInto) {
    const posted = await postMessage(context, sender, { ...draft, conversationId: id }).catch(unlessMerged);
    if (posted) return { posted, theirs: posted.message };
  }
  return postHeld(context, id, sender, draft);
}

/** To a customer a conversation is closed only where it was merged, and has moved where it was separated again since. */
function unlessMerged(error: unknown): undefined {
  if (error instanceof Problem && (error.code === 'conversation_closed' || error.code === 'conversation_moved')) return;
  throw error;
}

async function postHeld(context: Context, fromId: string, sender: Sender, draft: CustomerDraft): Promise<PostedOn> {
  const message = withoutPlace(sender, draft);
  const { clientMessageId } = draft;
  const held = await context.db
    .transaction()
    .execute(async (transaction) => {
      const leadsTo = await holdContinuation(transaction, fromId);
      // Stored before the merge, and not acknowledged.
      const before =
        clientMessageId && (await findMessageByClientId(transaction, fromId, clientMessageId, sender.type));
      if (before) return { inserted: { outcome: 'duplicate', message: before } as const };
      const inserted = await insertMessage(transaction, { ...message, conversationId: leadsTo?.intoId ?? fromId });
      if (inserted.outcome === 'refused') throw refusal(inserted);
      if (!leadsTo) return { inserted };
      const firstSeq = leadsTo.firstSeq ?? inserted.message.seq;
      if (leadsTo.firstSeq === null) await beginContinuation(transaction, fromId, firstSeq);
      return { continued: { ...leadsTo, firstSeq }, inserted };
    })
    .catch(refuseLacking);
  const { continued, inserted } = held;
  const posted =
    inserted.outcome === 'stored' ? await announce(context, inserted) : repeated(inserted.message, message);
  return { posted, theirs: continued ? asTheirs(continued, posted.message) : posted.message };
}
