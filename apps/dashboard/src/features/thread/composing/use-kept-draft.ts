import { type RefObject, useEffect, useRef } from 'react';
import { useDrafts } from '../../../live/use-drafts.ts';
import { keepDraft, type LastField } from './written.ts';

/** A keystroke is cheaper than a write to storage. */
const draftPauseMs = 300;

/**
 * Stores the field's text when the page or the composer closes. Returns a function that does so in a pause of the
 * typing.
 */
export function useKeptDraft(conversationId: string, last: RefObject<LastField>): () => void {
  const drafts = useDrafts();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const keep = () => {
      clearTimeout(pause.current);
      keepDraft(drafts, conversationId, last.current);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [drafts, conversationId, last]);
  return () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => keepDraft(drafts, conversationId, last.current), draftPauseMs);
  };
}
