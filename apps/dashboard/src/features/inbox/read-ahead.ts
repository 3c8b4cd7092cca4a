import { useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef } from 'react';
import { actsOf } from '../../live/acts-cache.ts';
import { openedConversation } from '../../live/conversation-cache.ts';

/** A pointer on its way across the list asks for nothing. */
const restMs = 65;

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
    if (!id) return;
    // What fails is told by the thread, which asks again; what is there already is not asked for.
    void client.prefetchQuery(openedConversation(id));
    void client.prefetchQuery(actsOf(id));
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
