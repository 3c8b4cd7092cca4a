import { buildFront } from './app.ts';
import { readConfig } from './config.ts';

/** Time after which unfinished answers are cut off. */
const farewellMilliseconds = 5000;

try {
  const config = readConfig(process.env);
  const app = buildFront(config);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      setTimeout(() => app.server.closeAllConnections(), farewellMilliseconds).unref();
      void app.close().then(() => process.exit(0));
    });
  }
  await app.listen({ host: config.host, port: config.port });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
