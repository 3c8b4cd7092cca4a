import { type Attachment, isUndecided } from '@parley/contracts/attachments';
import { useEffect, useEffectEvent } from 'react';

const askAgainMs = 5_000;

/**
 * Calls `ask` from time to time while one of the files may still become something else. For what is told of to nobody:
 * whoever follows a conversation is told of the files of its messages.
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
