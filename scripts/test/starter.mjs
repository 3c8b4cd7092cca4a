// A command that starts what its argument says, prints the process ids, and waits. The tests end it in different ways.
import { command } from '../lib/command.mjs';
import { stages } from '../lib/supervisor.mjs';

const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
const withChild = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: ['ignore', 'inherit', 'inherit'] })
  .once('spawn', function () { console.log('started ' + this.pid); }); ${stubborn}`;
const printGoodbye = (/** @type {string} */ name) => `
  process.on('SIGTERM', () => { require('node:fs').appendFileSync(process.argv[1], '${name} '); setTimeout(() => process.exit(), 50); });
  setInterval(() => {}, 1000); console.log('started ' + process.pid);`;

await command(async (supervisor) => {
  const [, , what, file = ''] = process.argv;
  if (what === 'stubborn') {
    const { pid } = supervisor.start(process.execPath, ['-e', withChild]);
    console.log(`started ${pid}`);
  } else {
    supervisor.start(process.execPath, ['-e', printGoodbye('database'), file], { stage: stages.database });
    supervisor.start(process.execPath, ['-e', printGoodbye('service'), file]);
  }
  return undefined;
});
