import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { activitiesOf } from '../../live/activities-cache.ts';
import { openedConversation } from '../../live/conversation-cache.ts';
import { readCopilotLine } from '../../domain/copilot/use-copilot.ts';

/** Milliseconds: a pointer on its way across the list reads nothing. */
const restMs = 65;

/** Reads a thread ahead, unless it is cached. The thread itself shows failures and tries again. */
function readThread(client: QueryClient, id: string): void {
  void client.prefetchQuery(openedConversation(id));
  void client.prefetchQuery(activitiesOf(id));
  void readCopilotLine(client, id);
}

/**
 * Reads the conversation that the next key will open, once the page has nothing else to do. Only the last request
 * counts.
 */
export function useReadWhenIdle(): (id: string | undefined) => void {
  const client = useQueryClient();
  const idle = useRef<number>(undefined);
  const cancel = useCallback(() => {
    if (idle.current !== undefined) cancelIdleCallback(idle.current);
  }, []);
  useEffect(() => cancel, [cancel]);
  return useCallback(
    (id) => {
      cancel();
      // Safari has no such callback, and reads when the key comes.
      if (id && 'requestIdleCallback' in window) idle.current = requestIdleCallback(() => readThread(client, id));
    },
    [client, cancel],
  );
}

/**
 * Reads the conversation that a pointer rests on, or is pressed on, before it is opened: hands are slower than most
 * networks. For the handlers of what holds the rows; a finger that scrolls reads nothing.
 */
export function useReadAhead() {
  const client = useQueryClient();
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const read = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest('li')?.querySelector('[data-conversation]') : null;
    const id = row?.getAttribute('data-conversation');
    if (id) readThread(client, id);
  };
  return {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      clearTimeout(rest.current);
      if (pointerType === 'mouse') rest.current = setTimeout(() => read(target), restMs);
    },
    onPointerLeave: () => clearTimeout(rest.current),
    onPointerDown: ({ target, pointerType, button }: PointerEvent) => {
      if (pointerType === 'mouse' && button === 0) read(target);
    },
  };
}
