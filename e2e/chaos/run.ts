/**
 * `npm run chaos [-- --seed 7 --messages 10000 --seconds 240]`: the long form. Brings up a
 * Postgres and a Redis of its own. Prints the seed first, then the summary; exit code 1 on any fault.
 */
import { parseArgs } from 'node:util';
import { chaos } from './chaos.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    messages: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '240' },
  },
});
console.log(`seed ${values.seed}`);
const summary = await chaos({
  seed: Number(values.seed),
  messages: Number(values.messages),
  seconds: Number(values.seconds),
});
console.log(summary);
process.exitCode = summary.faults.length > 0 ? 1 : 0;
