import type { Message } from '@parley/contracts/entities';
import { thread } from '../../i18n/en/thread.ts';

/** Returns the name of the sender above a message. */
export const senderLabel = (sender: Message['senderType']): string => thread(sender === 'ai' ? 'aiAssistant' : sender);
