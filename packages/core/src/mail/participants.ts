/** The people on a mail: who may answer in its conversation, and who joins it by being named. */
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import { ownAddresses, participantsOf } from '../conversations/participants.ts';
import { transition } from '../conversations/transition.ts';
import type { ExternalContext } from '../external/services.ts';
import type { MailReading } from './reading.ts';

/** Returns the participant with this address, if it isn't the customer's. */
export const participantWith = (
  { participants, customerEmail }: Pick<ConversationState, 'participants' | 'customerEmail'>,
  address: string | undefined,
): Participant | undefined =>
  address === customerEmail?.toLowerCase() ? undefined : participants.find((each) => each.address === address);

/** Maximum number of tries when others change them at the same time. */
const attempts = 5;

/**
 * Makes those whom a mail names beside us participants of its conversation. They get copies of what people answer, but
 * never of what the assistant writes. Doing it again changes nothing.
 */
export async function addNamedParticipants(
  context: ExternalContext,
  conversationId: string,
  { mail, writer, receivedAt }: { mail: MailReading; writer: string; receivedAt: readonly string[] },
): Promise<void> {
  const { replyAddress } = context.external;
  const received = receivedAt.map((each) => each.toLowerCase());
  const ours = [
    ...(await ownAddresses(context)),
    ...received,
    writer,
    ...(replyAddress ? [replyAddress.toLowerCase()] : []),
  ];
  const named = mail.named
    .filter(({ address }) => !isReplyAddress(address))
    .map(({ name, address }): Participant => ({ name: name || null, address, kind: 'cc' }));
  for (let attempt = 0; attempt < attempts && named.length > 0; attempt += 1) {
    const state = await conversationState(context.db, conversationId);
    if (!state) return;
    const { customerEmail, participants } = state;
    const value = participantsOf([...participants, ...named], { customerEmail, ours });
    if (value.length <= participants.length) return;
    const change = { type: 'set', field: 'participants', value } as const;
    const { outcome } = await transition(context, conversationId, [change], {
      cause: { by: 'mail' },
      seen: { participants },
    });
    if (outcome !== 'stale') return;
  }
}

/** An address that leads to a conversation of ours. */
const isReplyAddress = (address: string): boolean => /\+[0-9a-f]{8,32}\.[0-9a-f]{16}@/i.test(address);
