/** `npm run lint`: the linter with type information, who may import whom, the spelling, and what nothing uses. */
import { lintCommand, spellingCommand, unusedCommand } from './lib/checks.mjs';
import { command } from './lib/command.mjs';
import { install } from './lib/install.mjs';
import { root, toolEnvironment } from './lib/places.mjs';

await command(async (supervisor) => {
  await install(supervisor);
  let code = 0;
  for (const [program, args] of [lintCommand(), spellingCommand(), unusedCommand()]) {
    code ||= (await supervisor.run(program, args, { cwd: root, env: toolEnvironment() })).code === 0 ? 0 : 1;
  }
  return code;
});
