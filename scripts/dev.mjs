/** `npm run dev`: what `npm start` brings up, with hot reload in the dashboard and services that restart on change. */
import { command } from './lib/command.mjs';
import { startStack } from './lib/stack.mjs';
import { sayWhereToGo } from './lib/where-to-go.mjs';

await command(async (keeper) => {
  sayWhereToGo(await startStack(keeper, { development: true }));
  return undefined;
});
