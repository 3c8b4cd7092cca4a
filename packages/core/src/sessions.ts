/**
 * Staff sessions in Redis. The API writes them through @fastify/session, the gateway reads them at the upgrade, and
 * people's rules end them. Each user's sessions are indexed, so that all of them can be ended at once.
 */
import { hash } from 'node:crypto';
import type { SecurityConfig } from '@parley/contracts/settings/settings';
import type { StaffSession } from '@parley/contracts/users/second-factors';
import type { SignInRecord } from '@parley/contracts/users/sign-in';
import { deleteDevicesOf } from '@parley/db/users/push-devices';
import { publishControl, type Context } from './context.ts';

/** Content of a session; the cookie part belongs to @fastify/session. */
export interface SessionData extends Partial<SignInRecord> {
  userId?: string;
  [other: string]: unknown;
}

type SessionContext = Pick<Context, 'redis' | 'prefix'>;

const sessionKey = (context: SessionContext, id: string): string => `${context.prefix}:session:${id}`;
const indexKey = (context: SessionContext, userId: string): string => `${context.prefix}:user-sessions:${userId}`;

/** The index outlives every session in it by at least this much; stale ids in it are harmless. */
const indexTtlSeconds = 400 * 24 * 3600;

const hour = 3600;

const lifetimes: Record<SecurityConfig['sessionTimeout'], number> = {
  '1h': hour,
  '8h': 8 * hour,
  '24h': 24 * hour,
  never: 400 * 24 * hour,
};

/** How many seconds a session lives on after its last use. */
export async function sessionLifetimeSeconds({ settings }: Pick<Context, 'settings'>): Promise<number> {
  return lifetimes[(await settings.read()).securityConfig.sessionTimeout];
}

const longest: Record<SecurityConfig['sessionLifetime'], number> = {
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  never: Number.POSITIVE_INFINITY,
};

/** Whether a session has lasted as long as any may, however much it was used. */
export async function isOutlived(
  { settings }: Pick<Context, 'settings'>,
  { signedInAt }: { signedInAt?: number | undefined },
): Promise<boolean> {
  const { sessionLifetime } = (await settings.read()).securityConfig;
  return signedInAt !== undefined && Date.now() - signedInAt > longest[sessionLifetime] * 1000;
}

/** Restarts the lifetime of a session that was used. An ended one stays ended. */
export async function renewSession(context: SessionContext & Pick<Context, 'settings'>, id: string): Promise<void> {
  await context.redis.expire(sessionKey(context, id), await sessionLifetimeSeconds(context));
}

/** Reads a session; null once it has ended. */
export async function readSession(context: SessionContext, id: string): Promise<SessionData | null> {
  const text = await context.redis.get(sessionKey(context, id));
  return text ? (JSON.parse(text) as SessionData) : null;
}

/**
 * Stores a session for `ttlSeconds` and indexes it by its user. Only a new one is created: a call that took long, such as
 * a slow upload, must not bring back a session that ended under it.
 */
export async function writeSession(
  context: SessionContext,
  id: string,
  session: SessionData,
  { ttlSeconds, isNew }: { ttlSeconds: number; isNew: boolean },
): Promise<void> {
  // The index comes first: a session that can't be found and ended must never exist.
  if (session.userId) {
    const index = indexKey(context, session.userId);
    await context.redis.sadd(index, id);
    await context.redis.expire(index, indexTtlSeconds);
  }
  const key = sessionKey(context, id);
  const text = JSON.stringify(session);
  if (isNew) await context.redis.set(key, text, 'EX', ttlSeconds);
  else await context.redis.set(key, text, 'EX', ttlSeconds, 'XX');
}

/** The sessions of a user that go on. */
export async function listSessionsOf(
  context: SessionContext,
  userId: string,
): Promise<{ id: string; session: SessionData }[]> {
  const found: { id: string; session: SessionData }[] = [];
  for (const id of await context.redis.smembers(indexKey(context, userId))) {
    const session = await readSession(context, id);
    if (session) found.push({ id, session });
  }
  return found;
}

type EndContext = SessionContext & Pick<Context, 'db' | 'publisher'>;

/** Ends one session, closes its sockets and removes its device, which outlives a session that only timed out. */
export async function endSession(context: EndContext, id: string): Promise<void> {
  const session = await readSession(context, id);
  await context.redis.del(sessionKey(context, id));
  if (session?.userId) {
    await context.redis.srem(indexKey(context, session.userId), id);
    await deleteDevicesOf(context.db, session.userId, { session: publicId(id) });
    await publishControl(context, { type: 'end_session', sessionId: id });
  }
}

/**
 * Ends every session of a user, closes their sockets and removes their devices, except those of `exceptId`: users who
 * change their own password stay signed in.
 */
export async function endSessionsOf(context: EndContext, userId: string, exceptId?: string): Promise<void> {
  // Those of sessions that have timed out, too.
  await deleteDevicesOf(context.db, userId, exceptId === undefined ? {} : { except: publicId(exceptId) });
  const index = indexKey(context, userId);
  const ids = (await context.redis.smembers(index)).filter((id) => id !== exceptId);
  for (const id of ids) {
    await context.redis.del(sessionKey(context, id));
    await context.redis.srem(index, id);
  }
  await publishControl(context, {
    type: 'end_sessions',
    userId,
    ...(exceptId === undefined ? {} : { exceptSession: exceptId }),
  });
}

/** Returns a session's id for display: its own id, which its cookie contains, must stay secret. */
export const publicId = (id: string): string => hash('sha256', id, 'base64url').slice(0, 22);

/** Returns a user's valid sessions, the last used first. `epoch` is the account's. */
export async function listSessions(
  context: SessionContext,
  { userId, epoch, currentId }: { userId: string; epoch: number; currentId: string },
): Promise<StaffSession[]> {
  const ids = await context.redis.smembers(indexKey(context, userId));
  const found = await Promise.all(ids.map(async (id) => ({ id, session: await readSession(context, id) })));
  return found
    .flatMap(({ id, session }) => (session?.userId === userId && session['epoch'] === epoch ? [{ id, session }] : []))
    .toSorted((one, other) => usedAt(other.session) - usedAt(one.session))
    .map(({ id, session }) => ({
      id: publicId(id),
      isCurrent: id === currentId,
      method: session.method ?? null,
      signedInAt: session.method && session.signedInAt ? new Date(session.signedInAt).toISOString() : null,
      lastUsedAt: usedAt(session) > 0 ? new Date(usedAt(session)).toISOString() : null,
      address: session.address ?? null,
      agent: session.agent ?? null,
    }));
}

const usedAt = ({ renewedAt }: SessionData): number => (typeof renewedAt === 'number' ? renewedAt : 0);

/** Ends a user's session by its public id; returns false if there is none. */
export async function endSessionCalled(context: EndContext, userId: string, called: string): Promise<boolean> {
  const ids = await context.redis.smembers(indexKey(context, userId));
  const id = ids.find((each) => publicId(each) === called);
  if (id === undefined) return false;
  await endSession(context, id);
  return true;
}
