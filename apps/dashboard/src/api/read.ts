import type { Answer, Route } from '@parley/contracts/route';
import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { call, type Input } from './call.ts';

type ReadRoute = Route & { method: 'GET' };
interface Addressed {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: object | undefined;
}

/**
 * The cache key of a read: the path's segments (docs/product.md#calls), then the query if there is one.
 *
 * @example keyOf(routes.getConversation, { params: { id } }) // ['/api/conversations', id]
 */
export function keyOf(route: Route, input: Addressed = {}): QueryKey {
  const [, api = '', first = '', ...rest] = route.path.split('/');
  const segments = rest.map((part) => (part.startsWith(':') ? String(input.params?.[part.slice(1)]) : part));
  const root = `/${api}/${first}`;
  return input.query ? [root, ...segments, input.query] : [root, ...segments];
}

/** Query options of a read. */
export const read = <R extends ReadRoute>(route: R, input: Input<R>) =>
  queryOptions<Answer<R>>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, signal),
  });

/** Reads a route's answer through the cache. */
export const useRead = <R extends ReadRoute>(route: R, input: Input<R>) => useQuery(read(route, input));

/** For reads that no frame covers: read again at every use. */
export const alwaysFresh = { staleTime: 0 } as const;
