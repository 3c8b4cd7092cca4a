import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stages } from './supervisor.mjs';
import { freePort } from './ports.mjs';
import { makeCluster, role } from './postgres-cluster.mjs';
import { postgresIdentity } from './postgres-identity.mjs';
import { postgresPrograms } from './postgres-programs.mjs';
import { lastLines, Refusal } from './print.mjs';
import { keptSecret } from './secrets.mjs';
import { commandLine, isAlive, signalGroup, waitForEnd } from './stopping.mjs';

const startMilliseconds = 60_000;
const stopMilliseconds = 20_000;

/** Settings that make tests faster: nothing they write has to survive a power cut. */
const volatile = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts Postgres on a free port of 127.0.0.1. Only the product's role may log in, with a password kept in the folder.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder where data, password and log are kept
 * @param {{ durable: boolean, port?: number, onEnd?: (how: string | number) => void }} options `port` instead of a free
 *   one: a server that comes back where it was; `onEnd` is told of its end, once it was ready
 * @returns {Promise<string>} the database's URL
 */
export async function startPostgres(supervisor, folder, { durable, port: wanted, onEnd }) {
  fs.mkdirSync(folder, { recursive: true });
  const data = path.join(folder, 'data');
  const password = keptSecret(path.join(folder, 'password'));
  const programs = postgresPrograms();
  const program = (/** @type {string} */ name) => path.join(programs, name);
  const identity = postgresIdentity([programs, folder]);

  await stopLeftOverPostgres(folder);
  if (!fs.existsSync(data)) await makeCluster(supervisor, data, { password, durable, identity, program });
  const port = wanted ?? (await freePort());
  const log = path.join(folder, 'postgres.log');
  const output = fs.openSync(log, 'w', 0o600);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300'];
  if (!durable) settings.push(...volatile);
  const args = ['-D', data, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
  const postgres = supervisor.start(program('postgres'), args, {
    privileges: identity.privileges,
    cwd: '/',
    stdio: ['ignore', output, output],
    stage: stages.database,
    signal: 'SIGINT', // its fast shutdown: roll back, disconnect, write everything
  });
  fs.closeSync(output);
  const isReady = () => {
    const running = postmaster(data);
    // Until it has written its own, there may be what a killed one has left.
    return running?.pid === postgres.pid && running.isReady;
  };
  for (const end = Date.now() + startMilliseconds; !isReady(); ) {
    if (!postgres.running) throw new Refusal(`Postgres did not start:\n${lastLines(log)}`);
    if (Date.now() > end) {
      signalGroup(postgres.pid, 'SIGINT');
      throw new Refusal(`Postgres was not ready within ${startMilliseconds / 1000} s; see ${log}.`);
    }
    await sleep(10);
  }
  if (onEnd) void postgres.ended.then(onEnd);
  return `postgres://${role}:${password}@127.0.0.1:${port}/${role}`;
}

/**
 * Reads what a running Postgres has written about itself into its data folder.
 *
 * @param {string} data
 */
function postmaster(data) {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    // A replica stands by, and answers what is read.
    return { pid: Number(lines[0]), isReady: ['ready', 'standby'].includes(lines[7]?.trim() ?? '') };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return undefined;
    throw new Refusal(
      `${data} can't be read (${code}): it belongs to another user. Set PARLEY_DATA to a folder of your own.`,
    );
  }
}

/**
 * Stops a running Postgres at once, as a crash would: nobody is told, nothing is finished, the next start recovers from
 * the log.
 *
 * @param {string} folder as given to `startPostgres`
 */
export async function crashPostgres(folder) {
  const { pid } = postmaster(path.join(folder, 'data')) ?? {};
  if (!pid || !isAlive(pid)) return;
  process.kill(pid, 'SIGQUIT'); // its immediate shutdown
  if (!(await waitForEnd(pid, stopMilliseconds))) throw new Refusal(`Postgres (process ${pid}) does not stop.`);
}

/**
 * Stops the Postgres of an earlier run that was killed together with its watchdog.
 *
 * @param {string} folder
 */
export async function stopLeftOverPostgres(folder) {
  const data = path.join(folder, 'data');
  const { pid } = postmaster(data) ?? {};
  if (!pid) return;
  if (!isAlive(pid)) return forgetZombie(data, pid);
  if (!commandLine(pid).includes(data)) return;
  process.kill(pid, 'SIGINT');
  if (!(await waitForEnd(pid, stopMilliseconds)))
    throw new Refusal(`A Postgres (process ${pid}) still uses ${data}. Stop it first.`);
}

/**
 * A killed process that nobody has waited for yet still has its id, by which Postgres takes it for running; in a
 * container without an init it has it for good. Given the id of its parent instead, which can't be a Postgres on this
 * folder, it goes on to the check that matters: whether anybody still holds the old one's shared memory.
 *
 * @param {string} data
 * @param {number} pid of a process that does not run
 */
function forgetZombie(data, pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return; // It is gone, which Postgres finds out itself.
  }
  const file = path.join(data, 'postmaster.pid');
  const [, ...rest] = fs.readFileSync(file, 'utf8').split('\n');
  fs.writeFileSync(file, [process.pid, ...rest].join('\n'));
}
