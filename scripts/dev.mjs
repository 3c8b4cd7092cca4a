/** `npm run dev`: what `npm start` brings up, with hot reload in the dashboard and services that restart on change. */
import { command } from './lib/command.mjs';
import { startStack } from './lib/stack.mjs';
import { printAddresses } from './lib/where-to-go.mjs';

await command(async (supervisor) => {
  printAddresses(await startStack(supervisor, { development: true }));
  return undefined;
});
