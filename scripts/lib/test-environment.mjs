import { toolEnvironment } from './places.mjs';

/** A developer's own installation must not reach into the tests. */
const ofAnInstallation =
  /^(APP_SECRET.*|PUBLIC_URL|CHECK_URL|HOST|PORT|REGISTRATION|REDIS_PREFIX|TRUST_PROXY|LOG_LEVEL|METRICS_PORT|DATABASE_POOL_MAX|\w+_SECONDS|PARLEY_.*|OPENAI_.*|AI_.*|SMTP_.*|IMAP_.*|INBOUND_.*|REPLY_ADDRESS|TRELLO_.*|RETRY_.*|SYNC_.*|OTEL_.*|FILES_.*|CLAMAV_URL|CHANNEL_.*|ALLOW_PRIVATE_WEBHOOKS|ALLOW_ALL_NETWORKS|NODE_ENV)$/;

/**
 * The environment that tests run in.
 *
 * @param {Record<string, string>} additions
 */
export function testEnvironment(additions) {
  const inherited = Object.entries(toolEnvironment()).filter(([name]) => !ofAnInstallation.test(name));
  return { ...Object.fromEntries(inherited), ...additions };
}
