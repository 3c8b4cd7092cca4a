import { rateLimits } from '@parley/contracts/routes/limits';
import { Problem } from '@parley/contracts/problems';
import { effective } from '@parley/contracts/permissions/permissions';
import * as routes from '@parley/contracts/routes/auth';
import { recordAudit } from '@parley/core/audit/record';
import { canMailAccounts } from '@parley/core/users/account-mails';
import { login } from '@parley/core/users/login';
import { isUnclaimed, register } from '@parley/core/users/register';
import { rightsOf } from '@parley/core/permissions/rights';
import { listSignInProviders } from '@parley/core/sign-in/providers';
import { providerSignOutUrl } from '@parley/core/sign-in/sign-in';
import { readUser } from '@parley/core/users/users';
import { addressOf, limiterWithHeaders } from '../plugins/rate-limits.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';
import { beginSession, deviceOf, leaveSession, signedInUser, signIn } from './session.ts';

export const accountRoutes: RegisterRoutes = (app, { context, limiter, config }) => {
  handleRoute(app, routes.currentUser, async ({ caller, request }) => {
    if (!caller) throw new Problem('signed_out', 'Nobody is signed in.');
    const due = request.secondFactorDue;
    const [user, rights] = await Promise.all([readUser(context, caller.user.id), rightsOf(context, caller)]);
    return { ...user, rights: effective(rights), ...(due && { secondFactorDue: due.toISOString() }) };
  });

  handleRoute(app, routes.registration, async () => {
    const [isFirst, mailsPasswordLinks, providers, { signInConfig }] = await Promise.all([
      isUnclaimed(context),
      canMailAccounts(context),
      listSignInProviders(context),
      context.settings.read(),
    ]);
    return { isFirst, mailsPasswordLinks, providers, passwords: !signInConfig.onlyProviders };
  });

  handleRoute(app, routes.login, async ({ body, request, reply }) => {
    const attempt = { ...body, address: addressOf(request), device: deviceOf(request) };
    const account = await login({ ...context, log: request.log }, limiterWithHeaders(limiter, reply), attempt);
    const answer = await signIn(context, request, reply, account, 'password');
    request.log.info({ userId: account.user.id }, 'secondStep' in answer ? 'second step asked for' : 'signed in');
    return answer;
  });

  const registrations = { name: 'registration', by: 'address', ...rateLimits.registrationPerAddress } as const;
  handleRoute(
    app,
    routes.register,
    async ({ body, request, reply }) => {
      const account = await register(context, config.REGISTRATION, body);
      await beginSession(context, request, reply, account, body.invitation ? 'invitation' : 'registration');
      request.log.info({ userId: account.user.id }, 'registered');
      return signedInUser(context, account);
    },
    { limits: [registrations] },
  );

  handleRoute(app, routes.logout, async ({ caller, request, reply }) => {
    if (caller) {
      await recordAudit(context, caller, { action: 'user.signed_out', subject: { type: 'user', id: caller.user.id } });
    }
    const { provider } = request.session;
    await leaveSession(request, reply);
    const url = provider && (await providerSignOutUrl(context, provider));
    if (url !== undefined) return { url };
    await reply.code(204).send();
    return null;
  });
};
