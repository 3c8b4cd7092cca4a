/**
 * `npm run fuzz -- [what] [--seconds 120] [--seed 7]`: tries with made-up input to break what it should withstand, on
 * databases of its own. `what` is a file of `e2e/fuzz/` (what they share is in `lib`): `api` (the default) calls every operation of the OpenAPI document;
 * the options are the fuzzer's own. The exit code says whether it found anything.
 */
import fs from 'node:fs';
import path from 'node:path';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { install } from './lib/install.mjs';
import { node, root } from './lib/places.mjs';
import { print } from './lib/print.mjs';
import { schemathesis } from './lib/schemathesis.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { databasesFolder } from './lib/test-folder.mjs';

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = first !== '' && !first.startsWith('-');
const name = isNamed ? first : 'api';
const options = isNamed ? rest : process.argv.slice(2);
const file = path.join('e2e/fuzz', `${name}.ts`);

await command(async (supervisor) => {
  const fuzzers = fs.readdirSync(path.join(root, 'e2e/fuzz')).filter((each) => each.endsWith('.ts'));
  if (!fuzzers.includes(`${name}.ts`)) {
    const names = fuzzers.map((each) => path.basename(each, '.ts'));
    print(`There is no fuzzer ${name}. There are ${names.join(', ')}, for example: npm run fuzz -- text`);
    return 1;
  }
  await install(supervisor);
  const databases = await startDatabases(supervisor, await databasesFolder(), { durable: false });
  const env = testEnvironment({
    ...databases,
    ...(name === 'api' && { SCHEMATHESIS: await schemathesis(supervisor) }),
  });
  return (await supervisor.run(node, [file, ...options], { cwd: root, env })).code === 0 ? 0 : 1;
});
