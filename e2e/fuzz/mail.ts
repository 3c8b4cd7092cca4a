/**
 * `npm run fuzz -- mail [--seconds 60] [--seed 7]`: every shape of nasty mail at random sizes, then mixtures of them. Each
 * must take time in proportion to its size, and none may end the reading in anything but an answer or a refusal. Prints
 * the seed first; exit code 1 when one did not.
 */
import { createMailReader } from '@parley/core/mail/reader';
import { mailShapes, mixedMail } from './lib/mail-shapes.ts';
import { isTooMuch } from './lib/growth.ts';
import { mailGrowthOf } from './lib/mail-time.ts';
import { fuzzOptions } from './lib/options.ts';

const { seconds, chance, end } = fuzzOptions();
const kB = 1024;

const faults: string[] = [];
let compared = 0;
const order = mailShapes.map((shape) => ({ shape, at: chance.next() })).toSorted((a, b) => a.at - b.at);
for (const { shape } of order) {
  // Half of the time is for mixtures.
  if (Date.now() > end - seconds * 500) break;
  const bytes = (4 + chance.below(252)) * kB;
  const growth = await mailGrowthOf(shape.mail, bytes);
  compared += 1;
  if (isTooMuch(growth)) {
    faults.push(`${shape.name}: ${bytes} bytes took ${growth.small} ms, four times as many ${growth.large} ms`);
  }
}
console.log(`${compared} of ${mailShapes.length} shapes compared`);

const reader = createMailReader();
const outcomes = { read: 0, unreadable: 0, too_slow: 0, too_large: 0 };
let slowest = { ms: 0, name: '' };
while (Date.now() < end) {
  const { name, raw } = mixedMail(chance, (1 + chance.below(2_000)) * kB);
  const started = performance.now();
  const answer = await reader.read({ raw, authservId: 'mx.shop.example' });
  const ms = Math.round(performance.now() - started);
  if (ms > slowest.ms) slowest = { ms, name };
  const outcome = 'unread' in answer ? answer.unread : 'read';
  outcomes[outcome] += 1;
  if (outcome === 'too_slow' || outcome === 'too_large') faults.push(`${name}: ${outcome} (${raw.length} bytes)`);
}
await reader.close();
console.log('mixtures', outcomes, 'slowest', slowest);
for (const fault of faults) console.log(`✗ ${fault}`);
console.log(`${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
