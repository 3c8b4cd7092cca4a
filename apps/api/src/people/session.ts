/** Beginning, renewing and ending the session behind a request. */
import type { User } from '@parley/contracts/entities';
import type { Context } from '@parley/core/context';
import { sessionCookieName } from '@parley/core/session-cookie';
import { sessionLifetimeSeconds } from '@parley/core/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieLifetimeMs } from './session-store.ts';

/** Signs in: a new session id, whatever the browser brought, so that nobody can have planted one. */
export async function beginSession(
  request: FastifyRequest,
  account: { user: User; sessionEpoch: number },
): Promise<void> {
  await request.session.regenerate();
  request.session.userId = account.user.id;
  request.session.epoch = account.sessionEpoch;
  request.session.renewedAt = Date.now();
}

/** The lifetime counts from the last use: after a tenth of it has passed, cookie and record get a new one. */
export async function renewSession(context: Context, { session }: FastifyRequest): Promise<void> {
  const lifetimeMs = (await sessionLifetimeSeconds(context)) * 1000;
  if (Date.now() - (session.renewedAt ?? 0) < lifetimeMs / 10) return;
  session.options({ maxAge: cookieLifetimeMs });
  session.renewedAt = Date.now();
}

/** Signs out; fine when nobody is signed in. */
export async function leaveSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session.userId !== undefined) await request.session.destroy();
  reply.clearCookie(sessionCookieName, { path: '/' });
}
