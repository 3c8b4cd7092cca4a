import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { which } from './places.mjs';
import { freePort } from './ports.mjs';
import { lastLines, Refusal } from './print.mjs';
import { stages } from './supervisor.mjs';

/**
 * Starts PgBouncer in transaction mode in front of a Postgres, set up as docs/operations.md#growing says.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder of its settings and log
 * @param {string} databaseUrl
 * @returns {Promise<string>} the URL of every database through it
 */
export async function startPgBouncer(supervisor, folder, databaseUrl) {
  const program = which('pgbouncer') ?? '/usr/sbin/pgbouncer';
  if (!isNewEnough(program)) {
    throw new Refusal('This needs PgBouncer 1.21 or newer on PATH (Ubuntu 24.04: apt-get install pgbouncer).');
  }
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  const port = await freePort();
  fs.mkdirSync(folder, { recursive: true });
  const settings = path.join(folder, 'pgbouncer.ini');
  const login = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  fs.writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${databasePort} ${login}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'max_prepared_statements = 200',
      // Fewer than the clients of a test have: a transaction runs where the one before it has not.
      'default_pool_size = 10',
      'max_client_conn = 2000',
    ].join('\n'),
    { mode: 0o600 },
  );
  const log = path.join(folder, 'pgbouncer.log');
  const output = fs.openSync(log, 'w', 0o600);
  // It refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  if (asRoot.length > 0) fs.chmodSync(settings, 0o644);
  const pooler = supervisor.start(program, [...asRoot, settings], {
    stdio: ['ignore', output, output],
    stage: stages.database,
  });
  fs.closeSync(output);
  while (!(await listens(port))) {
    if (!pooler.running) throw new Refusal(`PgBouncer did not start:\n${lastLines(log)}`);
    await sleep(50);
  }
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

/**
 * Older ones than 1.21 don't keep prepared statements in transaction mode.
 *
 * @param {string} program
 */
function isNewEnough(program) {
  if (!fs.existsSync(program)) return false;
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > 1 || (major === '1' && Number(minor) >= 21);
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
const listens = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
