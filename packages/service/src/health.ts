/** Whether a process is alive, and whether it should get work. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifySchema {
    /** Leaves a route out of the API's documentation. */
    hide?: boolean;
  }
}

/** Resolves when the thing checked works, rejects when it doesn't. */
export type Check = () => unknown;

export interface HealthOptions {
  /** By name, as in `{ database: () => sql`select 1`, redis: () => redis.ping() }`. */
  checks: Readonly<Record<string, Check>>;
  /** Checks of what the process can do without: one that fails degrades it, and it goes on getting work. */
  partial?: Readonly<Record<string, Check>>;
  /** True while the process is stopping; it then asks for no more work. */
  isDraining?: () => boolean;
  /** A check slower than this has failed. */
  timeoutMs?: number;
}

export interface Readiness {
  ready: boolean;
  /** Whether something fails that the process can do without. */
  degraded: boolean;
  /** Result of each check; the reason for a failure is only in the log, since the endpoint is public. */
  checks: Record<string, 'ok' | 'failed' | 'timeout'>;
}

/** Runs all checks side by side; each is given at most `timeoutMs`. Never rejects. */
export async function readiness({ checks, partial = {}, timeoutMs = 2_000 }: HealthOptions): Promise<Readiness> {
  const [needed, others] = await Promise.all([outcomes(checks, timeoutMs), outcomes(partial, timeoutMs)]);
  const isWell = (results: Readiness['checks']): boolean => Object.values(results).every((result) => result === 'ok');
  return { ready: isWell(needed), degraded: !isWell(others), checks: { ...needed, ...others } };
}

async function outcomes(checks: Readonly<Record<string, Check>>, timeoutMs: number): Promise<Readiness['checks']> {
  const results = Object.entries(checks).map(async ([name, check]) => [name, await outcome(check, timeoutMs)] as const);
  return Object.fromEntries(await Promise.all(results));
}

async function outcome(check: Check, timeoutMs: number): Promise<'ok' | 'failed' | 'timeout'> {
  const { promise, resolve } = Promise.withResolvers<'timeout'>();
  const timer = setTimeout(resolve, timeoutMs, 'timeout');
  const run = async (): Promise<'ok'> => {
    await check();
    return 'ok';
  };
  try {
    return await Promise.race([run(), promise]);
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

const lookEveryMs = 250;
const longestStallsMs = 3_000;
const stallsCountForMs = 10_000;

/**
 * A check that fails while the process doesn't get to its work: where the event loop was held up for more than 3 of the
 * last 10 seconds, jobs and heartbeats wait although every dependency answers. `clock` counts milliseconds.
 */
export function eventLoopCheck(clock: () => number = () => performance.now()): { check: Check; stop: () => void } {
  let stalls: { at: number; ms: number }[] = [];
  let last = clock();
  const look = (): number => {
    const now = clock();
    const late = now - last - lookEveryMs;
    last = now;
    stalls = stalls.filter(({ at }) => now - at < stallsCountForMs);
    if (late > lookEveryMs) stalls.push({ at: now, ms: late });
    return stalls.reduce((sum, { ms }) => sum + ms, 0);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    check() {
      if (look() > longestStallsMs) throw new Error('The event loop was held up.');
    },
    stop: () => clearInterval(timer),
  };
}

/** Answers are shared for this long, so that nobody can load the database by asking. */
const sharedForMs = 500;

/**
 * Fastify plugin: `GET /healthz` answers 200 as long as the process does anything at all; `GET /readyz` answers 503
 * while a dependency is away or the process is stopping, with each check's state. It stays 200 with the status
 * `degraded` where only a partial check fails, such as a full disk for files: messages go on.
 */
export const health = fp(
  async (app: FastifyInstance, options: HealthOptions) => {
    let last: { at: number; result: Promise<Readiness> } | undefined;
    const current = (): Promise<Readiness> => {
      if (!last || Date.now() - last.at > sharedForMs) last = { at: Date.now(), result: readiness(options) };
      return last.result;
    };
    const quiet = { logLevel: 'silent', schema: { hide: true } } as const;

    app.get('/healthz', quiet, async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' };
    });
    app.get('/readyz', quiet, async (_request, reply) => {
      const { ready, degraded, checks } = await current();
      const whileReady = degraded ? 'degraded' : 'ready';
      const status = options.isDraining?.() ? 'draining' : ready ? whileReady : 'unavailable';
      reply.code(status === whileReady ? 200 : 503).header('cache-control', 'no-store');
      return { status, checks };
    });
  },
  { name: 'parley-health' },
);
