/** Unsent text, kept per conversation in this browser until it is sent. */
const prefix = 'parley.draft.';

export function draftOf(conversationId: string): string {
  return localStorage.getItem(prefix + conversationId) ?? '';
}

export function keepDraft(conversationId: string, text: string): void {
  try {
    if (text.trim()) localStorage.setItem(prefix + conversationId, text);
    else localStorage.removeItem(prefix + conversationId);
  } catch {
    // Storage may be full; the text stays in the composer.
  }
}
