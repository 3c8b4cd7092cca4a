import { countViews, listViews } from '@parley/contracts/routes/views';
import type { View } from '@parley/contracts/views';
import { useRead } from '../../api/read.ts';

/** What a list shows: all that a view keeps. */
export type ShownList = Pick<View, 'filter' | 'sort'>;

const none: readonly View[] = [];

/** The person's saved views and the shared ones; `isKnown` once they have been read. */
export function useViews(): { views: readonly View[]; isKnown: boolean } {
  const { data } = useRead(listViews, {});
  return { views: data ?? none, isKnown: data !== undefined };
}

/** How many conversations each holds, by id. */
export function useViewCounts(): ReadonlyMap<string, number> {
  const { data } = useRead(countViews, {});
  return new Map(data?.map(({ id, count }) => [id, count]));
}
