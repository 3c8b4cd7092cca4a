import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stages } from './supervisor.mjs';
import { freePort } from './ports.mjs';
import { setDamagedAside } from './redis-files.mjs';
import { lastLines, Refusal, print } from './print.mjs';
import { keptSecret } from './secrets.mjs';
import { signalGroup } from './stopping.mjs';

const startMilliseconds = 60_000;

/**
 * Starts Redis on a free port of 127.0.0.1, with a password kept in the folder. When it can't read what it has kept, that
 * is set aside, and it starts empty.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder where data, password and log are kept
 * @param {object} options
 * @param {boolean} options.durable
 * @param {import('./redis-programs.mjs').RedisProgram} options.program
 * @param {number} [options.port] instead of a free one: a server that comes back where it was
 * @param {(how: string | number) => void} [options.onEnd] is told of its end, once it was ready
 * @returns {Promise<string>} the server's URL
 */
export async function startRedis(supervisor, folder, { durable, program, port: wanted, onEnd }) {
  fs.mkdirSync(folder, { recursive: true });
  await stopLeftOverRedis(folder);
  const password = keptSecret(path.join(folder, 'password'));
  const port = wanted ?? (await freePort());
  fs.writeFileSync(path.join(folder, 'port'), `${port}\n`);
  const log = path.join(folder, 'redis.log');
  const output = fs.openSync(log, 'w', 0o600);
  const settings = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    `appendonly ${durable ? 'yes' : 'no'}`,
    'save ""',
    'maxmemory-policy noeviction', // queues must never be evicted
    'loglevel warning',
  ];
  const env = program.libraries ? { ...process.env, LD_LIBRARY_PATH: program.libraries } : process.env;
  // Settings by stdin: the password shows in no list of processes.
  const redis = supervisor.start(program.command, ['-'], {
    env,
    stdio: ['pipe', output, output],
    stage: stages.database,
  });
  fs.closeSync(output);
  redis.child.stdin?.on('error', () => {}).end(`${settings.join('\n')}\n`);
  for (const end = Date.now() + startMilliseconds; !(await answers(port, password, 'PING')); ) {
    if (!redis.running) {
      const words = lastLines(log);
      const aside = setDamagedAside(folder, words);
      if (!aside) throw new Refusal(`Redis did not start:\n${words}`);
      print(aside);
      return startRedis(supervisor, folder, { durable, program, port, ...(onEnd ? { onEnd } : {}) });
    }
    if (Date.now() > end) {
      signalGroup(redis.pid, 'SIGKILL');
      throw new Refusal(`Redis did not answer within ${startMilliseconds / 1000} s; see ${log}.`);
    }
    await sleep(10);
  }
  if (onEnd) void redis.ended.then(onEnd);
  return `redis://:${password}@127.0.0.1:${port}`;
}

/**
 * Stops the Redis of an earlier run that was killed together with its watchdog: two on one folder would spoil its data.
 *
 * @param {string} folder
 */
export async function stopLeftOverRedis(folder) {
  const [portFile, passwordFile] = ['port', 'password'].map((name) => path.join(folder, name));
  if (!portFile || !passwordFile || !fs.existsSync(portFile) || !fs.existsSync(passwordFile)) return;
  const port = Number(fs.readFileSync(portFile, 'utf8'));
  const password = keptSecret(passwordFile); // only our own Redis accepts it
  if (!(await answers(port, password, 'PING'))) return;
  await answers(port, password, 'SHUTDOWN');
  while (await answers(port, password, 'PING')) await sleep(20);
}

/**
 * Whether a Redis on this port accepts the password and then answers a command well.
 *
 * @param {number} port
 * @param {string} password
 * @param {string} command
 * @returns {Promise<boolean>}
 */
function answers(port, password, command) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let received = '';
    const done = (/** @type {boolean} */ well) => {
      socket.destroy();
      resolve(well);
    };
    socket.setTimeout(1000, () => done(false));
    socket.once('error', () => done(false)).once('close', () => done(false));
    socket.once('connect', () => socket.write(`AUTH ${password}\r\n${command}\r\n`));
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
      if (/^\+OK\r\n\+.*\r\n/.test(received)) done(true);
      else if (/^-|\r\n-/.test(received)) done(false);
    });
  });
}
