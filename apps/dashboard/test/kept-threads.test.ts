import { emptyConversation } from '@parley/client/conversation';
import { getConversation } from '@parley/contracts/routes/conversations';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyOf } from '../src/api/read.ts';
import { keepThread } from '../src/live/followed.ts';

const keyOfConversation = (id: string) => keyOf(getConversation, { params: { id } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps the thirty threads opened last, and what is on screen', () => {
  const client = new QueryClient();
  const leaveAfterReading = (id: string) => {
    vi.advanceTimersByTime(1_000);
    client.setQueryData(keyOfConversation(id), { id });
    keepThread(client, id, emptyConversation);
  };
  leaveAfterReading('on screen');
  const onScreen = new QueryObserver(client, {
    queryKey: keyOfConversation('on screen'),
    queryFn: () => ({ id: 'on screen' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const close = onScreen.subscribe(() => undefined);
  for (let index = 1; index <= 40; index += 1) leaveAfterReading(`c${index}`);

  const kept = new Set(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[1]),
  );
  expect(kept).toEqual(new Set(['on screen', ...Array.from({ length: 30 }, (_, index) => `c${index + 11}`)]));
  close();
  client.clear();
});
