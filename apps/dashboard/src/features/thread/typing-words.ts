import type { Typist } from '@parley/client/follow';

/** Who of the other side is writing, in a sentence; empty when nobody is. Colleagues are told of with the viewers. */
export function typingWords(typists: readonly Typist[]): string {
  const names = typists
    .filter(({ senderType }) => senderType !== 'representative')
    .map(({ senderType }) => (senderType === 'ai' ? 'AI Assistant' : 'Customer'));
  if (names.length === 0) return '';
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing…`;
}
