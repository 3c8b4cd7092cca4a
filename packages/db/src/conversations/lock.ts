import type { ConversationStatus } from '@parley/contracts/conversations/conversation-fields';
import type { Transaction } from '../database.ts';

export interface LockedConversation {
  status: ConversationStatus;
  assignedRepresentativeId: string | null;
}

/** Locks a conversation against changes until the transaction ends. Undefined when unknown. */
export async function lockConversation(transaction: Transaction, id: string): Promise<LockedConversation | undefined> {
  return transaction
    .selectFrom('conversations')
    .select(['status', 'assignedRepresentativeId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
