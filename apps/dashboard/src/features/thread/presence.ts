import type { ServerFrame, ServerFrameOf } from '@parley/contracts/frames';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useFrames } from '../../live/live.tsx';
import { thread } from '../../i18n/en/thread.ts';
import { listed } from '../../i18n/language.ts';

export type Presence = Pick<ServerFrameOf<'presence'>, 'visitor' | 'viewers'>;

/**
 * Whether the visitor is on the page, and who else of the team is looking or writing; null before the first word of it.
 * The same until something of that changes: one's own writing is told as well, between two keys.
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

/** Who else has the conversation open, in a sentence; empty when nobody has. Nobody writes a reply in a closed one. */
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
