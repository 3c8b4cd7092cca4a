/** Reads of many pages through the front, some of which are reloaded or closed in the middle. */
import { Agent, type ClientRequest, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { startStack } from './stack.ts';

/** Requests of the dashboard when it starts (boot.js), and once its list is there. */
const paths = [
  '/api/user',
  '/api/conversations?limit=50',
  '/api/views',
  '/api/settings',
  '/api/tags',
  '/api/unread',
  '/api/mentions',
];
const pages = 8;
const reloads = 25;
const patienceMs = 20_000;

type Outcome = number | 'aborted' | 'unanswered';

interface Read {
  sent: ClientRequest;
  outcome: Promise<Outcome>;
}

/** Sends a read over a connection of the page's, as a browser does. */
function read(url: string, cookie: string, agent: Agent): Read {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => resolve('unanswered'), patienceMs);
  const sent = request(url, { agent, headers: { cookie, 'accept-encoding': 'gzip' } }, (answer) => {
    answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', () => resolve('aborted'));
    answer.resume();
  });
  sent.on('error', () => resolve('aborted')).end();
  return { sent, outcome: promise.finally(() => clearTimeout(timer)) };
}

it('every read of a signed-in page is answered while other pages are reloaded in the middle of theirs', async () => {
  const stack = await startStack({ workers: 0 });
  onTestFinished(() => stack.stop());
  const person = { name: 'Ada', email: 'ada@example.com', username: 'ada', password: 'correct horse battery' };
  const { cookie } = await stack.register(person);
  const kept: Outcome[] = [];
  const left: Outcome[] = [];
  await Promise.all(
    Array.from({ length: pages }, async (_, page) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 6 });
      for (let load = 0; load < reloads; load += 1) {
        const reads = paths.map((path) => read(stack.url + path, cookie, agent));
        const isLeft = (page + load) % 2 === 1;
        // A reload comes at another moment each time, from before the first answer to after the last.
        if (isLeft) setTimeout(() => reads.forEach(({ sent }) => sent.destroy()), load);
        (isLeft ? left : kept).push(...(await Promise.all(reads.map(({ outcome }) => outcome))));
      }
      agent.destroy();
    }),
  );
  expect(kept.length).toBe((pages * reloads * paths.length) / 2);
  expect(kept.filter((outcome) => outcome !== 200)).toEqual([]);
  expect(left.filter((outcome) => outcome !== 200 && outcome !== 'aborted')).toEqual([]);
  expect(left).toContain('aborted');
});
