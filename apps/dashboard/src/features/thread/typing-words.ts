import type { Typist } from '@parley/client/follow';

/** Who is writing, in a sentence; empty when nobody is. */
export function typingWords(typists: readonly Typist[], me: string): string {
  const names = typists
    .filter(({ senderId }) => senderId !== me)
    .map(({ senderType, senderName }) =>
      senderType === 'customer' ? 'Customer' : senderType === 'ai' ? 'AI Assistant' : (senderName ?? 'A colleague'),
    );
  if (names.length === 0) return '';
  if (names.length === 1) return `${names[0]} is typing…`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are typing…`;
}
