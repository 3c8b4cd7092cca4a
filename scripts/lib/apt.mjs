import fs from 'node:fs';
import path from 'node:path';
import { which } from './places.mjs';

/**
 * Downloads packages of the distribution, with apt lists of our own, and unpacks them with what this system lacks for
 * them into a folder, which needs neither root nor an installation. The folder is there when all is in it.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder
 * @param {string[][]} alternatives what `apt-get install` is to be told; the first that it knows is unpacked
 * @returns {Promise<boolean>} false where that is not possible
 */
export async function unpackFromApt(supervisor, folder, alternatives) {
  if (!which('apt-get') || !which('dpkg')) return false;
  const unfinished = `${folder}.unfinished`;
  const downloads = path.join(unfinished, 'apt');
  fs.rmSync(unfinished, { recursive: true, force: true });
  for (const place of ['state/lists/partial', 'cache/archives/partial']) {
    fs.mkdirSync(path.join(downloads, place), { recursive: true });
  }
  const settings = [
    `Dir::State=${downloads}/state`,
    `Dir::Cache=${downloads}/cache`,
    'Dir::State::status=/var/lib/dpkg/status',
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
  ].flatMap((setting) => ['-o', setting]);
  const succeeds = async (/** @type {string} */ command, /** @type {string[]} */ args) =>
    (await supervisor.run(command, args, { stdio: 'pipe' })).code === 0;
  const download = ['-qq', ...settings, 'install', '-y', '--download-only', '--no-install-recommends'];
  const isDownloaded = async () => {
    if (!(await succeeds('apt-get', ['-qq', ...settings, 'update']))) return false;
    for (const packages of alternatives) if (await succeeds('apt-get', [...download, ...packages])) return true;
    return false;
  };
  const isUnpacked = async () => {
    const archives = path.join(downloads, 'cache/archives');
    for (const archive of fs.readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      if (!(await succeeds('dpkg', ['-x', path.join(archives, archive), unfinished]))) return false;
    }
    return true;
  };
  const isDone = (await isDownloaded()) && (await isUnpacked());
  fs.rmSync(isDone ? downloads : unfinished, { recursive: true, force: true });
  if (!isDone) return false;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(unfinished, folder);
  return true;
}
