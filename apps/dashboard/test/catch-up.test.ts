import type { Activity } from '@parley/contracts/conversations/activities';
import type { AttributesOf } from '@parley/contracts/conversations/attributes';
import type { ServerFrameOf } from '@parley/contracts/frames';
import { getAttributesOf } from '@parley/contracts/routes/attributes';
import { getHandOff } from '@parley/contracts/routes/answers';
import { countUnread, getConversation } from '@parley/contracts/routes/conversations';
import { countViews, listViews } from '@parley/contracts/routes/views';
import type { View } from '@parley/contracts/conversations/views';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../src/api/query-client.ts';
import { keyOf, read } from '../src/api/read.ts';
import { activitiesOf } from '../src/live/activities-cache.ts';
import { conversationList, openedConversation } from '../src/live/conversation-cache.ts';
import { createCachePatcher } from '../src/live/patch-cache.ts';
import { rememberVisitor, visitorOf } from '../src/live/visitor.ts';
import { conversation } from './conversation.ts';

afterEach(() => vi.unstubAllGlobals());

const closed = (activityNo: number): Activity => ({
  conversationId: 'opened',
  activityNo,
  afterSeq: 0,
  kind: 'closed',
  cause: { by: 'rule', rule: 'idle' },
  actorName: null,
  before: { status: 'active' },
  after: { status: 'closed' },
  body: null,
  note: null,
  batchId: null,
  undoOf: null,
  createdAt: '2026-03-01T12:01:00.000Z',
});

const joined = (lastActivityNo: number): ServerFrameOf<'joined'> => ({
  type: 'joined',
  conversationId: 'opened',
  messages: [],
  lastSeq: 0,
  lastActivityNo,
  customerDeliveredSeq: 0,
  customerReadSeq: 0,
  staffDeliveredSeq: 0,
  staffReadSeq: 0,
});

it('the opened conversation is read again after an interruption, and no other is shown as it was before', async () => {
  const client = createQueryClient();
  const route = (id: string) => read(getConversation, { params: { id } });
  for (const id of ['opened', 'former']) client.setQueryData(route(id).queryKey, conversation(id));
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(Response.json(conversation(address.split('/').at(-1) ?? '', { representative: 'Ada' }))),
  );
  const observer = new QueryObserver(client, route('opened'));
  const stop = observer.subscribe(() => undefined);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  patcher.catchUp();
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.representative).toBe('Ada'), 40_000);
  expect(client.getQueryData(keyOf(getConversation, { params: { id: 'former' } }))).toBeUndefined();
  stop();
  patcher.close();
});

it('the statistics are read once after an interruption, after the lists, so that everything they include is counted', async () => {
  const client = createQueryClient();
  const list = conversationList({});
  client.setQueryData(list.queryKey, { items: [conversation('before', { representative: 'Ada' })], next: null });
  let unread = 0;
  let counts = 0;
  let answerList: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('/api/unread')) return new Promise<Response>((answered) => (answerList = answered));
    counts += 1;
    return Promise.resolve(Response.json({ conversations: unread }));
  });
  const counted = new QueryObserver(client, read(countUnread, {}));
  const stops = [
    counted.subscribe(() => undefined),
    new QueryObserver(client, { ...list, staleTime: Infinity }).subscribe(() => undefined),
  ];
  await expect.poll(() => counted.getCurrentResult().data?.conversations).toBe(0);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  patcher.catchUp();
  // Arrives while the list is being read.
  unread = 1;
  answerList(Response.json([conversation('missed', { unreadCount: 1 })]));
  await expect.poll(() => counted.getCurrentResult().data?.conversations).toBe(1);
  expect(counts).toBe(2);
  patcher.close();
  for (const stop of stops) stop();
});

it('the lists after everything was deleted hold what began since, and nothing else', async () => {
  const client = createQueryClient();
  const list = conversationList({});
  client.setQueryData(list.queryKey, { items: [conversation('gone', { representative: 'Ada' })], next: null });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([conversation('new', { representative: 'Ben' })])));
  const stop = new QueryObserver(client, { ...list, staleTime: Infinity }).subscribe(() => undefined);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  patcher.apply({ type: 'conversations_deleted' });
  expect(client.getQueryData(list.queryKey)?.items).toEqual([]);
  await expect.poll(() => client.getQueryData(list.queryKey)?.items.map(({ id }) => id)).toEqual(['new']);
  patcher.close();
  stop();
});

it('changes during the reading of a list are in the list when the read has answered, and in no later one', async () => {
  const client = createQueryClient();
  const list = conversationList({});
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((answered) => (answer = answered)));
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  const reading = client.fetchQuery(list);
  const arrived = { ...conversation('arrived', { representative: 'Ada' }), updatedAt: '2026-11-21T10:00:00.000Z' };
  patcher.apply({ type: 'conversation_created', conversation: arrived });
  answer(Response.json([conversation('listed', { representative: 'Ada' })]));
  expect((await reading).items.map(({ id }) => id)).toEqual(['arrived', 'listed']);
  const again = client.fetchQuery({ ...list, staleTime: 0 });
  answer(Response.json([conversation('listed', { representative: 'Ada' })]));
  expect((await again).items.map(({ id }) => id)).toEqual(['listed']);
  patcher.close();
});

it('changes during the reading of a conversation are in it when the read has answered', async () => {
  const client = createQueryClient();
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((answered) => (answer = answered)));
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  const reading = client.fetchQuery(openedConversation('opened'));
  patcher.apply({ type: 'conversation_updated', conversation: conversation('opened', { priority: 'urgent' }) });
  answer(Response.json(conversation('opened')));
  expect(await reading).toMatchObject({ priority: 'urgent' });
  patcher.close();
});

it('activities that are told of while they are being read are among them, and what joining says is missing is read', async () => {
  const client = createQueryClient();
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((answered) => answers.push(answered)));
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  const numbers = (activities: readonly Activity[]) => activities.map(({ activityNo }) => activityNo);

  const reading = client.fetchQuery(activitiesOf('opened'));
  patcher.apply({ type: 'activity', conversationId: 'opened', activity: closed(1) });
  answers.shift()?.(Response.json([]));
  expect(numbers(await reading)).toEqual([1]);

  const again = client.fetchQuery({ ...activitiesOf('opened'), staleTime: 0 });
  patcher.apply(joined(2));
  answers.shift()?.(Response.json([closed(1)]));
  await vi.waitFor(() => expect(answers).toHaveLength(1), 40_000);
  answers.shift()?.(Response.json([closed(1), closed(2)]));
  expect(numbers(await again)).toEqual([1, 2]);
  patcher.close();
});

it('page visits during the reading of a profile are in it when the read has answered', async () => {
  const client = createQueryClient();
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((answered) => (answer = answered)));
  const reading = client.fetchQuery(visitorOf('opened'));
  const visitor = { isOnline: true, since: null, pageUrl: 'https://shop.example/cart', pageTitle: 'Your cart' };
  rememberVisitor(client, { type: 'presence', conversationId: 'opened', viewers: [], visitor });
  answer(Response.json({ pageUrl: 'https://shop.example/', pageTitle: 'Shop', pages: [], isOnline: false }));
  expect(await reading).toMatchObject({ isOnline: true, pageUrl: 'https://shop.example/cart', pageTitle: 'Your cart' });
});

it('events between the first reads and the opening of the live channel are in the list', async () => {
  const client = createQueryClient();
  const list = conversationList({});
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((answered) => answers.push(answered)));
  const observer = new QueryObserver(client, list);
  const stop = observer.subscribe(() => undefined);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  // The channel opens while the list, asked for before, is still on its way.
  patcher.catchUpFirstReads();
  answers[0]?.(Response.json([conversation('before')]));
  await vi.waitFor(() => expect(answers).toHaveLength(2), 40_000);
  answers[1]?.(Response.json([conversation('newer'), conversation('before')]));
  await vi.waitFor(
    () => expect(client.getQueryData(list.queryKey)?.items.map(({ id }) => id)).toEqual(['newer', 'before']),
    40_000,
  );
  stop();
  patcher.close();
});

it('counts the unread again when a read has already brought the state of an event', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  client.setQueryData(openedConversation('opened').queryKey, conversation('opened', { unreadCount: 0, lastSeq: 1 }));
  const asked = vi.fn<(address: string) => Promise<Response>>(() =>
    Promise.resolve(Response.json({ conversations: 6 })),
  );
  vi.stubGlobal('fetch', asked);
  const counted = new QueryObserver(client, { ...read(countUnread, {}), initialData: { conversations: 7 } });
  const stop = counted.subscribe(() => undefined);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2025-01-01T00:00:00.000Z' });
  patcher.apply({
    type: 'conversation_updated',
    conversation: conversation('opened', { lastSeq: 1 }),
    unread: { readers: [], others: 0 },
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(counted.getCurrentResult().data).toEqual({ conversations: 6 });
  stop();
  patcher.close();
  vi.useRealTimers();
});

it('moves a view’s count with each change, and takes the server’s where that is another one', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const urgent: View = {
    id: 'urgent',
    name: 'Urgent',
    filter: { field: 'priority', op: 'is', value: 'urgent' },
    sort: 'activity',
    scope: 'all',
    teamId: null,
    ownerId: 'me',
    place: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  client.setQueryData(keyOf(listViews), [urgent]);
  client.setQueryData(keyOf(countViews), [{ id: 'urgent', count: 2 }]);
  client.setQueryData(openedConversation('opened').queryKey, conversation('opened', { lastActivityNo: 1 }));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ id: 'urgent', count: 5 }])));
  const counted = new QueryObserver(client, { ...read(countViews, {}), staleTime: Number.POSITIVE_INFINITY });
  const stop = counted.subscribe(() => undefined);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  patcher.apply({
    type: 'conversation_updated',
    conversation: conversation('opened', { priority: 'urgent', lastActivityNo: 2 }),
    unread: { readers: [], others: 0 },
  });
  expect(client.getQueryData(keyOf(countViews))).toEqual([{ id: 'urgent', count: 3 }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.getQueryData(keyOf(countViews))).toEqual([{ id: 'urgent', count: 5 }]);
  stop();
  patcher.close();
  vi.useRealTimers();
});

it('counts what became unread between the first reads and the opening of the live channel', async () => {
  const client = createQueryClient();
  client.setQueryData(keyOf(countUnread), { conversations: 0 });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ conversations: 1 })));
  const counted = new QueryObserver(client, { ...read(countUnread, {}), staleTime: Number.POSITIVE_INFINITY });
  const stop = counted.subscribe(() => undefined);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  patcher.catchUpFirstReads();
  await vi.waitFor(() => expect(counted.getCurrentResult().data).toEqual({ conversations: 1 }), 40_000);
  stop();
  patcher.close();
});

it('the later of two changes that arrive in reverse order wins, in the conversation and in lists', () => {
  const client = createQueryClient();
  const spam = conversationList({ spam: true });
  client.setQueryData(
    openedConversation('opened').queryKey,
    conversation('opened', { isSpam: true, lastActivityNo: 1 }),
  );
  client.setQueryData(spam.queryKey, {
    items: [conversation('opened', { isSpam: true, lastActivityNo: 1 })],
    next: null,
  });
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2025-01-01T00:00:00.000Z' });
  const receive = (change: Parameters<typeof conversation>[1], unreadCount: number) =>
    patcher.apply({
      type: 'conversation_updated',
      conversation: conversation('opened', change),
      unread: { readers: [], others: unreadCount },
    });
  receive({ isSpam: false, lastActivityNo: 2 }, 1);
  receive({ isSpam: true, lastActivityNo: 1 }, 0);
  expect(client.getQueryData(openedConversation('opened').queryKey)).toMatchObject({ isSpam: false, unreadCount: 0 });
  expect(client.getQueryData(spam.queryKey)?.items).toEqual([]);
  patcher.close();
});

it('joining while a conversation’s attributes are being read reads them once, and no other’s', async () => {
  const client = createQueryClient();
  const answer = Promise.withResolvers<object>();
  const ask = vi.fn<() => Promise<object>>(() => answer.promise);
  const key = ['/api/conversations', 'opened', 'attributes'];
  const other = ['/api/conversations', 'other', 'attributes'];
  client.setQueryData(other, {});
  const observer = new QueryObserver(client, { queryKey: key, queryFn: ask });
  const stop = observer.subscribe(() => undefined);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([closed(3)])));
  patcher.apply(joined(3));
  answer.resolve({});
  await vi.waitFor(() => expect(client.getQueryState(key)?.status).toBe('success'));
  await vi.waitFor(() => expect(client.getQueryData(activitiesOf('opened').queryKey)).toHaveLength(1));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(other)?.isInvalidated).toBe(false);
  stop();
  patcher.close();
});

it('joining after attributes were changed reads them again', async () => {
  const client = createQueryClient();
  const key = ['/api/conversations', 'opened', 'attributes'];
  client.setQueryData(key, {});
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  client.setQueryData(activitiesOf('opened').queryKey, [closed(1)]);
  patcher.apply(joined(1));
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
  patcher.apply(joined(2));
  await vi.waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true), 40_000);
  patcher.close();
});

describe('attributes with their first answer under way', () => {
  const stored = (value: string) => ({
    value,
    source: 'representative' as const,
    setBy: null,
    setAt: closed(1).createdAt,
  });
  const attributes = (value: string): AttributesOf => ({
    contactId: 'contact',
    conversation: [{ key: 'topic', ...stored(value) }],
    contact: [],
  });
  const named: Activity = {
    ...closed(1),
    kind: 'described',
    before: { attributes: {} },
    after: { attributes: { topic: stored('new') } },
  };

  /** Reads as an opened thread does, and answers the first reading as it was before the activity. */
  async function opened(activities: readonly Activity[]) {
    const client = createQueryClient();
    let answerFirst: (response: Response) => void = () => undefined;
    let readings = 0;
    vi.stubGlobal('fetch', (address: string) => {
      if (address.includes('/activities')) return Promise.resolve(Response.json(activities));
      readings += 1;
      if (readings > 1) return Promise.resolve(Response.json(attributes('new')));
      return new Promise<Response>((answered) => (answerFirst = answered));
    });
    const observer = new QueryObserver(client, read(getAttributesOf, { params: { id: 'opened' } }));
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => readings).toBe(1);
    const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
    return {
      patcher,
      answerFirst: () => answerFirst(Response.json(attributes('old'))),
      topic: () => observer.getCurrentResult().data?.conversation[0]?.value,
      readings: () => readings,
      close: () => {
        stop();
        patcher.close();
      },
    };
  }

  it('they are read again when an activity arrives that changes them', async () => {
    const thread = await opened([]);
    thread.patcher.apply({ type: 'activity', conversationId: 'opened', activity: named });
    thread.answerFirst();
    await expect.poll(thread.topic).toBe('new');
    thread.close();
  });

  it('they are read again when the channel knows of a missed activity that changed them', async () => {
    const thread = await opened([named]);
    thread.patcher.apply(joined(1));
    thread.answerFirst();
    await expect.poll(thread.topic).toBe('new');
    thread.close();
  });

  it('are read once where no activity that was missed changed them', async () => {
    const thread = await opened([closed(1)]);
    thread.patcher.apply(joined(1));
    thread.answerFirst();
    await expect.poll(thread.topic).toBe('old');
    expect(thread.readings()).toBe(1);
    thread.close();
  });
});

it('the hand-off is read again when it changes, once each, and for no other change', async () => {
  const client = createQueryClient();
  const asked: AbortSignal[] = [];
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    asked.push(signal);
    return Response.json(null);
  });
  const known = conversation('opened', { handOffReason: 'A refund' });
  client.setQueryData(keyOf(getConversation, { params: { id: 'opened' } }), known);
  // By the packet, and beside the reply.
  const observers = [0, 1].map(() => new QueryObserver(client, read(getHandOff, { params: { id: 'opened' } })));
  const stops = observers.map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(observers[0]?.getCurrentResult().isSuccess).toBe(true));
  expect(asked).toHaveLength(1);
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  const updated = (more: object) =>
    patcher.apply({
      type: 'conversation_updated',
      conversation: { ...known, updatedAt: '2026-03-01T12:00:00.000Z', ...more },
    });
  updated({ priority: 'high' });
  updated({ representative: 'Ada' });
  patcher.apply({ type: 'hand_off_corrected', conversationId: 'another' });
  patcher.apply({ type: 'hand_off_corrected', conversationId: 'opened' });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  updated({ handOffReason: 'An exchange' });
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(asked.map(({ aborted }) => aborted)).toEqual([false, false, false]);
  for (const stop of stops) stop();
  patcher.close();
});

it('a frame that only a newer server sends changes nothing and is no error', () => {
  const client = createQueryClient();
  client.setQueryData(['kept'], 'as it was');
  const patcher = createCachePatcher(client, { id: 'me', createdAt: '2026-01-01T00:00:00.000Z' });
  // @ts-expect-error No server of this release sends it.
  patcher.apply({ type: 'constructor' });
  expect(client.getQueryData(['kept'])).toBe('as it was');
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  patcher.close();
});
