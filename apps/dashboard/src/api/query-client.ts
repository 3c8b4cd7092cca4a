import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

/**
 * Creates the cache. Reads never go stale and are never retried or polled (docs/product.md#around-every-screen): the
 * live channel keeps them fresh, and after an interruption they are caught up.
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
      // Finished ones are not read again, and hold everything that was on screen when they began.
      mutations: { retry: false, networkMode: 'always', gcTime: 5_000 },
    },
  });
