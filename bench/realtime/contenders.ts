/** Contenders, and how their processes are started. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { nodeOptions } from '../../scripts/lib/node-options.mjs';
import type { LoadOrder } from './load.ts';

const here = import.meta.dirname;
const gateway = path.resolve(here, '../../apps/realtime');

export interface Contender {
  name: string;
  dialect: LoadOrder['dialect'];
  /** Arguments for node, and the folder to start in. */
  arguments: string[];
  folder: string;
  env?: Record<string, string>;
}

const rival = (name: string, file: string, dialect: LoadOrder['dialect'] = 'plain'): Contender => ({
  name,
  dialect,
  arguments: [path.join(here, 'servers', file)],
  folder: here,
});

/** Options of the gateway's image. */
const asShipped = nodeOptions('apps/realtime');
const withoutStoring = ['--import', path.join(here, 'servers/parley-without-storing.ts')];

export const parley: Contender = {
  name: 'Parley',
  dialect: 'parley',
  arguments: [...asShipped, ...withoutStoring, 'src/main.ts'],
  folder: gateway,
};
export const parleyStoring: Contender = {
  ...parley,
  name: 'Parley, stored in Postgres',
  arguments: [...asShipped, 'src/main.ts'],
};
export const rivals: Contender[] = [
  rival('Socket.IO 4.8 + Redis adapter', 'socket-io.ts', 'socket.io'),
  rival('`ws` + ioredis, JSON per socket', 'ws-json.ts'),
  rival('`ws` under Fastify, frame once', 'ws-once.ts'),
];
/** Rivals that pass messages on and do nothing else, no inbox hears of them; the last does what any gateway like ours has to. */
export const relays: Contender[] = [
  { ...rival('Socket.IO 4.8 + Redis adapter', 'socket-io.ts', 'socket.io'), env: { RELAY_ONLY: '1' } },
  rival('`ws` under Fastify, frame once, one publish a tick', 'ws-once-a-tick.ts'),
  {
    ...rival('the same with a limit, an acknowledgement and a frame for the inbox', 'ws-once-a-tick.ts'),
    env: { GUARANTEES: '1' },
  },
];

/** Every contender's garbage can be collected from outside. */
const collectable = ['--expose-gc', '--import', path.join(here, 'servers/collect.ts')];

/** Starts a contender's processes, one per port, and resolves when all listen. */
export async function start(
  contender: Contender,
  ports: number[],
  env: Record<string, string>,
): Promise<ChildProcess[]> {
  const processes = ports.map((port) =>
    spawn(process.execPath, [...collectable, ...contender.arguments], {
      cwd: contender.folder,
      env: {
        ...process.env,
        ...env,
        ...contender.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'warn',
        // All of the load comes from one address.
        SOCKETS_PER_ADDRESS: '0',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  for (const port of ports) {
    const deadline = Date.now() + 20_000;
    while (!(await answers(port))) {
      if (Date.now() > deadline) throw new Error(`${contender.name} did not come up`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return processes;
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.status !== 503,
    () => false,
  );

export async function stop(processes: ChildProcess[]): Promise<void> {
  await Promise.all(
    processes.map(
      (each) =>
        new Promise<void>((resolve) => {
          if (each.exitCode !== null || each.signalCode !== null) return resolve();
          each.once('exit', () => resolve());
          each.kill('SIGKILL');
        }),
    ),
  );
}
