/** From `main.ts` to the last log line: reads the configuration, starts, stops in order, always ends. */
import { setTimeout as pause } from 'node:timers/promises';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type BaseConfig, baseConfig, ConfigError, loadConfig } from './config.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts';
import { startTracing } from './tracing.ts';

/** Parts that a starting service gets. */
export interface Service<Config> {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /**
   * Registers what to do when the process stops; register each thing as soon as it runs. Run in reverse order, one
   * after the other; one that fails is logged and the next is run.
   */
  onStop: (what: string, stop: () => unknown) => void;
  /** True from the first signal on: give `/readyz` this. */
  isDraining: () => boolean;
}

type Properties = (typeof baseConfig)['properties'];

export interface ServiceDefinition<P extends Properties & Type.TProperties> {
  /** `api`, `realtime`, `worker`: in log lines, metrics and traces. */
  name: string;
  /** `baseConfig` or an extension of it. */
  schema: Type.TObject<P>;
  /** Resolves when the service takes work. */
  start(service: Service<Type.Static<Type.TObject<P>>>): Promise<void>;
}

/**
 * Runs a service until SIGTERM or SIGINT.
 * - A wrong configuration is printed as plain text; exit code 1.
 * - `start` failing, an unhandled rejection or an uncaught exception is logged; exit code 1.
 * - A signal first makes `isDraining` true and changes nothing else for `DRAIN_SECONDS`: a load balancer that reads
 * `/readyz` sends new work elsewhere. Then the stop hooks run once, whatever further signals come; exit code 0, or 1
 * when they take longer than `SHUTDOWN_SECONDS`. A supervisor has to wait for both together before it kills.
 *
 * @example await runService({ name: 'api', schema: apiConfig, async start({ config, log, onStop, isDraining }) {
 * const app = await buildApp(…)
 * onStop('http server', () => app.close())
 * await app.listen({ host: config.HOST, port: config.PORT })
 * } })
 */
export async function runService<P extends Properties & Type.TProperties>(
  definition: ServiceDefinition<P>,
): Promise<void> {
  const { name, schema } = definition;
  const config = configOrExit(schema);
  const base = Compile(baseConfig).Parse(config);
  const log = createLogger({ service: name, level: base.LOG_LEVEL });
  const stops: { what: string; stop: () => unknown }[] = [];
  let draining = false;

  const crash = (what: string) => (error: unknown) => {
    log.fatal({ err: error }, what);
    process.exit(1);
  };
  process.on('uncaughtException', crash('uncaught exception'));
  process.on('unhandledRejection', crash('unhandled rejection'));

  async function end(exitCode: number): Promise<void> {
    if (draining) return;
    draining = true;
    if (exitCode === 0) await pause(base.DRAIN_SECONDS * 1000);
    const deadline = setTimeout(() => {
      log.error({ stopping: stops.at(-1)?.what }, 'stopping took too long');
      process.exit(1);
    }, base.SHUTDOWN_SECONDS * 1000);
    for (let next = stops.at(-1); next; next = stops.at(-1)) {
      try {
        await next.stop();
      } catch (error) {
        log.error({ err: error }, `could not stop ${next.what}`);
      }
      stops.pop();
    }
    clearTimeout(deadline);
    log.info('stopped');
    process.exit(exitCode);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!draining) log.info({ signal }, 'stopping');
      void end(0);
    });
  }

  const service = {
    config,
    log,
    metrics: createMetrics(name),
    onStop: (what: string, stop: () => unknown) => {
      stops.push({ what, stop });
    },
    isDraining: () => draining,
  };
  try {
    await startObservers(name, base, service);
    await definition.start(service);
    log.info('started');
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    await end(1);
  }
}

async function startObservers(name: string, config: BaseConfig, { metrics, onStop }: Service<unknown>): Promise<void> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const tracing = await startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
    onStop('tracing', () => tracing.stop());
  }
  if (config.METRICS_PORT) {
    const server = await serveMetrics(metrics, config.HOST, config.METRICS_PORT);
    onStop('metrics server', () => server.close());
  }
}

function configOrExit<P extends Type.TProperties>(schema: Type.TObject<P>): Type.Static<Type.TObject<P>> {
  try {
    return loadConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
