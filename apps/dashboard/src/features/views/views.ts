import { listViews } from '@parley/contracts/routes/views';
import type { View } from '@parley/contracts/conversations/views';
import { useRead } from '../../api/read.ts';

/** Parts of a list that a view saves. */
export type ShownList = Pick<View, 'filter' | 'sort'>;

const none: readonly View[] = [];

/** Returns the user's saved views and the shared ones; `isKnown` once they have been read. */
export function useViews(): { views: readonly View[]; isKnown: boolean } {
  const { data } = useRead(listViews, {});
  return { views: data ?? none, isKnown: data !== undefined };
}
