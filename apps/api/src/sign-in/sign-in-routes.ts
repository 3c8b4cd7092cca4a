/** Steps between the password and the session, and the ways to reset a forgotten password. */
import { signInLimits } from '@parley/contracts/users/limits';
import { Problem } from '@parley/contracts/problems';
import * as routes from '@parley/contracts/routes/sign-in';
import { type PasskeyPurpose, provePasskey, requestPasskey } from '@parley/core/sign-in/passkeys';
import {
  endPasskeysAfterReset,
  makePasswordLink,
  requestPasswordLink,
  setForgottenPassword,
} from '@parley/core/sign-in/password-links';
import { refuseWithoutPasswords } from '@parley/core/users/only-providers';
import { rememberProviderSession } from '@parley/core/sign-in/provider-sessions';
import { proveSecondFactor, secondStepKinds } from '@parley/core/sign-in/second-step';
import { proveAgain } from '@parley/core/sign-in/step-up';
import { wrongCode } from '@parley/core/sign-in/wrong-code';
import { findAccount } from '@parley/db/users/users';
import { handleRoute } from '../handle-route.ts';
import { addressOf, limiterWithHeaders } from '../plugins/rate-limits.ts';
import type { RegisterRoutes } from '../routes.ts';
import { beginSession, begunSignIn, deviceOf, markProven, signedInUser, signIn } from '../users/session.ts';

const passkeyRequests = { name: 'passkey_request', by: 'address', ...signInLimits.passkeyRequestPerAddress } as const;
const passkeyLogins = { name: 'passkey_login', by: 'address', ...signInLimits.wrongCodePerAddress } as const;

export const signInRoutes: RegisterRoutes = (app, { context, limiter }) => {
  handleRoute(app, routes.secondStep, async ({ request }) => {
    const begun = await begunSignIn(context, request);
    return { secondStep: begun ? await secondStepKinds(context, begun.account.user.id) : [] };
  });

  handleRoute(app, routes.finishLogin, async ({ body, request, reply }) => {
    const begun = await begunSignIn(context, request);
    if (!begun) throw new Problem('signed_out', 'Begin with your password again: this took too long.');
    const { account, method } = begun;
    const { provider } = request.session;
    const attempt = {
      account,
      sessionId: request.session.sessionId,
      address: addressOf(request),
      device: deviceOf(request),
    };
    await proveSecondFactor(context, limiterWithHeaders(limiter, reply), attempt, body, 'second-step').catch(
      (error: unknown) => {
        request.log.warn({ account: account.user.id, address: attempt.address }, 'second step refused');
        throw error;
      },
    );
    if (method === 'reset') await endPasskeysAfterReset(context, account, body, attempt.address);
    await beginSession(context, request, reply, account, method);
    if (provider) {
      request.session.provider = provider;
      await rememberProviderSession(context, provider, account.user.id);
    }
    request.log.info({ userId: account.user.id }, 'signed in');
    return signedInUser(context, account);
  });

  handleRoute(
    app,
    routes.passkeyRequest,
    async ({ request }) => {
      const begun = await begunSignIn(context, request);
      const purpose: PasskeyPurpose = begun
        ? { kind: 'second-step', userId: begun.account.user.id, sessionId: request.session.sessionId }
        : { kind: 'sign-in' };
      return requestPasskey(context, purpose);
    },
    { limits: [passkeyRequests] },
  );

  handleRoute(
    app,
    routes.passkeyLogin,
    async ({ body, request, reply }) => {
      await refuseWithoutPasswords(context);
      const account = await findAccount(context.db, await provePasskey(context, body, { kind: 'sign-in' }));
      if (!account?.isActive) throw wrongCode();
      await beginSession(context, request, reply, account, 'passkey');
      request.log.info({ userId: account.user.id }, 'signed in');
      return signedInUser(context, account);
    },
    { limits: [passkeyLogins] },
  );

  handleRoute(app, routes.requestPasswordLink, async ({ body, request, reply }) => {
    await refuseWithoutPasswords(context);
    return requestPasswordLink(context, limiterWithHeaders(limiter, reply), {
      email: body.email,
      address: addressOf(request),
    });
  });

  handleRoute(app, routes.setForgottenPassword, async ({ body, request, reply }) => {
    await refuseWithoutPasswords(context);
    const { token, newPassword } = body;
    const account = await setForgottenPassword(context, limiterWithHeaders(limiter, reply), {
      token,
      newPassword,
      address: addressOf(request),
    });
    request.log.info({ userId: account.user.id }, 'forgotten password reset');
    return signIn(context, request, reply, account, 'reset');
  });

  handleRoute(app, routes.makePasswordLink, async ({ params, caller }) => makePasswordLink(context, caller, params.id));

  handleRoute(app, routes.stepUp, async ({ body, caller, request, reply }) => {
    const proof = { proof: body, address: addressOf(request), device: deviceOf(request) };
    await proveAgain(context, caller, limiterWithHeaders(limiter, reply), proof);
    await markProven(context, request);
  });

  handleRoute(app, routes.stepUpPasskeyRequest, async ({ caller }) =>
    requestPasskey(context, { kind: 'step-up', userId: caller.user.id, sessionId: caller.sessionId }),
  );
};
