import type { Message } from '@parley/contracts/entities';
import { unknownSender } from '@parley/contracts/messages/unknown-sender';
import { activities } from '../../i18n/en/activities.ts';
import { thread } from '../../i18n/en/thread.ts';

/** Returns the name of the sender above a message. */
export const senderLabel = (sender: Message['senderType']): string => thread(sender === 'ai' ? 'aiAssistant' : sender);

/** Returns the name beside the label, if there is one; the assistant has none. */
export function senderNameOf({ senderType, senderName }: Pick<Message, 'senderType' | 'senderName'>): string | null {
  if (senderType === 'ai') return null;
  return senderName === unknownSender ? activities('mailUnknownSender') : senderName;
}
