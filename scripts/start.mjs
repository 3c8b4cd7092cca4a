/** `npm start`: the whole product on this machine, at one address. */
import { command } from './lib/command.mjs';
import { startStack } from './lib/stack.mjs';
import { printAddresses } from './lib/where-to-go.mjs';

await command(async (supervisor) => {
  printAddresses(await startStack(supervisor, { development: false }));
  return undefined;
});
