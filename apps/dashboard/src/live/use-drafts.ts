import { useMe } from '../auth/auth.tsx';
import { createDrafts, type Drafts } from './drafts.ts';
import { type LiveConnection, useLive } from './live.tsx';

const opened = new WeakMap<LiveConnection, Drafts>();

/** The drafts of the signed-in user; opened where the first is written, so that no other screen waits for them. */
export function useDrafts(): Drafts {
  const connection = useLive();
  const { id } = useMe();
  const known = opened.get(connection);
  if (known) return known;
  const { live, outbox } = connection;
  const drafts = createDrafts({
    userId: id,
    storage: localStorage,
    pendingIds: () => outbox.pending.map(({ clientMessageId }) => clientMessageId),
  });
  opened.set(connection, drafts);
  live.on('frame', (frame) => drafts.apply(frame));
  live.on('sync', () => drafts.catchUp());
  connection.onClose(() => drafts.close());
  if (live.state === 'online') drafts.catchUp();
  return drafts;
}
