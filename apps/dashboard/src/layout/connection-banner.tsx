import type { LiveState } from '@parley/client/live';
import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { copiedAt, onCopiedAt } from '../api/offline-copy.ts';
import { useLiveState, usePending } from '../live/live.tsx';
import styles from './layout.module.css';
import { layout } from '../i18n/en/layout.ts';
import { clockTime } from '../ui/times.ts';

/** Milliseconds: a shorter interruption is not shown. */
const patienceMs = 1_500;

/** Shows that live updates are interrupted, and that nothing written in the meantime is lost. */
export function ConnectionBanner() {
  const state = useLiveState();
  return <output className={styles.bannerPlace}>{state !== 'online' && <Away key={state} state={state} />}</output>;
}

function Away({ state }: { state: LiveState }) {
  const waiting = usePending().filter((message) => message.state === 'sending').length;
  const [shown, setShown] = useState(state === 'offline');
  const [since] = useState(Date.now);
  const copied = useSyncExternalStore(onCopiedAt, copiedAt);

  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);

  if (!shown) return null;
  const isOffline = state === 'offline' || copied !== null;
  return (
    <span className={styles.banner}>
      <WifiOff size={15} aria-hidden />
      {isOffline ? layout('offline') : layout('reconnecting')}
      {isOffline && ` ${layout('listFrom', { time: clockTime(new Date(copied ?? since).toISOString()) })}`}
      {waiting > 0 && ` ${layout('unsent', { count: waiting })}`}
    </span>
  );
}
