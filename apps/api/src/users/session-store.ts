/** The store of @fastify/session over the sessions of core. */
import { callbackify } from 'node:util';
import type { FastifySessionOptions } from '@fastify/session';
import type { OpenContext } from '@parley/core/open-context';
import { secondStepMinutes } from '@parley/contracts/users/limits';
import type { SignInMethod } from '@parley/contracts/users/sign-in';
import { endSession, readSession, type SessionData, sessionLifetimeSeconds, writeSession } from '@parley/core/sessions';
import type { Session } from 'fastify';

/** Account with a proven password, link or provider, before the second step. */
export interface BegunSignIn {
  userId: string;
  /** The account's `session_epoch` then. */
  epoch: number;
  method: SignInMethod;
}

/**
 * Lifetime of the cookie, which only names a record that ends with the session: a socket can renew the record, but no
 * cookie. Browsers keep cookies for at most 400 days, https://www.rfc-editor.org/rfc/rfc6265bis
 */
export const cookieLifetimeMs = 400 * 24 * 3600 * 1000;

/**
 * A dashboard makes its calls in bursts: within one, Redis is asked once. An ended session is dropped when its end is
 * announced, and outlives a lost announcement by less than a second.
 */
const keptForMs = 900;
const keptMax = 10_000;

export function createSessionStore(context: OpenContext): NonNullable<FastifySessionOptions['store']> {
  const kept = new Map<string, { session: Session; until: number }>();

  context.onControl((control) => {
    if (control.type === 'end_session' || control.type === 'session_changed') kept.delete(control.sessionId);
    if (control.type !== 'end_sessions') return;
    for (const [id, { session }] of kept) if (session.userId === control.userId) kept.delete(id);
  });

  /**
   * Returns a blank session for an unknown ID: without one the plugin clears the cookie, and a late answer to a call
   * with an ended session would delete the cookie of a newer sign-in.
   */
  const read = callbackify(async (id: string): Promise<Session> => {
    // Sessions are written only by `set`.
    const session = (await readSession(context, id)) as Session | null;
    if (kept.size >= keptMax) kept.clear();
    if (session) {
      session.isStored = true;
      kept.set(id, { session, until: Date.now() + keptForMs });
    } else kept.delete(id);
    return session ?? ({} as Session);
  });
  /** New sessions that have been written once: from then on they may have ended. */
  const written = new WeakSet<Session>();

  return {
    get(id, done) {
      const known = kept.get(id);
      if (known && known.until > Date.now()) done(null, known.session);
      else read(id, done);
    },
    set: callbackify(async (id: string, session: Session) => {
      kept.delete(id);
      const { userId, cookie, epoch, renewedAt, begun, pendingIdentity } = session;
      const { method, signedInAt, factorAt, factorAsked, address, agent, provider } = session;
      const how = { method, signedInAt, factorAt, factorAsked, address, agent, provider };
      const record = { cookie, epoch, renewedAt, begun, pendingIdentity, ...how };
      // Undefined fields are left out of the JSON.
      await writeSession(context, id, JSON.parse(JSON.stringify({ ...record, userId })) as SessionData, {
        ttlSeconds: begun ? secondStepMinutes * 60 : await sessionLifetimeSeconds(context),
        isNew: session.isStored !== true && !written.has(session),
      });
      written.add(session);
    }),
    destroy: callbackify(async (id: string) => {
      kept.delete(id);
      await endSession(context, id);
    }),
  };
}
