/**
 * Handles a provider's notice that a user signed out there:
 * https://openid.net/specs/openid-connect-backchannel-1_0.html
 */
import { Problem } from '@parley/contracts/problems';
import { findIdentity } from '@parley/db/sign-in/identities';
import { findProvider, type StoredProvider } from '@parley/db/sign-in/providers';
import { keys } from '@parley/service/redis';
import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose';
import type { Configuration } from 'openid-client';
import type { ExternalContext } from '../external/services.ts';
import { asProviderProblem, configurationOf, guardedFetch } from './client.ts';
import { endProviderSessions, userOfProviderSession } from './provider-sessions.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Older ones are refused; for so long each is known, so that it counts once. */
const maxAgeSeconds = 300;
const clockToleranceSeconds = 30;

/** All algorithms with key pairs: none with a shared secret, and not `none`. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];

const refused = (cause?: unknown): Problem => new Problem('malformed', 'This logout token does not hold.', { cause });

/** Key sets by configuration. A set fetches its keys again when one is unknown. */
const keySets = new WeakMap<Configuration, JWTVerifyGetKey>();

/**
 * Ends the sessions that a logout token names, and closes their sockets; returns the number of them.
 *
 * @throws Problem `not_found` for an unknown provider, `malformed` for a token that is not its own, not for us, not a
 * logout token, too old or used already, `unavailable` when its keys can't be fetched
 */
export async function endByProvider(context: ExternalContext, providerId: string, token: string): Promise<number> {
  const provider = await findProvider(context.db, providerId);
  if (!provider) throw new Problem('not_found', 'There is nothing at this address.');
  const { sub, sid, jti } = await readLogoutToken(context, provider, token);
  if (!(await isFirst(context, providerId, jti))) throw refused();
  const userId =
    sub === undefined
      ? await userOfProviderSession(context, providerId, sid ?? '')
      : await findIdentity(context.db, { providerId, subject: sub });
  return userId === undefined ? 0 : endProviderSessions(context, providerId, [userId], sid);
}

interface LogoutToken {
  sub?: string | undefined;
  sid?: string | undefined;
  jti: string;
}

async function readLogoutToken(
  context: ExternalContext,
  provider: StoredProvider,
  token: string,
): Promise<LogoutToken> {
  assertToken(token);
  const configuration = await configurationOf(context, provider);
  const { issuer } = configuration.serverMetadata();
  const checks = {
    issuer,
    audience: provider.clientId,
    algorithms,
    maxTokenAge: maxAgeSeconds,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['iss', 'aud', 'iat', 'jti', 'events'],
  };
  let payload: JWTPayload;
  try {
    const verified = await jwtVerify(token, keysOf(context, configuration), checks);
    const { typ } = verified.protectedHeader;
    // No other kind of token is one of these.
    if (typ !== undefined && !['logout+jwt', 'jwt'].includes(typ.toLowerCase())) throw refused();
    payload = verified.payload;
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isOurs = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
    const { code } = asProviderProblem(provider, error);
    if (!isOurs || code === 'unavailable') throw asProviderProblem(provider, error);
    throw refused(error);
  }
  const { sub, sid, jti, nonce, events } = payload;
  const isLogout = typeof events === 'object' && events !== null && event in events;
  const names = typeof sub === 'string' || typeof sid === 'string';
  if (!isLogout || !names || nonce !== undefined || typeof jti !== 'string') throw refused();
  return { sub, sid: typeof sid === 'string' ? sid : undefined, jti };
}

/** The endpoint is public: malformed tokens don't cause a request for keys. */
function assertToken(token: string): void {
  try {
    decodeProtectedHeader(token);
    decodeJwt(token);
  } catch (cause) {
    throw refused(cause);
  }
}

function keysOf({ external }: ExternalContext, configuration: Configuration): JWTVerifyGetKey {
  const known = keySets.get(configuration);
  if (known) return known;
  const { jwks_uri: address } = configuration.serverMetadata();
  if (address === undefined) throw refused();
  const fetchGuarded = guardedFetch({ external });
  const keySet = createRemoteJWKSet(new URL(address), {
    [customFetch]: (url, { headers, ...options }) =>
      fetchGuarded(url, { ...options, headers: Object.fromEntries(headers), body: undefined }),
  });
  keySets.set(configuration, keySet);
  return keySet;
}

/** Whether a token has not been used before. */
async function isFirst({ redis, prefix }: ExternalContext, providerId: string, jti: string): Promise<boolean> {
  const name = createHash('sha256').update(jti).digest('base64url');
  const key = keys(prefix).key('logout-token', `${providerId} ${name}`);
  const seconds = maxAgeSeconds + 2 * clockToleranceSeconds;
  return (await redis.set(key, '1', 'EX', seconds, 'NX')) === 'OK';
}
