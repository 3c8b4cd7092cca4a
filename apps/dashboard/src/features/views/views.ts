import { countViews, listViews } from '@parley/contracts/routes/views';
import type { View } from '@parley/contracts/views';
import { useQuery } from '@tanstack/react-query';
import { read, useRead } from '../../api/read.ts';

/** What a list shows: all that a view keeps. */
export type ShownList = Pick<View, 'filter' | 'sort'>;

const none: readonly View[] = [];

/** The person's saved views and the shared ones; `isKnown` once they have been read. */
export function useViews(): { views: readonly View[]; isKnown: boolean } {
  const { data } = useRead(listViews, {});
  return { views: data ?? none, isKnown: data !== undefined };
}

/** How many conversations one of them holds; undefined before they were counted. */
export function useViewCount(id: string): number | undefined {
  const { data } = useQuery({
    ...read(countViews, {}),
    select: (counts) => counts.find((each) => each.id === id)?.count,
  });
  return data;
}
