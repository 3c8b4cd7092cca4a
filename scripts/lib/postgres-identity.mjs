import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from './print.mjs';
import { which } from './places.mjs';

/**
 * User that Postgres runs as: it refuses root, so root runs it as `nobody`.
 *
 * @typedef {{ owner: { uid: number, gid: number } | undefined, privileges: string[] }} Identity
 */

/**
 * @param {string[]} folders that Postgres has to reach: its programs and its data
 * @returns {Identity} `privileges` are options of setpriv(1)
 */
export function postgresIdentity(folders) {
  if (process.getuid?.() !== 0) return { owner: undefined, privileges: [] };
  if (!which('setpriv')) {
    throw new Refusal(
      'As root, Postgres needs setpriv (util-linux). Install it, or set DATABASE_URL, or run as another user.',
    );
  }
  const owner = nobody();
  const privileges = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  if (!folders.every(isReachableByAll)) privileges.push(...reachEverything);
  return { owner, privileges };
}

/**
 * For a checkout below a closed folder such as /root: may enter and read any folder. Without `no_setuid_fixup` the
 * access(2) check of initdb would ignore the capability, because the user is not root.
 */
const reachEverything = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
];

function nobody() {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * True when every folder above this one may be entered by anybody.
 *
 * @param {string} folder
 * @returns {boolean}
 */
function isReachableByAll(folder) {
  const parent = path.dirname(fs.realpathSync(folder));
  return (fs.statSync(parent).mode & 0o001) !== 0 && (parent === path.dirname(parent) || isReachableByAll(parent));
}
