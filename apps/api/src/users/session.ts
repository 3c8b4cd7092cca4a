/** Beginning, renewing and ending the session behind a request. */
import type { SignInMethod } from '@parley/contracts/sign-in';
import type { Context } from '@parley/core/context';
import { deviceCookieName, rememberDevice } from '@parley/core/users/known-device';
import { sessionCookieName } from '@parley/core/session-cookie';
import { sessionLifetimeSeconds } from '@parley/core/sessions';
import type { Account } from '@parley/db/users/users';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieLifetimeMs } from './session-store.ts';

/** Of what a browser calls itself. */
const agentMaxLength = 300;

/** Signs in: a new session id, whatever the browser brought, so that nobody can have planted one. */
export async function beginSession(
  context: Pick<Context, 'secrets'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  method: SignInMethod,
): Promise<void> {
  await request.session.regenerate();
  const now = Date.now();
  Object.assign(request.session, {
    userId: account.user.id,
    epoch: account.sessionEpoch,
    renewedAt: now,
    method,
    signedInAt: now,
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, agentMaxLength),
  });
  markDevice(context, request, reply, account);
}

/** The account knows this browser again from now on, under its present password. */
export function markDevice(
  { secrets }: Pick<Context, 'secrets'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): void {
  reply.setCookie(deviceCookieName, rememberDevice(secrets, account, deviceOf(request)), {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: cookieLifetimeMs / 1000,
  });
}

/** The device cookie that the browser brought. */
export const deviceOf = ({ cookies }: FastifyRequest): string | undefined => cookies[deviceCookieName];

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
