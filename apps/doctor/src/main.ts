/**
 * `npm run doctor`: what of this installation works, what does not, and what to do about it.
 * Exit code 0 when nothing is broken, 1 when something is.
 */
import { printed } from './finding.ts';
import { runChecks } from './run-checks.ts';

let broken = 0;
let warnings = 0;
for await (const finding of runChecks(process.env)) {
  console.log(printed(finding));
  if (finding.state === 'broken') broken += 1;
  if (finding.state === 'warning') warnings += 1;
}
const isOrAre = (count: number, what: string): string => (count === 1 ? `1 ${what} is` : `${count} ${what}s are`);
if (broken > 0) console.log(`\n${isOrAre(broken, 'thing')} broken.`);
else if (warnings > 0) console.log(`\nIt works. ${isOrAre(warnings, 'thing')} worth a look.`);
else console.log('\nAll is well.');
process.exit(broken > 0 ? 1 : 0);
