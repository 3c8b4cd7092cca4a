/**
 * Measures how long a customer's first message takes to appear as assigned on every screen: `npm run bench -- routing`.
 * Two workers assign the conversations of a team of 30. `burst` posts all messages at once, `steady` 20 a second.
 */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerFrame } from '@parley/contracts/frames';
import { unpackBroadcast } from '@parley/contracts/live';
import { postMessage } from '@parley/core/messages/post';
import { appear, createColleague, createTestContext } from '@parley/core/testing';
import { addTeam } from '@parley/core/users/teams';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { freePort, startService, until } from '@parley/e2e/process';

const conversations = Number(process.env['BENCH_CONVERSATIONS'] ?? 120);
const steadyPerSecond = 20;
const people = 30;
/** Customers who write at the same time. */
const writers = 8;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN;

const context = await createTestContext();
const workers = await Promise.all(
  [1, 2].map(async () =>
    startService('worker', 'apps/worker', await freePort(), { ...context.env, LOG_LEVEL: 'warn' }),
  ),
);
try {
  const admin = await createColleague(context, 'Ada', 'admin');
  const members = await Promise.all(
    Array.from({ length: people }, (_, index) => createColleague(context, `P${index}`)),
  );
  const memberIds = members.map(({ user }) => user.id);
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  if (!website) throw new Error('no website');
  const team = await addTeam(context, admin, { name: 'Shop', memberIds, routing: { mode: 'balanced' } });
  await context.db.updateTable('websites').set({ teamId: team.id }).execute();
  await context.db.updateTable('users').set({ status: 'online', capacity: 200 }).execute();

  const posted = new Map<string, number>();
  const shown = new Map<string, number>();
  await context.publisher.subscribe('inbox', (text) => {
    const packed = unpackBroadcast(text);
    const frame = packed && (JSON.parse(packed.text) as ServerFrame);
    if (frame?.type !== 'conversation_updated' || frame.conversation.assignedRepresentativeId === null) return;
    const { id } = frame.conversation;
    if (!shown.has(id)) shown.set(id, performance.now());
  });
  const open = async (): Promise<void> => {
    const { id } = await insertVisitor(context.db, { websiteId: website.id });
    const began = performance.now();
    const sender = { kind: 'visitor', visitorId: id, websiteId: website.id } as const;
    const draft = { content: 'Hello, where is my order?', clientMessageId: randomUUID() };
    const { message } = await postMessage(context, sender, 'newest', draft);
    posted.set(message.conversationId, began);
  };
  const measured = async (label: string, write: () => Promise<void>): Promise<void> => {
    await appear(context, ...memberIds);
    posted.clear();
    await write();
    await until(() => [...posted.keys()].every((id) => shown.has(id)), 'all to be assigned');
    const waits = [...posted].map(([id, began]) => (shown.get(id) ?? Number.NaN) - began);
    const [load = 0] = os.loadavg();
    const ms = (share: number): string => `${quantile(waits, share).toFixed(0)} ms`;
    console.log(`${label}: p50 ${ms(0.5)}, p95 ${ms(0.95)} of ${waits.length} (load ${load.toFixed(1)})`);
  };
  const burst = async (): Promise<void> => {
    const left = Array.from({ length: conversations }, () => open).values();
    const writer = async (): Promise<void> => {
      for (const next of left) await next();
    };
    await Promise.all(Array.from({ length: writers }, writer));
  };
  await measured('warm-up', burst);
  for (let round = 0; round < 3; round += 1) {
    await measured('burst', burst);
    await measured('steady', async () => {
      const writing: Promise<void>[] = [];
      for (let opened = 0; opened < conversations; opened += 1) {
        writing.push(open());
        await pause(1_000 / steadyPerSecond);
      }
      await Promise.all(writing);
    });
  }
} finally {
  await Promise.all(workers.map((worker) => worker.stop()));
  await context.close();
}
