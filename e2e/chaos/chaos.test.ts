import { expect, test } from 'vitest';
import { chaos } from './chaos.ts';

test('no message, note or activity is lost, doubled or out of order, whatever dies', async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  console.log(`chaos seed ${seed}`);
  const summary = await chaos({ seed, messages: 1_200, seconds: 20 });
  console.log(summary);
  expect(summary.faults).toEqual([]);
  expect(summary.complete).toBe(summary.clients);
}, 600_000);
