/** Metrics of one process for Prometheus, all named `parley_…`, served apart from the public port. */
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CountingHistogram } from './counting-histogram.ts';

const prefix = 'parley_';

/** Seconds, from a socket hop to a slow external call. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of a process. Names are given without the `parley_` they all start with; units are the last word. */
export interface Metrics {
  readonly registry: Registry;
  /** `collect`, where what is counted keeps count itself, is asked at each scrape and sets the totals. */
  counter<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: (total: (labels: Partial<Record<L, string>>, count: number) => void) => void,
  ): Counter<L>;
  /** `collect` is asked at each scrape. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L>;
  /** Measures seconds, unless other buckets are given. */
  histogram<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: readonly number[],
  ): Histogram<L>;
  /** Measures seconds, for work that happens with every message. */
  countingHistogram(name: string, help: string): CountingHistogram;
}

/**
 * The metrics of one process; every one carries the label `service`.
 *
 * @example
 * const connections = metrics.gauge('connections', 'Open sockets by kind', ['kind'])
 * connections.inc({ kind: 'visitor' })
 */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, prefix });
  const shared = <L extends string>(name: string, help: string, labels: readonly L[]) => ({
    name: prefix + name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    registry,
    counter(name, help, labels = [], collect) {
      if (!collect) return new Counter(shared(name, help, labels));
      return new Counter({
        ...shared(name, help, labels),
        collect() {
          this.reset();
          collect((of, count) => this.inc(of, count));
        },
      });
    },
    gauge(name, help, labels = [], collect) {
      if (!collect) return new Gauge(shared(name, help, labels));
      return new Gauge({
        ...shared(name, help, labels),
        collect() {
          return collect(this);
        },
      });
    },
    histogram: (name, help, labels = [], buckets = durationBuckets) =>
      new Histogram({ ...shared(name, help, labels), buckets: [...buckets] }),
    countingHistogram(name, help) {
      const histogram = new CountingHistogram({ name: prefix + name, help, buckets: durationBuckets });
      registry.registerMetric(histogram);
      return histogram;
    },
  };
}

/** Fastify plugin: how long each route takes, by method and status. Unknown paths share one label. */
export const httpMetrics = fp(
  async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
    const durations = metrics.histogram('http_request_duration_seconds', 'Time from request to answer', [
      'method',
      'route',
      'status',
    ]);
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    });
  },
  { name: 'parley-http-metrics' },
);

/** Connections of a database pool: open, free, and callers who wait for one. */
export interface PoolStats {
  total: number;
  idle: number;
  waiting: number;
}

/** How busy a database pool is: `waiting` above zero for long means that it is too small or the database too slow. */
export function poolMetrics(metrics: Metrics, stats: () => PoolStats): void {
  metrics.gauge('database_pool_connections', 'Connections of the pool by state', ['state'], (gauge) => {
    const { total, idle, waiting } = stats();
    gauge.set({ state: 'busy' }, total - idle);
    gauge.set({ state: 'idle' }, idle);
    gauge.set({ state: 'waiting' }, waiting);
  });
}

/**
 * Counts which database answers read-only queries: more than a few per cent by the primary means that the replica lags.
 */
export function readMetrics(metrics: Metrics, answered: () => { replica: number; primary: number }): void {
  metrics.gauge('database_reads', 'Lists, searches, statistics and exports by who answered them', ['by'], (gauge) => {
    const { replica, primary } = answered();
    gauge.set({ by: 'replica' }, replica);
    gauge.set({ by: 'primary' }, primary);
  });
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves `GET /metrics` on its own port, so that the public one never shows it. Port 0 takes a free one. */
export async function serveMetrics({ registry }: Metrics, host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
