/**
 * The staff session cookie: its name and the keys it is signed with. The API sets it, the gateway reads it at the
 * upgrade with `new Signer(sessionCookieKeys(secrets))` of @fastify/cookie.
 */
import type { Secrets } from '@parley/service/secrets';

export const sessionCookieName = 'parley_session';

/** Newest first: the first signs, all are accepted. */
export const sessionCookieKeys = (secrets: Pick<Secrets, 'keys'>): string[] =>
  secrets.keys('session cookie').map((key) => key.toString('base64'));
