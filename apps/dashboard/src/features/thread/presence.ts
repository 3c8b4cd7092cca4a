import type { ServerFrame, ServerFrameOf } from '@parley/contracts/frames';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useFrames } from '../../live/live.tsx';
import { thread } from '../../i18n/en/thread.ts';
import { listed } from '../../i18n/language.ts';

export type Presence = Pick<ServerFrameOf<'presence'>, 'visitor' | 'viewers'>;

/**
 * Returns whether the visitor is on the page, and which other representatives look or write; null before the first
 * event. The object stays the same until something of that changes: the user's own writing causes events as well,
 * between two keys.
 */
export function usePresence(conversationId: string, me: string): Presence | null {
  const [presence, setPresence] = useState<Presence | null>(null);
  const listen = useCallback(
    (frame: ServerFrame) => {
      if (frame.type !== 'presence' || frame.conversationId !== conversationId) return;
      const { visitor, viewers } = frame;
      const others = viewers.filter(({ userId }) => userId !== me);
      setPresence((known) => replaceEqualDeep(known, { visitor, viewers: others }));
    },
    [conversationId, me],
  );
  useFrames(listen);
  return presence;
}

/**
 * Returns a sentence that names the other viewers; empty if there are none. Nobody drafts a reply in a closed
 * conversation.
 */
export function viewersWords(presence: Presence | null, isClosed: boolean): string {
  const others = presence?.viewers ?? [];
  const drafting = others.filter(({ isDrafting }) => isDrafting && !isClosed).map(({ name }) => name);
  const viewing = others.filter(({ isDrafting }) => !isDrafting || isClosed).map(({ name }) => name);
  return [
    drafting.length && thread('drafting', { count: drafting.length, who: listed(drafting) }),
    viewing.length && thread('viewing', { count: viewing.length, who: listed(viewing) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
