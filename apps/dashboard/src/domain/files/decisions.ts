import { type Attachment, isUndecided } from '@parley/contracts/messages/attachments';
import { useEffect, useEffectEvent } from 'react';

const askAgainMs = 5_000;

/**
 * Calls `ask` from time to time while the state of a file may still change. For files without live events: those of a
 * followed conversation's messages have them.
 */
export function useDecisions(attachments: readonly Attachment[], ask: () => void): void {
  const isWaiting = attachments.some(isUndecided);
  const asking = useEffectEvent(ask);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => asking(), askAgainMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
