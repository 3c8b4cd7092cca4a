import { type Live, type LiveState, openLive } from '@parley/client/live';
import { createOutbox, type Outbox, type PendingMessage } from '@parley/client/outbox';
import type { Message, User } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { currentUserKey, useMe } from '../auth/auth.tsx';
import { forgetAllDone } from './done.ts';
import { useOpened } from './opened.ts';
import { paceCache, paced } from './paced.ts';
import { postPending } from './outbox-door.ts';
import { createCachePatcher } from './patch-cache.ts';
import { reportFocus } from './report-focus.ts';
import { reportInput } from './report-input.ts';

export interface LiveConnection {
  live: Live;
  outbox: Outbox;
  /** Registers what belongs to this connection and must end with it. */
  onClose: (end: () => void) => void;
  /** Messages of the outbox that have been stored, through whichever channel. */
  onStored: (listener: (message: Message) => void) => () => void;
}

const LiveContext = createContext<LiveConnection | null>(null);

const socketUrl = () => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`;

function connect(me: User, client: QueryClient): LiveConnection & { close(): void } {
  const userId = me.id;
  paceCache();
  const live = openLive({ url: socketUrl() });
  const listeners = new Set<(message: Message) => void>();
  const outbox = createOutbox({
    live,
    post: postPending,
    stored: (message) => {
      for (const listener of listeners) listener(message);
    },
    storage: localStorage,
    storageKey: `parley.outbox.${userId}.`,
  });
  const ends = [reportInput(live), reportFocus(live), forgetAllDone];
  const patcher = createCachePatcher(client, me);
  let hasSynced = false;
  live.on('frame', (frame) => patcher.apply(frame));
  live.on('sync', () => {
    if (hasSynced) patcher.catchUp();
    else patcher.catchUpFirstReads();
    hasSynced = true;
  });
  // The session was ended elsewhere: asking who we are leads to the sign-in page.
  live.on('state', (state) => state === 'ended' && void client.invalidateQueries({ queryKey: currentUserKey }));
  return {
    live,
    outbox,
    onClose: (end) => ends.push(end),
    onStored: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      patcher.close();
      for (const end of ends) end();
      outbox.close();
      live.close();
    },
  };
}

/** The live channel of the signed-in user: one socket for the whole page, feeding the cache. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const me = useMe();
  const { id } = me;
  const current = useRef(me);
  // A change of name or status is no other user.
  const connection = useOpened(useCallback(() => connect({ ...current.current, id }, client), [id, client]));
  return connection ? <LiveContext.Provider value={connection}>{children}</LiveContext.Provider> : null;
}

export function useLive(): LiveConnection {
  const connection = useContext(LiveContext);
  if (!connection) throw new Error('useLive must be used within a LiveProvider');
  return connection;
}

export function useLiveState(): LiveState {
  const { live } = useLive();
  const subscribe = useCallback(
    (listener: () => void) => {
      const off = live.on('state', listener);
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        off();
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    [live],
  );
  // The browser notices a lost network before the connection does.
  return useSyncExternalStore(subscribe, () => (navigator.onLine ? live.state : 'offline'));
}

/** Calls `listener` for every live frame while the component is shown. */
export function useFrames(listener: (frame: ServerFrame) => void): void {
  const { live } = useLive();
  useEffect(() => live.on('frame', listener), [live, listener]);
}

/** Messages not stored yet, in the order of writing. */
export function usePending(): readonly PendingMessage[] {
  const { outbox } = useLive();
  // In the same frame as the messages: a stored one replaces the one on its way.
  const subscribe = useMemo(() => paced((listener) => outbox.subscribe(listener)), [outbox]);
  return useSyncExternalStore(subscribe, () => outbox.pending);
}
