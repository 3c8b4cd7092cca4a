/**
 * What changed in the last seconds. An answer that was under way when an event came may be older than the event; the
 * changes since it was asked for are applied on top of it.
 */
import type { Conversation } from '@parley/contracts/entities';

export type RecentChange =
  | { kind: 'changed'; conversation: Conversation; me: string }
  | { kind: 'deleted'; id: string }
  | { kind: 'all deleted' };

/** Longer than any read takes. */
const keptMs = 30_000;

let changes: { at: number; change: RecentChange }[] = [];

/** Changes since a moment of `performance.now()`, oldest first. */
export function recentChanges(since: number): RecentChange[] {
  return changes.filter(({ at }) => at >= since).map(({ change }) => change);
}

/** Notes a change and answers it. */
export function noteChange(change: RecentChange): RecentChange {
  const now = performance.now();
  if ((changes[0]?.at ?? now) < now - keptMs) changes = changes.filter(({ at }) => at >= now - keptMs);
  changes.push({ at: now, change });
  return change;
}
