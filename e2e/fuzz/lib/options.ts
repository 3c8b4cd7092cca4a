/** Command line options of every fuzzer: `--seconds 60 --seed 7`. */
import { parseArgs } from 'node:util';
import { type Chance, seeded } from '../../chaos/seeded.ts';

export interface FuzzOptions {
  seconds: number;
  chance: Chance;
  /** In epoch milliseconds. */
  end: number;
}

/** Reads the command line and prints the seed, so that a run can be repeated. */
export function fuzzOptions(): FuzzOptions {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  console.log(`seed ${values.seed}`);
  const seconds = Number(values.seconds);
  return { seconds, chance: seeded(Number(values.seed)), end: Date.now() + seconds * 1000 };
}
