// @vitest-environment happy-dom
import { Refusal } from '@parley/client/refusal';
import type { TrackedEventInput } from '@parley/contracts/visitors/tracked-events';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Shell } from '../src/loader/shell.ts';
import { openTracked } from '../src/proactive/tracked.ts';
import type { Visitor } from '../src/talk/visitor.ts';

const shellOf = (remembers: boolean) =>
  ({
    host: 'https://chat.example.com',
    setup: { proactive: { remembers, holdOutPercent: 0, messages: [] } },
    on: () => () => undefined,
  }) as unknown as Shell;

/** A visitor with the server that they call. */
function visiting() {
  const received: TrackedEventInput[] = [];
  const call = vi.fn<(method: string, path: string, body: { events: TrackedEventInput[] }) => Promise<void>>();
  call.mockImplementation(async (_method, _path, body) => {
    received.push(...body.events);
  });
  return { received, call, visitor: { call } as unknown as Visitor };
}
const names = (events: readonly TrackedEventInput[]) => events.map(({ name }) => name);

beforeEach(() => localStorage.clear());

it('events wait in the page until they are reported, each once, as the server takes them', async () => {
  const { received, call, visitor } = visiting();
  const tracked = openTracked(shellOf(false));
  tracked.add(' viewed\u0000 ', {
    product: 'L'.repeat(300),
    price: 12,
    isGift: true,
    tags: ['a'],
    none: null,
    nan: Number.NaN,
  });
  tracked.add('\ud800');
  tracked.add(`${'x'.repeat(199)}😀`, { ' ': 1 });
  expect(localStorage).toHaveLength(0);
  await tracked.report(visitor);
  await tracked.report(visitor);
  expect(call).toHaveBeenCalledOnce();
  expect(received).toMatchObject([
    {
      name: 'viewed',
      properties: [
        { key: 'product', value: 'L'.repeat(200) },
        { key: 'price', value: 12 },
        { key: 'isGift', value: true },
      ],
      secondsAgo: 0,
    },
    { name: 'x'.repeat(199), properties: [] },
  ]);
});

it('the newest twenty wait, and those that could not be sent wait on, while refused ones are dropped', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { received, call, visitor } = visiting();
  const tracked = openTracked(shellOf(false));
  for (let count = 0; count < 25; count += 1) tracked.add(`event ${count}`);
  call.mockRejectedValueOnce(new TypeError('no network'));
  await tracked.report(visitor);
  tracked.add('later');
  await tracked.report(visitor);
  expect(names(received)).toEqual([...Array.from({ length: 19 }, (_, index) => `event ${index + 6}`), 'later']);
  tracked.add('refused');
  call.mockRejectedValueOnce(new Refusal('invalid', 'No.'));
  await tracked.report(visitor);
  await tracked.report(visitor);
  expect(names(received)).not.toContain('refused');
});

it('a website that remembers visits reports the events of earlier pages too, and stores none once they are sent', async () => {
  const { received, visitor } = visiting();
  openTracked(shellOf(true)).add('on the first page');
  const tracked = openTracked(shellOf(true));
  tracked.add('on the second page');
  await tracked.report(visitor);
  expect(names(received)).toEqual(['on the first page', 'on the second page']);
  expect(localStorage).toHaveLength(0);
});

it('storage that is forbidden or has something else in it changes nothing', async () => {
  const { received, visitor } = visiting();
  localStorage.setItem('parley:https://chat.example.com/events', '{"not": "a list"');
  const tracked = openTracked(shellOf(true));
  tracked.add('kept');
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  await tracked.report(visitor);
  vi.restoreAllMocks();
  expect(names(received)).toEqual(['kept']);
});
