/** Sessions that began at a provider, and end with what happens there. */
import { createHash } from 'node:crypto';
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { endSession, listSessionsOf } from '../sessions.ts';

/** What a session remembers of the provider that it began at. */
export interface ProviderSession {
  providerId: string;
  /** The session's id over there, where it has told one. */
  sid?: string;
  /** What it said of the person: shown to it at the sign-out. Left out where it is too long to be kept. */
  idToken?: string;
}

/** Longer ones are not kept; the provider then asks whom it is to sign out. */
export const idTokenMaxLength = 8_000;

type SessionContext = Pick<Context, 'redis' | 'prefix' | 'publisher'>;

/** As long as a session's index lives. */
const keptForSeconds = 400 * 24 * 3600;
const sidKey = ({ prefix }: SessionContext, providerId: string, sid: string): string =>
  keys(prefix).key('provider-session', `${providerId} ${createHash('sha256').update(sid).digest('base64url')}`);

/** Whose a session over there is: a sign-out there may say no more than its id. */
export async function rememberProviderSession(
  context: SessionContext,
  { providerId, sid }: ProviderSession,
  userId: string,
): Promise<void> {
  if (sid !== undefined) await context.redis.set(sidKey(context, providerId, sid), userId, 'EX', keptForSeconds);
}

/** Who has signed in under a session's id over there. */
export async function personOfProviderSession(
  context: SessionContext,
  providerId: string,
  sid: string,
): Promise<string | undefined> {
  return (await context.redis.get(sidKey(context, providerId, sid))) ?? undefined;
}

/** What a session remembers of its provider. */
export function providerOf(session: { [other: string]: unknown } | null): ProviderSession | undefined {
  // Written by the API alone, in this form.
  return session?.provider as ProviderSession | undefined;
}

/**
 * Ends the sessions of these people that began at a provider, and closes their sockets; with `sid` those alone that it
 * names. Answers how many.
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
