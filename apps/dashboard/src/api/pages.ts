import type { Answer, Route } from '@parley/contracts/route';
import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { callPage, type Input } from './call.ts';
import { keyOf } from './read.ts';

interface PageOf<R extends Route> {
  items: Answer<R>;
  next: string | null;
}

/** Infinite query options of a list that comes page by page, each with the cursor of the next; the first has none. */
export const pagesOf = <R extends Route & { method: 'GET' }>(route: R, inputOf: (cursor: string | null) => Input<R>) =>
  infiniteQueryOptions<PageOf<R>, Error, InfiniteData<PageOf<R>>, QueryKey, string | null>({
    queryKey: keyOf(route, inputOf(null)),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) => callPage(route, inputOf(pageParam), signal),
    getNextPageParam: ({ next }) => next,
  });
