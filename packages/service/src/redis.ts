/** Connections to Redis or a Redis Cluster, and the one place where keys get their names. */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';

/** A single Redis or a Redis Cluster; both take the same commands. */
export type RedisConnection = Redis | Cluster;

/**
 * - `commands`: our own requests. They fail within two seconds when Redis is down, and never hang.
 * - `subscriber`: listening only; waits for Redis for ever.
 * - `bullmq`: workers and queue events, with blocking reads that must neither time out nor be given up.
 */
export type RedisRole = 'commands' | 'subscriber' | 'bullmq';

export interface ConnectRedisOptions {
  role: RedisRole;
  /** Called for every connection error; reconnecting goes on by itself. */
  onError?: (error: Error) => void;
}

/** The longest a command may take before its caller gets an error. */
const commandTimeoutMs = 1_500;

/** Full jitter up to a second, so that many processes don't return to a restarted Redis in the same instant. */
export const reconnectDelayMs = (attempt: number): number =>
  20 + Math.random() * Math.min(1_000, 50 * 2 ** Math.min(attempt, 5));

function optionsFor(role: RedisRole): RedisOptions {
  const shared: RedisOptions = {
    connectTimeout: 5_000,
    keepAlive: 10_000,
    // A replica promoted or demoted during a fail-over answers READONLY: reconnect to the current master.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  };
  const perRole: Record<RedisRole, RedisOptions> = {
    commands: { commandTimeout: commandTimeoutMs, maxRetriesPerRequest: 1, socketTimeout: 5_000 },
    // `PubSub` renews its subscriptions itself, because it must know when they hold again.
    subscriber: { maxRetriesPerRequest: null, autoResubscribe: false },
    bullmq: { maxRetriesPerRequest: null },
  };
  return { ...shared, ...perRole[role] };
}

interface Address {
  nodes: { host: string; port: number }[];
  options: RedisOptions;
}

/**
 * Splits what a `rediss` URL says of certificates from the address. The parameters are those of `DATABASE_URL`: the
 * certificate is checked unless `sslmode=require`, against the authority in the file `sslrootcert` where one is given.
 *
 * @throws where that file can't be read
 */
export function parseTls(url: string): { address: string; tls: ConnectionOptions | undefined } {
  if (!url.startsWith('rediss')) return { address: url, tls: undefined };
  const [address = '', query] = url.split('?');
  const { sslmode, sslrootcert, ...others } = Object.fromEntries(new URLSearchParams(query));
  const rest = new URLSearchParams(others).toString();
  return {
    address: rest === '' ? address : `${address}?${rest}`,
    tls: {
      ...(sslrootcert !== undefined && { ca: readFileSync(sslrootcert) }),
      ...(sslmode === 'require' && sslrootcert === undefined && { rejectUnauthorized: false }),
    },
  };
}

/** The nodes and credentials of a cluster URL, or `undefined` when the URL names a single Redis. */
export function parseClusterUrl(url: string): Address | undefined {
  const isCluster = /^rediss?\+cluster:\/\//.test(url);
  if (!isCluster && !url.includes(',')) return undefined;
  const parts = url.split(',').map((part) => part.trim());
  const options: RedisOptions = {};
  const nodes = parts.map((part) => {
    const parsed = new URL(`redis://${part.replace(/^rediss?(\+cluster)?:\/\//, '')}`);
    if (parsed.username) options.username = decodeURIComponent(parsed.username);
    if (parsed.password) options.password = decodeURIComponent(parsed.password);
    return { host: parsed.hostname.replace(/^\[|\]$/g, ''), port: Number(parsed.port || 6379) };
  });
  return { nodes, options };
}

/**
 * Opens a connection that reconnects for ever, with jitter. It returns at once; the first commands wait for the
 * connection within their own time-out.
 *
 * A URL is `redis://[user:password@]host:port[/db]`, `rediss://…` for TLS (`parseTls`), or for a Redis Cluster
 * `redis+cluster://host:port,host:port` (also any comma-separated list of addresses).
 *
 * @example const redis = connectRedis(config.REDIS_URL, { role: 'commands', onError: (error) => log.warn(error) })
 */
export function connectRedis(url: string, { role, onError }: ConnectRedisOptions): RedisConnection {
  const { address, tls } = parseTls(url);
  const options = { ...optionsFor(role), ...(tls && { tls }) };
  const cluster = parseClusterUrl(address);
  const connection = cluster
    ? new Cluster(cluster.nodes, {
        ...clusterOptions(role),
        redisOptions: { ...options, ...cluster.options, replyMapping: 'legacy' },
      })
    : new Redis(address, { ...options, replyMapping: 'legacy', retryStrategy: reconnectDelayMs });
  // Without a listener a connection error would end the process.
  connection.on('error', (error: Error) => onError?.(error));
  return connection;
}

function clusterOptions(role: RedisRole): Omit<ClusterOptions, 'redisOptions'> {
  return {
    clusterRetryStrategy: reconnectDelayMs,
    clusterNodeRetryStrategy: reconnectDelayMs,
    slotsRefreshTimeout: 2_000,
    // While a node is away the others still point to it: asking on and on at once would give up in no time.
    retryDelayOnMoved: 50,
    maxRedirections: role === 'bullmq' ? 64 : 8,
    // While no node is known, a queued command would have no time-out: refuse it at once instead.
    enableOfflineQueue: role !== 'commands',
  };
}

/** Resolves when the connection takes commands; rejects after `timeoutMs` with what is wrong. */
export async function redisReady(connection: RedisConnection, timeoutMs = 5_000): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (connection.status === 'ready') return;
  let lastError: Error | undefined;
  const remember = (error: Error): void => {
    lastError = error;
  };
  const timer = setTimeout(
    () => reject(new Error(`Redis was not ready within ${timeoutMs} ms`, { cause: lastError })),
    timeoutMs,
  );
  connection.on('error', remember);
  connection.once('ready', resolve);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    connection.off('error', remember);
    connection.off('ready', resolve);
  }
}

/** Closes politely (replies still under way arrive), or at once when Redis doesn't answer within a second. */
export async function closeRedis(connection: RedisConnection): Promise<void> {
  const timer = setTimeout(() => connection.disconnect(), 1_000);
  try {
    await connection.quit();
  } catch {
    connection.disconnect();
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the names of an installation's keys. */
export interface Keys {
  /** `parley:session:abc` */
  key(...parts: (string | number)[]): string;
}

/**
 * The names of an installation's keys and channels: every one starts with its prefix, so that installations (and
 * tests) share a Redis without meeting.
 */
export function keys(prefix: string): Keys {
  return {
    key: (...parts) => [prefix, ...parts].join(':'),
  };
}
