import { expect, it } from 'vitest';
import { AuthProvider, useAuth } from '../src/auth/auth.tsx';
import { currentToast, dismissToast, toast } from '../src/ui/toast/toasts.ts';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from '../src/api/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';

it('only one toast is visible at a time, and an older one cannot take a newer one away', () => {
  toast({ title: 'first' });
  const first = currentToast();
  toast({ title: 'second', variant: 'destructive' });
  expect(currentToast()?.title).toBe('second');
  dismissToast(first?.id ?? 0);
  expect(currentToast()?.title).toBe('second');
  dismissToast(currentToast()?.id ?? 0);
  expect(currentToast()).toBeNull();
});

function Outside() {
  const { user } = useAuth();
  return <span>{user === undefined ? 'unknown' : 'known'}</span>;
}

it('the auth context outside its provider throws, inside it shows that the user is unknown at first', () => {
  expect(() => renderToString(<Outside />)).toThrow('useAuth must be used within an AuthProvider');
  const markup = renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <Outside />
      </AuthProvider>
    </QueryClientProvider>,
  );
  expect(markup).toContain('unknown');
});

it('reads are never stale, never retried, never polled', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});
