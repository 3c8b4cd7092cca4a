/** Unsent text, kept per person and conversation in this browser until it is sent. */
const nameOf = (userId: string, conversationId: string): string => `parley.draft.${userId}.${conversationId}`;

export function draftOf(userId: string, conversationId: string): string {
  return localStorage.getItem(nameOf(userId, conversationId)) ?? '';
}

export function keepDraft(userId: string, conversationId: string, text: string): void {
  const name = nameOf(userId, conversationId);
  try {
    if (text.trim()) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
  } catch {
    // Storage may be full; the text stays in the composer.
  }
}
