import fs from 'node:fs';
import path from 'node:path';
import { tools, which } from './places.mjs';
import { Refusal, print } from './print.mjs';

const version = '4.32.5';

/**
 * The program of schemathesis, which tests an API by its OpenAPI document; fetched from PyPI once, with what it needs, into
 * a folder of our own.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @returns {Promise<string>} its full path
 */
export async function schemathesis(supervisor) {
  const folder = path.join(tools, `schemathesis-${version}`);
  const program = path.join(folder, 'bin/schemathesis');
  const complete = path.join(folder, '.complete');
  if (fs.existsSync(complete)) return program;
  const python = which('python3');
  if (!python) throw new Refusal('Fuzzing the API needs Python 3.10 or newer (`python3`) with venv.');
  print(`Fetching schemathesis ${version} from PyPI, once (nothing is installed outside this folder)`);
  // A program of a venv knows its folder, so it is made where it stays.
  fs.rmSync(folder, { recursive: true, force: true });
  await supervisor.mustRun(python, ['-m', 'venv', folder], { stdio: 'pipe' });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`];
  await supervisor.mustRun(path.join(folder, 'bin/python'), pip, { stdio: 'pipe' });
  fs.writeFileSync(complete, '');
  return program;
}
