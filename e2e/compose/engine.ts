/** An installation by the compose file as it stands, under a project name and a port of its own. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, root } from '../process.ts';

const run = promisify(execFile);
/** Time limit of one command; building from nothing takes longest. */
const patienceMs = 30 * 60_000;

export interface Engine {
  readonly url: string;
  /** Address of the mailbox of the profile `mail`. */
  readonly mailbox: string;
  /** Environment of the commands, as an operator's shell or `.env` would set it. */
  readonly env: Record<string, string>;
  /** Runs `docker compose …` and answers what it printed. */
  compose(...args: string[]): Promise<string>;
  docker(...args: string[]): Promise<string>;
  /** Runs one of `deploy/compose/*`. */
  script(name: string, ...args: string[]): Promise<string>;
  /** The ids of a service's containers. */
  containers(service: string): Promise<string[]>;
  /** Rows of one statement; columns are separated by `|`. */
  sql(statement: string): Promise<string[]>;
  /** Resolves when the container is healthy. */
  healthy(container: string): Promise<void>;
}

/** Nothing is started yet. */
export async function engine(project: string): Promise<Engine> {
  const [port, mailPort] = [await freePort(), await freePort()];
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    COMPOSE_PROJECT_NAME: project,
    // A file `.env` of this checkout belongs to another installation.
    COMPOSE_DISABLE_ENV_FILE: '1',
    PARLEY_PORT: String(port),
    MAILPIT_PORT: String(mailPort),
    ...(process.env.DOCKER_HOST ? { DOCKER_HOST: process.env.DOCKER_HOST } : {}),
  };
  const command = async (file: string, args: string[]): Promise<string> => {
    const { stdout } = await run(file, args, { cwd: root, env, timeout: patienceMs, maxBuffer: 2 ** 28 });
    return stdout.trim();
  };
  const docker: Engine['docker'] = (...args) => command('docker', args);
  const compose: Engine['compose'] = (...args) => docker('compose', ...args);
  const lines = (text: string): string[] => text.split('\n').filter(Boolean);
  return {
    url: `http://localhost:${port}`,
    mailbox: `http://localhost:${mailPort}`,
    env,
    compose,
    docker,
    script: (name, ...args) => command(path.join(root, 'deploy/compose', name), args),
    containers: async (service) => lines(await compose('ps', '--quiet', service)),
    sql: async (statement) => {
      const client = ['psql', '--username=parley', '--dbname=parley', '--no-align', '--tuples-only'];
      return lines(await compose('exec', '-T', 'postgres', ...client, `--command=${statement}`));
    },
    async healthy(container) {
      const deadline = Date.now() + 90_000;
      while ((await docker('inspect', '--format', '{{.State.Health.Status}}', container)) !== 'healthy') {
        if (Date.now() > deadline) throw new Error(`${container} did not become healthy`);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
  };
}
