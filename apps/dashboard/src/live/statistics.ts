import { countUnread } from '@parley/contracts/routes/conversations';
import { getOverview, getStats, getWallboard } from '@parley/contracts/routes/overview';
import { listRepresentatives } from '@parley/contracts/routes/users';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../api/read.ts';

/** Counts over conversations, which no event carries. */
export const statistics = [
  keyOf(getStats),
  keyOf(getOverview),
  keyOf(getWallboard),
  keyOf(listRepresentatives),
  keyOf(countUnread),
] as const;

/** Reads again the statistics on screen; the others when they are next shown. */
export function refreshStatistics(client: QueryClient): void {
  for (const queryKey of statistics) void client.invalidateQueries({ queryKey });
}
