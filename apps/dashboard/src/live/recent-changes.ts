/**
 * Changes while a read is under way. Its answer may be older than an event that came in the meantime, so the changes
 * since the read began are applied on top of it. Nothing is kept once the read has answered.
 */
import type { Activity } from '@parley/contracts/conversations/activities';
import type { Conversation } from '@parley/contracts/entities';
import type { ServerFrameOf } from '@parley/contracts/frames';
import type { Follows } from './conversation-lists.ts';

export type RecentChange =
  | { kind: 'changed'; conversation: Conversation; me: string; follows: Follows }
  | { kind: 'deleted'; id: string }
  | { kind: 'all deleted' }
  | { kind: 'activity'; activity: Activity }
  | { kind: 'visitor'; frame: ServerFrameOf<'presence'> }
  /** Number of activities stored for a conversation. */
  | { kind: 'activities'; id: string; lastActivityNo: number };

/** Lists of changes, one for each read under way. */
const underWay = new Set<RecentChange[]>();

/** Notes a change for the reads that are under way, and returns it. */
export function noteChange(change: RecentChange): RecentChange {
  for (const changes of underWay) changes.push(change);
  return change;
}

/** Reads, and returns the answer together with the changes that arrived until then, oldest first. */
export async function withChangesMeanwhile<T>(
  read: () => Promise<T>,
): Promise<{ answer: T; changes: readonly RecentChange[] }> {
  const changes: RecentChange[] = [];
  underWay.add(changes);
  try {
    return { answer: await read(), changes };
  } finally {
    underWay.delete(changes);
  }
}
