import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Followed, followConversation } from '../src/follow.ts';
import { type Live, openLive } from '../src/live.ts';
import { createOutbox, type Outbox } from '../src/outbox.ts';
import { conversationId, range, seqs } from './messages.ts';
import { memoryStorage } from './storage.ts';
import { UnreliableServer, UnreliableSocket } from './unreliable-network.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** mulberry32: small, seeded, good enough for weather. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A page with a composer and a thread: what a dashboard or a widget builds from this package. */
class Page {
  readonly live: Live;
  readonly followed: Followed;
  readonly outbox: Outbox;

  constructor(town: UnreliableServer, storage: Storage) {
    const { random } = town.conditions;
    this.live = openLive({
      url: 'ws://town',
      random,
      connect: () => new UnreliableSocket(town) as unknown as WebSocket,
    });
    this.followed = followConversation({
      live: this.live,
      conversationId,
      side: 'customer',
      initial: { messages: town.stored.slice(0, 1), lastSeq: town.stored.length },
      fetchMessages: ({ after = 0, limit }) => town.overHttp(() => town.page(after, limit)),
    });
    this.outbox = createOutbox({
      live: this.live,
      random,
      storage,
      stored: (message) => this.followed.receive(message),
      post: ({ content, clientMessageId }) => town.overHttp(() => town.store(content, clientMessageId)),
    });
  }

  close(): void {
    this.outbox.close();
    this.followed.close();
    this.live.close();
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), page: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), page: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), page: fc.nat(1) }) },
);

test('whatever the network loses, delays, reorders or cuts: stored once, in each writer’s order, seen by all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.double({ min: 0, max: 0.3, noNaN: true }),
      fc.array(fc.tuple(step, fc.integer({ min: 0, max: 3_000 })), { minLength: 1, maxLength: 40 }),
      async (seed, failureRate, steps) => {
        const town = new UnreliableServer({ random: seeded(seed), failureRate });
        town.store('the first', 'seed');
        const storages = [memoryStorage(), memoryStorage()];
        const pages = storages.map((storage) => new Page(town, storage));
        const written: string[][] = [[], []];
        for (const [{ do: what, page }, pause] of steps) {
          if (what === 'send') {
            const content = `${page}: ${written[page]?.length}`;
            written[page]?.push(content);
            pages[page]?.outbox.send({ conversationId, content });
          } else if (what === 'cut') {
            for (const socket of town.sockets) if (town.conditions.random() < 0.5) socket.cut();
          } else {
            pages[page]?.close();
            pages[page] = new Page(town, storages[page]!);
          }
          await vi.advanceTimersByTimeAsync(pause);
        }
        // The sky clears; the gateway's subscription is back and it tells everybody to resume.
        town.conditions.failureRate = 0;
        await vi.advanceTimersByTimeAsync(90_000);
        for (const socket of town.sockets) socket.push({ type: 'resume' });
        await vi.advanceTimersByTimeAsync(40_000);

        const contents = town.stored.map(({ content }) => content);
        for (const [index, page] of pages.entries()) {
          expect(page.outbox.pending).toEqual([]);
          expect(contents.filter((content) => content.startsWith(`${index}: `))).toEqual(written[index]);
          expect(seqs(page.followed.state.messages)).toEqual(range(1, town.stored.length));
          expect(page.followed.state.messages).toEqual(town.stored);
          page.close();
        }
      },
    ),
    { numRuns: 150 },
  );
});
