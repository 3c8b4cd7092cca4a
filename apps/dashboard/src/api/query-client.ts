import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

/**
 * Reads never go stale and are never retried or polled (docs/product.md#around-every-screen): the live channel keeps
 * them fresh, and what was missed while it was away is fetched when it is back.
 */
export const createQueryClient = (caches: Pick<QueryClientConfig, 'queryCache' | 'mutationCache'> = {}): QueryClient =>
  new QueryClient({
    ...caches,
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      // Nobody looks at one that is over, which holds all that was on screen when it was asked for.
      mutations: { retry: false, networkMode: 'always', gcTime: 5_000 },
    },
  });
