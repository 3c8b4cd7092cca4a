/** Beginning, renewing and ending the session behind a request. */
import { effective } from '@parley/contracts/permissions/permissions';
import type { SecondStep, SignedInUser, SignInMethod } from '@parley/contracts/users/sign-in';
import { recordSignIn } from '@parley/core/audit/sign-ins';
import { type Context, publishControl } from '@parley/core/context';
import { reportNewDevice } from '@parley/core/users/account-mails';
import { connectPending } from '@parley/core/sign-in/account';
import { dueOf } from '@parley/core/permissions/second-factor-due';
import { secondStepKinds } from '@parley/core/sign-in/second-step';
import { deviceCookieName, knownDevice, rememberDevice } from '@parley/core/users/known-device';
import { sessionCookieName } from '@parley/core/session-cookie';
import { rightsOf } from '@parley/core/permissions/rights';
import { type Account, findAccount } from '@parley/db/users/users';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieLifetimeMs } from './session-store.ts';

/** Maximum length of the stored user agent. */
const agentMaxLength = 300;

/**
 * Signs in with a new session ID, so that nobody can have planted one. Callers check everything that the account
 * requires; `signIn` does. Sends a mail about a browser that is new to the account, unless the account is new.
 */
export async function beginSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  method: SignInMethod,
  { factorAsked = false }: { factorAsked?: boolean } = {},
): Promise<void> {
  const { pendingIdentity } = request.session;
  const isNew = method === 'registration' || method === 'invitation';
  const isKnown = knownDevice(context.secrets, account, deviceOf(request)) !== undefined;
  await request.session.regenerate();
  const now = Date.now();
  const address = request.ip;
  const agent = (request.headers['user-agent'] ?? '').slice(0, agentMaxLength);
  Object.assign(request.session, {
    userId: account.user.id,
    epoch: account.sessionEpoch,
    renewedAt: now,
    method,
    signedInAt: now,
    address,
    agent,
    ...(factorAsked && { factorAsked }),
  });
  markDevice(context, request, reply, account);
  await recordSignIn(context, account, { method, address });
  await connectPending(context, pendingIdentity, account.user.id, address);
  // A reset tells of itself.
  if (isKnown || isNew || method === 'reset') return;
  await reportNewDevice(context, { userId: account.user.id, address, agent }).catch((error: unknown) =>
    request.log.warn({ err: error }, 'a sign-in in a new browser was not reported'),
  );
}

/**
 * Continues after a right password, link or provider: signs in, or, when the account requires a second step, begins a
 * session without a user until `finishSignIn`. `factorAsked` when a trusted provider has checked one already.
 */
export async function signIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  method: SignInMethod,
  { factorAsked = false }: { factorAsked?: boolean } = {},
): Promise<SignedInUser | SecondStep> {
  if (account.secondFactorAt === null || factorAsked || method === 'passkey') {
    await beginSession(context, request, reply, account, method, { factorAsked });
    return signedInUser(context, account);
  }
  const { pendingIdentity } = request.session;
  await request.session.regenerate();
  const { id: userId } = account.user;
  if (pendingIdentity) request.session.pendingIdentity = pendingIdentity;
  request.session.begun = { userId, epoch: account.sessionEpoch, method };
  reply.code(202);
  return { secondStep: await secondStepKinds(context, userId) };
}

/** Records that the signed-in user has just proved their identity again. */
export async function markProven(context: Pick<Context, 'publisher'>, { session }: FastifyRequest): Promise<void> {
  session.factorAt = Date.now();
  // Before the call is repeated: another process may have a copy of the session as it was.
  await session.save();
  await publishControl(context, { type: 'session_changed', sessionId: session.sessionId });
}

/** Returns the account that waits here for its second step; undefined when there is none, or it has changed since. */
export async function begunSignIn(
  { db }: Pick<Context, 'db'>,
  { session }: FastifyRequest,
): Promise<{ account: Account; method: SignInMethod } | undefined> {
  const { begun } = session;
  const account = begun && (await findAccount(db, begun.userId));
  if (!account?.isActive || account.sessionEpoch !== begun?.epoch) return undefined;
  return { account, method: begun.method };
}

/** The signed-in user as calls answer them. */
export async function signedInUser(context: Pick<Context, 'db' | 'settings'>, account: Account): Promise<SignedInUser> {
  const { user } = account;
  const [due, rights] = await Promise.all([dueOf(context, account), rightsOf(context, { user })]);
  return { ...user, rights: effective(rights), ...(due && { secondFactorDue: due.toISOString() }) };
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

/** The list of sessions tells the last use to within this. The shortest lifetime is an hour. */
const notedAfterMs = 5 * 60_000;

/** The lifetime counts from the last use: after some minutes, less than a tenth of any, cookie and record get a new one. */
export function renewSession({ session }: FastifyRequest): void {
  const now = Date.now();
  if (now - (session.renewedAt ?? 0) < notedAfterMs) return;
  session.options({ maxAge: cookieLifetimeMs });
  session.renewedAt = now;
}

/** Signs out; fine when nobody is signed in. */
export async function leaveSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { userId, begun } = request.session;
  if (userId !== undefined || begun !== undefined) await request.session.destroy();
  reply.clearCookie(sessionCookieName, { path: '/' });
}
