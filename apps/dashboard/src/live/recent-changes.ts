/**
 * What changes while a read is under way. Its answer may be older than an event that came meanwhile; the changes since
 * it was asked for are applied on top of it. Nothing is kept once the read has answered.
 */
import type { Act } from '@parley/contracts/acts';
import type { Conversation } from '@parley/contracts/entities';
import type { ServerFrameOf } from '@parley/contracts/frames';
import type { Follows } from './conversation-lists.ts';

export type RecentChange =
  | { kind: 'changed'; conversation: Conversation; me: string; follows: Follows }
  | { kind: 'deleted'; id: string }
  | { kind: 'all deleted' }
  | { kind: 'act'; act: Act }
  | { kind: 'visitor'; frame: ServerFrameOf<'presence'> }
  /** As many acts of a conversation are stored. */
  | { kind: 'acts'; id: string; lastActNo: number };

/** The changes that each read under way has to hear of. */
const underWay = new Set<RecentChange[]>();

/** Notes a change for the reads that are under way, and answers it. */
export function noteChange(change: RecentChange): RecentChange {
  for (const changes of underWay) changes.push(change);
  return change;
}

/** Reads, and answers with it what changed meanwhile, oldest first. */
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
