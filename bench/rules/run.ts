/**
 * Measures what a set of 50 rules costs the posting of customers' messages: `npm run bench -- rules`. A worker runs
 * them at the same time; a tenth of the messages has the word of one rule, which sets a priority.
 */
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { forgetRules } from '@parley/core/integrations/rules/active';
import { addRule } from '@parley/core/integrations/rules/manage';
import { postMessage } from '@parley/core/messages/post';
import { createColleague, createTestContext } from '@parley/core/testing';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { freePort, startService } from '@parley/e2e/process';

const messages = Number(process.env['BENCH_MESSAGES'] ?? 2_000);
const rules = 50;
const rounds = 3;
const writers = 8;
const customers = 40;
/** The worker reads the rules again after 10 s. */
const cachedMs = 11_000;

const context = await createTestContext();
const worker = await startService('worker', 'apps/worker', await freePort(), { ...context.env, LOG_LEVEL: 'warn' });
try {
  const admin = await createColleague(context, 'Ada', 'admin');
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  if (!website) throw new Error('no website');
  const visitors = await Promise.all(
    Array.from({ length: customers }, async () => (await insertVisitor(context.db, { websiteId: website.id })).id),
  );
  for (let no = 0; no < rules; no += 1)
    await addRule(
      context,
      { ...admin, provenAt: Date.now() },
      {
        name: `Rule ${no}`,
        isOn: true,
        stops: false,
        triggers: ['customer_message'],
        time: null,
        filter: { all: [] },
        hours: null,
        words: [`topic${no}`],
        languages: [],
        actions: [{ type: 'priority', priority: 'high' }],
      },
    );
  const perSecond = async (): Promise<number> => {
    const began = performance.now();
    const left = Array.from({ length: messages }, (_, index) => index).values();
    const writer = async (): Promise<void> => {
      for (const index of left) {
        const sender = {
          kind: 'visitor',
          visitorId: visitors[index % customers] ?? '',
          websiteId: website.id,
        } as const;
        const content = index % 10 === 0 ? `About topic${index % rules}, please` : 'Hello, where is my order?';
        await postMessage(context, sender, 'newest', { content, clientMessageId: randomUUID() });
      }
    };
    await Promise.all(Array.from({ length: writers }, writer));
    return (messages * 1_000) / (performance.now() - began);
  };
  const switched = async (isOn: boolean): Promise<number> => {
    await context.db.updateTable('rules').set({ isOn }).execute();
    forgetRules(context);
    await pause(cachedMs);
    return perSecond();
  };
  await perSecond();
  for (let round = 0; round < rounds; round += 1) {
    const [without, withRules] = [await switched(false), await switched(true)];
    const [load = 0] = os.loadavg();
    console.log(
      `without ${without.toFixed(0)} messages/s, with ${rules} rules ${withRules.toFixed(0)}/s: ` +
        `${((without / withRules - 1) * 100).toFixed(1)} % longer (load ${load.toFixed(1)})`,
    );
  }
} finally {
  await worker.stop();
  await context.close();
}
