/** The gateway process: everything that is pushed. */
import { drainReconnectSeconds } from '@parley/contracts/frames/limits';
import { openContext } from '@parley/core/open-context';
import { poolStats } from '@parley/db/database';
import { runService } from '@parley/service/lifecycle';
import { poolMetrics } from '@parley/service/metrics';
import { type App, buildApp } from './app.ts';
import { realtimeConfig } from './config.ts';

await runService({
  name: 'realtime',
  schema: realtimeConfig,
  async start({ config, log, metrics, onStop }) {
    let app: App | undefined;
    const context = openContext({ config, name: 'realtime', log, onInterrupted: () => app?.gateway.resumeAll() });
    onStop('connections', () => context.close());
    poolMetrics(metrics, () => poolStats(context.db));
    app = await buildApp({ config, context, metrics });
    const { server, gateway } = app;
    onStop('gateway', () => gateway.close());
    onStop('http server', () => server.close());
    // With less time than that, sockets are sent away sooner instead of being cut.
    const drainSeconds = Math.min(drainReconnectSeconds, config.SHUTDOWN_SECONDS / 2);
    onStop('sockets', () => gateway.drain(drainSeconds));
    await server.listen({ host: config.HOST, port: config.PORT });
  },
});
