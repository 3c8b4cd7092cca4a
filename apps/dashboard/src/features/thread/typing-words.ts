import type { Typist } from '@parley/client/follow';
import { thread } from '../../i18n/en/thread.ts';
import { listed } from '../../i18n/language.ts';

/**
 * Returns a sentence that names the customer or assistant who is typing; empty if neither is. Colleagues are shown with
 * the viewers.
 */
export function typingWords(typists: readonly Typist[]): string {
  const names = typists
    .filter(({ senderType }) => senderType !== 'representative')
    .map(({ senderType }) => (senderType === 'ai' ? thread('aiAssistant') : thread('customer')));
  if (names.length === 0) return '';
  return thread('typing', { count: names.length, who: listed(names, 'conjunction') });
}
