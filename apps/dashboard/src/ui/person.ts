const letters = new Intl.Segmenter();

/** The first letter as a person sees it, be it several code points long. */
const firstLetter = (word: string): string => letters.segment(word).containing(0)?.segment ?? '';

/** The initials of a name, two at most; `U` for none (docs/product.md#around-every-screen). */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const first = firstLetter(words[0] ?? '');
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return (first + last).toUpperCase() || 'U';
}

/** What a customer is called: docs/product.md#around-every-screen. */
export const customerLabel = (conversation: { customerEmail: string | null }): string =>
  conversation.customerEmail ?? 'Anonymous';

export const websiteLabel = (conversation: { website: string | null }): string =>
  conversation.website ?? 'Unknown website';
