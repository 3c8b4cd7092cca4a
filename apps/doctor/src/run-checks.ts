/** All examinations, in the order in which one thing stands on another. */
import { auditAnchorConfig } from '@parley/core/audit/notes';
import { filesConfig } from '@parley/core/storage/config';
import { openContext, type OpenContext, readReplicaConfig } from '@parley/core/open-context';
import { baseConfig, ConfigError, type Environment, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { createTransport } from 'nodemailer';
import * as Type from 'typebox';
import { type Finding, reason } from './finding.ts';
import { checkAudit } from './check-audit.ts';
import { checkFiles } from './check-files.ts';
import { checkMessage } from './check-message.ts';
import { checkReplica } from './check-replica.ts';
import { checkDatabase, checkRedis } from './check-stores.ts';

export const doctorConfig = Type.Object({
  ...baseConfig.properties,
  CHECK_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+$',
      description: 'Where the doctor reaches the proxy, if not at PUBLIC_URL',
      examples: ['http://front:8080'],
    }),
  ),
  ...readReplicaConfig,
  ...filesConfig,
  ...auditAnchorConfig,
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://.+', description: 'The mail server', secret: true })),
});

const timeoutMs = 5_000;

/** Examines the installation that the environment describes. Changes nothing that stays; never rejects. */
export async function* runChecks(environment: Environment): AsyncGenerator<Finding> {
  let config: Type.Static<typeof doctorConfig>;
  try {
    config = loadConfig(doctorConfig, environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) {
      yield {
        what: 'Configuration',
        state: 'broken',
        detail: problem,
        remedy: 'docs/configuration.md lists the allowed values.',
      };
    }
    return;
  }
  yield { what: 'Configuration', state: 'good', detail: 'complete' };
  const stores = [...(await checkDatabase(config.DATABASE_URL)), ...(await checkRedis(config.REDIS_URL))];
  yield* stores;
  if (config.DATABASE_READ_URL) yield await checkReplica(config.DATABASE_URL, config.DATABASE_READ_URL);
  const url = config.CHECK_URL ?? config.PUBLIC_URL;
  const isServed = yield* examineServices(url);
  const isSound = stores.every(({ state }) => state !== 'broken');
  if (isSound) yield* await inside(config, 'Audit log', async (context) => [await checkAudit(context)]);
  else yield { what: 'Audit log', state: 'skipped', detail: 'not read, because of the problems above' };
  if (isSound && isServed) yield* await inside(config, 'Test message', (context) => checkMessage(context, url));
  else yield { what: 'Test message', state: 'skipped', detail: 'not sent, because of the problems above' };
  yield await checkFiles(config);
  yield await examineMail(config.SMTP_URL);
}

/** The proxy with the dashboard behind it, then the API behind the proxy. Answers whether a message may be tried. */
async function* examineServices(url: string): AsyncGenerator<Finding, boolean> {
  const ask = (path: string): Promise<Response> =>
    fetch(`${url}${path}`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
  try {
    const began = performance.now();
    const page = await ask('/');
    const ms = Math.round(performance.now() - began);
    if (page.ok) yield { what: 'Proxy and dashboard', state: 'good', detail: `${url}, ${ms} ms` };
    else {
      const remedy = 'Does the proxy serve the built dashboard?';
      yield { what: 'Proxy and dashboard', state: 'broken', detail: `${url} answers ${page.status}.`, remedy };
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const remedy = 'Is the proxy running, and is PUBLIC_URL the address that people use?';
    yield { what: 'Proxy and dashboard', state: 'broken', detail: `${url} does not answer: ${reason(cause)}.`, remedy };
    return false;
  }
  // Signed out is the right answer for a stranger.
  const api = await ask('/api/user').catch(() => undefined);
  if (api?.status === 401 || api?.status === 200) {
    yield { what: 'API', state: 'good', detail: 'answers through the proxy' };
  } else {
    const remedy = 'Is the API running and ready (GET /readyz of the service), and does the proxy pass /api on to it?';
    const detail = api ? `It answers ${api.status} through the proxy.` : 'It does not answer through the proxy.';
    yield { what: 'API', state: 'broken', detail, remedy };
  }
  return true;
}

async function inside(
  config: Type.Static<typeof doctorConfig>,
  what: string,
  check: (context: OpenContext) => Promise<Finding[]>,
): Promise<Finding[]> {
  const context = openContext({
    config,
    name: 'doctor',
    log: createLogger({ service: 'doctor', level: 'silent' }),
    auditAnchorFile: config.AUDIT_ANCHOR_FILE,
  });
  try {
    return await check(context);
  } catch (error) {
    return [{ what, state: 'broken', detail: `${reason(error)}.`, remedy: 'See the services’ logs.' }];
  } finally {
    await context.close();
  }
}

async function examineMail(url: string | undefined): Promise<Finding> {
  const what = 'Mail (SMTP_URL)';
  if (!url) return { what, state: 'skipped', detail: 'no mail server is set; mail settings may still name one' };
  const transport = createTransport(url, { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs } as object);
  try {
    await transport.verify();
    return { what, state: 'good', detail: 'accepts mail' };
  } catch (error) {
    const remedy = 'Are host, port, user and password in SMTP_URL right, and may this machine reach it?';
    return { what, state: 'broken', detail: `It doesn’t accept mail: ${reason(error)}.`, remedy };
  } finally {
    transport.close();
  }
}
