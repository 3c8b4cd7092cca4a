import type { Message } from '@parley/contracts/entities';
import type { Database } from '../database.ts';
import type { NewMessage } from './insert.ts';
import { messagesAfter } from './read.ts';

/** Why a message was not stored. */
export type Refusal = {
  outcome: 'refused';
  /**
   * `ai_epoch`: a representative stepped in. `closed`: for all but the customer, and for them if it was merged.
   * `blocked`: the customer is blocked. `ended`: it was closed too long ago to be reopened. `moved`: others wrote in
   * between.
   */
  reason: 'not_found' | 'ai_epoch' | 'closed' | 'blocked' | 'ended' | 'moved';
  /** With `moved`: what came in between, oldest first, at most 200. */
  newer: Message[];
};

/**
 * Finds out why `insertMessage` refused a message. It is read afterwards: shown to the writer, but never used for a
 * decision.
 */
export async function whyRefused(db: Database, input: NewMessage): Promise<Refusal> {
  const conversation = await db
    .selectFrom('conversations')
    .select(['aiEpoch', 'status', 'isBlocked', 'mergedInto', 'closedAt'])
    .where('id', '=', input.conversationId)
    .executeTakeFirst();
  if (!conversation) return { outcome: 'refused', reason: 'not_found', newer: [] };
  if (input.onlyIfAiEpoch !== undefined && conversation.aiEpoch !== input.onlyIfAiEpoch) {
    return { outcome: 'refused', reason: 'ai_epoch', newer: [] };
  }
  if (conversation.mergedInto !== null || (input.senderType !== 'customer' && conversation.status === 'closed')) {
    return { outcome: 'refused', reason: 'closed', newer: [] };
  }
  if (input.senderType === 'customer' && conversation.isBlocked) {
    return { outcome: 'refused', reason: 'blocked', newer: [] };
  }
  if (input.endedBefore && conversation.closedAt && conversation.closedAt < input.endedBefore) {
    return { outcome: 'refused', reason: 'ended', newer: [] };
  }
  const since = input.basedOnSeq ?? input.onlyIfLastSeq ?? 0;
  return { outcome: 'refused', reason: 'moved', newer: await messagesAfter(db, input.conversationId, since, 200) };
}
