import fs from 'node:fs';
import path from 'node:path';
import { unpackFromApt } from './apt.mjs';
import { tools, which } from './places.mjs';
import { Refusal, print } from './print.mjs';

const headless = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const help = `The browser tests need Chromium, and there is none on this machine. Install it (Debian: sudo apt-get install chromium;
macOS: brew install --cask chromium), or set CHROMIUM_PATH to a Chromium or Chrome.`;

/**
 * The Chromium for most browser tests: `CHROMIUM_PATH`, or the distribution's without the parts of a window that nobody
 * sees, which take a third of the processor; where there is none of that kind, `chromium`.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @returns {Promise<string>}
 */
export async function headlessChromium(supervisor) {
  if (process.env.CHROMIUM_PATH) return chromium(supervisor);
  const folder = path.join(tools, headless);
  const unpacked = path.join(folder, 'usr/lib/chromium', headless);
  if (!which(headless) && !fs.existsSync(folder)) {
    print('Fetching a headless Chromium from the distribution, once (nothing is installed)');
    // The second holds what the first reads beside itself, and must be of the same version.
    await unpackFromApt(supervisor, folder, [['--reinstall', headless, 'chromium-common']]);
  }
  for (const program of [which(headless), unpacked].filter((each) => each !== undefined)) {
    const { code } = await supervisor.run(program, ['--version'], { stdio: 'pipe' });
    if (code === 0) return program;
  }
  return chromium(supervisor);
}

/**
 * A Chromium as people have it: `CHROMIUM_PATH`, the machine's, or the distribution's, which root installs.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @returns {Promise<string>}
 */
export async function chromium(supervisor) {
  const given = process.env.CHROMIUM_PATH;
  if (given && !fs.existsSync(given)) throw new Refusal(`CHROMIUM_PATH is ${given}, where there is no program.`);
  const found = given || installed();
  if (found) return found;
  if (process.getuid?.() !== 0 || !which('apt-get')) throw new Refusal(help);
  print('Installing Chromium for the browser tests');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { code, output } = await supervisor.run('apt-get', ['-qq', ...args], { env, stdio: 'pipe' });
    if (code !== 0) throw new Refusal(`${output.trim()}\n\n${help}`);
  }
  const now = installed();
  if (!now) throw new Refusal(help);
  return now;
}

function installed() {
  return names.map(which).find((found) => found !== undefined) ?? applications.find((file) => fs.existsSync(file));
}
