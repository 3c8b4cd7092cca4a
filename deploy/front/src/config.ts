import path from 'node:path';
import { type RequestTimeouts, requestTimeouts } from '@parley/service/request-timeouts';

/** Services and folders behind the front. */
export interface FrontConfig {
  host: string;
  port: number;
  /** Base URLs of every instance of the API, and of the gateway. */
  api: string[];
  realtime: string[];
  /** How long a call waits for an API that is away, because it may only be starting again. */
  restartMilliseconds: number;
  /** The built dashboard, or the URL of its development server. */
  dashboard: { folder: string } | { server: string };
  /** Holds `widget.js` and the parts that it loads, in `widget/`. */
  widgetFolder: string;
  demoFolder: string;
  /**
   * Addresses with trusted `X-Forwarded-*` headers: addresses, networks, or `loopback`, `linklocal`, `uniquelocal`.
   * None, unless another proxy is in front of this one.
   */
  trustedProxies: string[];
  /** How fast requests have to arrive. */
  timeouts: RequestTimeouts;
}

const house = path.resolve(import.meta.dirname, '../../..');

/** Defaults: the builds of this checkout. */
export const checkout = {
  dashboard: { folder: path.join(house, 'apps/dashboard/dist') },
  widgetFolder: path.join(house, 'apps/widget/dist'),
  demoFolder: path.join(house, 'deploy/demo'),
};

/**
 * The configuration in the environment: `HOST`, `PORT`, `API_URLS` and `REALTIME_URLS` (URLs, separated by
 * commas), `DASHBOARD_URL` (of its development server), `TRUST_PROXY`.
 *
 * @throws Error that names everything that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv): FrontConfig {
  const faults: string[] = [];
  const urls = (name: string, needed = true) => {
    const values = list(env[name]);
    if (needed && values.length === 0) faults.push(`${name} must name at least one URL`);
    for (const value of values) {
      if (URL.parse(value)?.protocol !== 'http:') faults.push(`${name}: ${value} is no http:// URL`);
    }
    return values;
  };
  const port = Number(env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push(`PORT: ${env.PORT} is no port`);
  const config: FrontConfig = {
    ...checkout,
    host: env.HOST || '127.0.0.1',
    port,
    api: urls('API_URLS'),
    realtime: urls('REALTIME_URLS'),
    restartMilliseconds: 0,
    dashboard: checkout.dashboard,
    trustedProxies: list(env.TRUST_PROXY),
    timeouts: requestTimeouts,
  };
  const [server] = urls('DASHBOARD_URL', false);
  // A developer restarts the API with every file, and does not want to see that.
  if (server) {
    config.dashboard = { server };
    config.restartMilliseconds = 5_000;
  }
  if (faults.length > 0) throw new Error(`The front can't start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return config;
}

function list(value = ''): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
