/**
 * Proves that an activity comes from Teams, to this app:
 * https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication#connector-to-bot
 */
import { Problem } from '@parley/contracts/problems';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { ExternalContext } from '../../external/services.ts';
import { isObject, type Json, textOf } from '@parley/contracts/json';
import { guardedFetch } from '../../sign-in/client.ts';
import { isServiceOfTeams, msteamsAddresses } from './addresses.ts';

const issuer = 'https://api.botframework.com';
const clockToleranceSeconds = 300;
const keysLiveMs = 24 * 3600 * 1000;
/** The longest token that is looked at. */
const longestToken = 8_000;

type Keys = ReturnType<typeof createRemoteJWKSet>;
/** Key sets by their address. A set fetches its keys again when one is unknown, at most twice a minute. */
const keySets = new Map<string, Keys>();

function keysOf(context: ExternalContext): Keys {
  const { keys: url } = msteamsAddresses(context);
  const known = keySets.get(url);
  if (known) return known;
  const fetchGuarded = guardedFetch(context);
  const keys = createRemoteJWKSet(new URL(url), {
    [customFetch]: (address, { headers, ...options }) =>
      fetchGuarded(address, { ...options, headers: Object.fromEntries(headers), body: undefined }),
    cacheMaxAge: keysLiveMs,
  });
  keySets.set(url, keys);
  return keys;
}

/**
 * Checks the token of a call: signed by Microsoft for this app, for activities of Teams, from the address that the
 * activity names, which is one of Teams.
 *
 * @throws Problem `forbidden`, and `unavailable` while Microsoft's keys can't be fetched
 */
export async function proveTeams(
  context: ExternalContext,
  appId: string,
  authorization: string | undefined,
  activity: Json,
): Promise<void> {
  const [, token = ''] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
  const forbidden = (cause?: unknown) => new Problem('forbidden', 'The token is not of Teams for this app.', { cause });
  if (appId === '' || token === '' || token.length > longestToken) throw forbidden();
  const keys = keysOf(context);
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: appId,
      algorithms: ['RS256'],
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp'],
    });
    const key = keys.jwks()?.keys.find(({ kid }) => kid === protectedHeader.kid);
    const service = textOf(activity['serviceUrl']);
    const isOfTeams = activity['channelId'] === 'msteams' && endorses(key, 'msteams');
    if (!isOfTeams || payload['serviceurl'] !== service || !isServiceOfTeams(context, service)) throw forbidden();
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isRefused = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
    if (isRefused && error.code !== 'ERR_JOSE_GENERIC') throw forbidden(error);
    throw new Problem('unavailable', 'Microsoft’s keys could not be fetched. Send it again later.', { cause: error });
  }
}

/** Whether Microsoft signs activities of a channel with a key. */
const endorses = (key: unknown, channel: string): boolean =>
  isObject(key) && Array.isArray(key['endorsements']) && key['endorsements'].includes(channel);
