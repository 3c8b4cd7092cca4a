import type { Message } from '@parley/contracts/entities';
import { thread } from '../../i18n/en/thread.ts';

/** What a sender is called above a message. */
export const senderLabel = (sender: Message['senderType']): string => thread(sender === 'ai' ? 'aiAssistant' : sender);
