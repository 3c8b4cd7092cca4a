import type { Message } from '@parley/contracts/entities';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';

type Known = Pick<VisitorConversation, 'status' | 'isAiAssisted' | 'lastSeq'>;

/**
 * The conversation's status by what was last told of it and what was written since: the server does not say extra that
 * a message opened it again, or that a person's answer ended the waiting.
 */
export function statusNow({ status, isAiAssisted, lastSeq }: Known, messages: readonly Message[]): Known['status'] {
  const since = messages.filter(({ seq }) => seq > lastSeq);
  if (since.some(({ senderType }) => senderType === 'representative')) return 'active';
  return status === 'closed' && since.length ? (isAiAssisted ? 'active' : 'waiting') : status;
}
