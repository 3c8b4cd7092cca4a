/** `npm run build`: what browsers load, into each app's `dist`. */
import { command } from './lib/command.mjs';
import { build, install } from './lib/install.mjs';

await command(async (supervisor) => {
  await install(supervisor);
  await build(supervisor);
  return 0;
});
