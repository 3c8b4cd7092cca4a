import type { ServerFrame, ServerFrameOf } from '@parley/contracts/frames';
import { useCallback, useState } from 'react';
import { useFrames } from '../../live/live.tsx';
import { thread } from '../../i18n/en/thread.ts';
import { listed } from '../../i18n/language.ts';

export type Presence = Pick<ServerFrameOf<'presence'>, 'visitor' | 'viewers'>;

/** Whether the visitor is on the page, and who of the team is looking or writing; null before the first word of it. */
export function usePresence(conversationId: string): Presence | null {
  const [presence, setPresence] = useState<Presence | null>(null);
  const listen = useCallback(
    (frame: ServerFrame) => {
      if (frame.type === 'presence' && frame.conversationId === conversationId) setPresence(frame);
    },
    [conversationId],
  );
  useFrames(listen);
  return presence;
}

/** Who else has the conversation open, in a sentence; empty when nobody has. Nobody writes a reply in a closed one. */
export function viewersWords(presence: Presence | null, me: string, isClosed: boolean): string {
  const others = presence?.viewers.filter(({ userId }) => userId !== me) ?? [];
  const drafting = others.filter(({ isDrafting }) => isDrafting && !isClosed).map(({ name }) => name);
  const viewing = others.filter(({ isDrafting }) => !isDrafting || isClosed).map(({ name }) => name);
  return [
    drafting.length && thread('drafting', { count: drafting.length, who: listed(drafting) }),
    viewing.length && thread('viewing', { count: viewing.length, who: listed(viewing) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
