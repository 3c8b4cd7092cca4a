/** `npm start`: the whole product on this machine, at one address. */
import { command } from './lib/command.mjs';
import { startStack } from './lib/stack.mjs';
import { sayWhereToGo } from './lib/where-to-go.mjs';

await command(async (keeper) => {
  sayWhereToGo(await startStack(keeper, { development: false }));
  return undefined;
});
