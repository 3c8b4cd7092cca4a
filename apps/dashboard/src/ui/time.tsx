import { useByNow } from './clock.ts';
import { exactTime, relativeTime, shortTime } from './times.ts';

/** A moment in relative words, the exact one on hover. `short` for lists. */
export function Time({ at, short = false }: { at: string; short?: boolean }) {
  const words = useByNow((now) => (short ? shortTime(at, now) : relativeTime(at, now)));
  return (
    <time dateTime={at} title={exactTime(at)}>
      {words}
    </time>
  );
}
