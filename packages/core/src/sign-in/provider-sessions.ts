/** Tracks sessions that began at a provider, and ends them with events there. */
import { createHash } from 'node:crypto';
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { endSession, listSessionsOf } from '../sessions.ts';

/** Provider session that a session of ours began with. */
export interface ProviderSession {
  providerId: string;
  /** Session's id at the provider, if it sends one. */
  sid?: string;
  /** ID token of the sign-in, shown to the provider at the sign-out. Left out if it is too long to be stored. */
  idToken?: string;
}

/** Longer tokens are not stored; the provider then asks the user which account to sign out. */
export const idTokenMaxLength = 8_000;

type SessionContext = Pick<Context, 'db' | 'redis' | 'prefix' | 'publisher'>;

/** Equals the lifetime of a session's index. */
const keptForSeconds = 400 * 24 * 3600;
const sidKey = ({ prefix }: SessionContext, providerId: string, sid: string): string =>
  keys(prefix).key('provider-session', `${providerId} ${createHash('sha256').update(sid).digest('base64url')}`);

/** Stores the user of a provider's session: a sign-out at the provider may contain only the session's id. */
export async function rememberProviderSession(
  context: SessionContext,
  { providerId, sid }: ProviderSession,
  userId: string,
): Promise<void> {
  if (sid !== undefined) await context.redis.set(sidKey(context, providerId, sid), userId, 'EX', keptForSeconds);
}

/** Returns the id of the user who signed in under a provider's session id. */
export async function userOfProviderSession(
  context: SessionContext,
  providerId: string,
  sid: string,
): Promise<string | undefined> {
  return (await context.redis.get(sidKey(context, providerId, sid))) ?? undefined;
}

/** Returns the provider session that is stored in a session. */
export function providerOf(session: { [other: string]: unknown } | null): ProviderSession | undefined {
  // Written by the API alone, in this form.
  return session?.provider as ProviderSession | undefined;
}

/**
 * Ends the sessions of these users that began at a provider, and closes their sockets; with `sid` only those that it
 * names. Returns the number of them.
 */
export async function endProviderSessions(
  context: SessionContext,
  providerId: string,
  userIds: readonly string[],
  sid?: string,
): Promise<number> {
  let ended = 0;
  for (const userId of userIds) {
    for (const { id, session } of await listSessionsOf(context, userId)) {
      const provider = providerOf(session);
      if (provider?.providerId !== providerId || (sid !== undefined && provider.sid !== sid)) continue;
      await endSession(context, id);
      ended += 1;
    }
  }
  return ended;
}
