/** A conversation as the copilot gives it to the model. Notes are no messages, and cannot be read here. */
import type { Message } from '@parley/contracts/entities';

const senders = { customer: 'customer', ai: 'assistant', representative: 'representative' } as const;

/** Returns each message with its number, cut to `longest` characters; removed ones are left out. */
export const spoken = (messages: readonly Message[], longest: number): object[] =>
  messages
    .filter(({ removedAt }) => !removedAt)
    .map(({ seq, senderType, content, original, attachments = [] }) => ({
      seq,
      from: senders[senderType],
      text: (original?.text ?? content).slice(0, longest),
      ...(attachments.length > 0 && { files: attachments.map(({ name }) => name) }),
    }));
