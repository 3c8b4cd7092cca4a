/**
 * `npm run fuzz -- text [--seconds 60] [--seed 7]`: gives every function that reads strangers' text what is made to keep
 * it busy, then mixtures. Each must take time in proportion to its length. Prints the seed first; exit code 1 when one
 * did not.
 */
import { growthOf, isTooMuch } from './lib/growth.ts';
import { fuzzOptions } from './lib/options.ts';
import { mixedShape, type TextShape, textReaders, textShapes } from './lib/text-readers.ts';

const { chance, end } = fuzzOptions();

const faults: string[] = [];
let compared = 0;
async function compare(shape: TextShape, length: number): Promise<void> {
  const reader = chance.pick(textReaders);
  const growth = await growthOf(shape.text, reader.read, length);
  compared += 1;
  if (isTooMuch(growth))
    faults.push(
      `${reader.name}: ${shape.name}, ${length} letters ${growth.small} ms, four times as many ${growth.large} ms`,
    );
}
while (Date.now() < end) {
  const shape = chance.below(2) === 0 ? chance.pick(textShapes) : mixedShape(chance);
  await compare(shape, 1_000 + chance.below(9_000));
}
for (const fault of new Set(faults)) console.log(`✗ ${fault}`);
console.log(`${compared} compared, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
