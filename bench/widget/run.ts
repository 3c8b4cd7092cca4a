/**
 * Measures what the widget costs a customer's page, side by side with others: `npm run bench -- widget` (`--write` puts
 * the table into bench/results.md). Needs DATABASE_URL and REDIS_URL, and the widget built.
 */
import { launchBrowser } from '@parley/e2e/browser';
import { startStack } from '@parley/e2e/stack';
import { bundleDeepChat } from './deep-chat.ts';
import { contenders, type Contender, serveHost } from './host.ts';
import { type Visit, visit } from './measure.ts';
import { bundlePapercups } from './papercups.ts';
import { writePart } from '../page.ts';
import { section } from './report.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const middle = (visits: Visit[]): Visit => {
  const of = (name: keyof Visit): number => median(visits.map((each) => each[name]));
  return {
    requestsBefore: of('requestsBefore'),
    bytesBefore: of('bytesBefore'),
    requestsAfter: of('requestsAfter'),
    bytesAfter: of('bytesAfter'),
    busyMs: of('busyMs'),
    tasksMs: of('tasksMs'),
    launcherMs: of('launcherMs'),
    chatMs: of('chatMs'),
    heapBytes: of('heapBytes'),
  };
};

const [stack, browser, papercups, deepChat] = await Promise.all([
  startStack({ workers: 0 }),
  launchBrowser(),
  bundlePapercups(),
  bundleDeepChat(),
]);
const host = await serveHost(stack.url, { papercups, deepChat });
try {
  const admin = await stack.register({
    name: 'Ada Moreau',
    email: 'ada@example.com',
    username: 'ada',
    password: 'correct horse battery',
  });
  await stack.call('POST', '/api/websites', { as: admin, body: { domain: '127.0.0.1', name: 'Northwind Coffee' } });
  const visits: Record<Contender, Visit[]> = { empty: [], button: [], parley: [], papercups: [], deepChat: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const measured = await visit(browser, contender, host.pageOf(contender));
      // The first one warms up.
      if (round > 0) visits[contender].push(measured);
    }
  }
  const found = {
    empty: middle(visits.empty),
    button: middle(visits.button),
    parley: middle(visits.parley),
    papercups: middle(visits.papercups),
    deepChat: middle(visits.deepChat),
  };
  const text = section(found, rounds);
  console.log(text);
  if (process.argv.includes('--write')) writePart('widget', text);
} finally {
  host.stop();
  await browser.close();
  await stack.stop();
}
