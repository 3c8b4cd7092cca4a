/** Representatives who have a conversation of the list open: requested only for the rows on screen. */
import type { ServerFrame, ServerFrameOf } from '@parley/contracts/frames';
import { watchedRowsMax } from '@parley/contracts/conversations/limits';
import { useCallback, useEffect, useState } from 'react';
import { useFrames, useLive } from './live.tsx';

export type Viewers = ServerFrameOf<'viewers'>['viewers'];

/** Scrolling asks once it rests. */
const restMs = 250;
const nobody: ReadonlyMap<string, Viewers> = new Map();

/** Returns who else has which of these conversations open. */
export function useViewers(ids: readonly string[], me: string): ReadonlyMap<string, Viewers> {
  const { live } = useLive();
  const [viewers, setViewers] = useState(nobody);
  // Sorted by id: rows that change places are the same rows.
  const wanted = ids.slice(0, watchedRowsMax).toSorted().join(' ');
  useFrames(
    useCallback(
      (frame: ServerFrame) => {
        if (frame.type !== 'viewers') return;
        const others = frame.viewers.filter(({ userId }) => userId !== me);
        setViewers((known) => {
          if (others.length === 0 && !known.has(frame.conversationId)) return known;
          const changed = new Map(known);
          if (others.length > 0) changed.set(frame.conversationId, others);
          else changed.delete(frame.conversationId);
          return changed;
        });
      },
      [me],
    ),
  );
  useEffect(() => {
    const ask = () => {
      // Changes that were missed, or were in rows out of sight, are sent again.
      setViewers(nobody);
      live.send({ type: 'watch_viewers', conversationIds: wanted ? wanted.split(' ') : [] });
    };
    const timer = setTimeout(ask, restMs);
    const off = live.on('sync', ask);
    return () => {
      clearTimeout(timer);
      off();
    };
  }, [live, wanted]);
  useEffect(() => () => void live.send({ type: 'watch_viewers', conversationIds: [] }), [live]);
  return viewers;
}
