/** Child processes of a test stack: started, watched, killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nodeOptions } from '../scripts/lib/node-options.mjs';
import { freePort } from '../scripts/lib/ports.mjs';

export const root = path.resolve(import.meta.dirname, '..');

export { freePort };

export interface Service {
  readonly name: string;
  readonly url: string;
  readonly process: ChildProcess;
  /** Returns the output so far. */
  output(): string;
  /** Ends it politely, or at once with SIGKILL. Resolves when it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The program in `folder`: the bundle that `npm test` has made of it, or else its source. */
function programOf(folder: string): string {
  const bundle = path.join(process.env.BUNDLES ?? '', `${path.basename(folder)}.js`);
  return process.env.BUNDLES && existsSync(bundle) ? bundle : 'src/main.ts';
}

/** Starts the program in `folder` as its image does, and resolves when `url`/readyz answers. */
export async function startService(
  name: string,
  folder: string,
  port: number,
  env: Record<string, string>,
): Promise<Service> {
  const child = spawn(process.execPath, [...nodeOptions(folder), programOf(folder)], {
    cwd: path.join(root, folder),
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const service: Service = {
    name,
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
  let last = 'nothing';
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${name} exited with ${child.exitCode}:\n${output}`);
    const answer = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(String);
    last = typeof answer === 'string' ? answer : await answer.text();
    return typeof answer !== 'string' && answer.ok;
  };
  try {
    await until(isReady, () => `${name} to be ready; it answered ${last} and said:\n${output}`, 180);
  } catch (error) {
    // No other code knows this process, and it would keep its starter from ending.
    await service.stop('SIGKILL');
    throw error;
  }
  return service;
}

/** Waits until `condition` holds, asking every 25 ms, for at most `seconds`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  seconds = 60,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s for ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
