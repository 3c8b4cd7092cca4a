import { messageMaxLength } from '../messages/limits.ts';
import { channel } from './channel.ts';

/**
 * The chat on a website. Nothing of it is entered under Integrations: websites and its looks have a screen of their own.
 * It has no queue either: the gateway updates visitors who look at it, and all others get mail.
 */
export const widget = channel({
  id: 'widget',
  name: 'Widget',
  docs: 'widget',
  queue: null,
  repeatable: false,
  customers: { longestMessage: messageMaxLength, receipts: true, edits: true, reactions: true },
  settings: null,
});
