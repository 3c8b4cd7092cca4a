import { rateLimits } from '@parley/contracts/limits';
import { Problem } from '@parley/contracts/problems';
import * as routes from '@parley/contracts/routes/auth';
import { login } from '@parley/core/people/login';
import { isUnclaimed, register } from '@parley/core/people/register';
import { readUser } from '@parley/core/people/users';
import { addressOf, tellingLimiter } from '../plugins/rate-limits.ts';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';
import { beginSession, deviceOf, leaveSession } from './session.ts';

export const accountRoutes: RegisterRoutes = (app, { context, limiter, config }) => {
  handle(app, routes.currentUser, async ({ caller }) => {
    if (!caller) throw new Problem('signed_out', 'Nobody is signed in.');
    return readUser(context, caller.user.id);
  });

  handle(app, routes.registration, async () => ({ isFirst: await isUnclaimed(context) }));

  handle(app, routes.login, async ({ body, request, reply }) => {
    const attempt = { ...body, address: addressOf(request), device: deviceOf(request) };
    const account = await login({ ...context, log: request.log }, tellingLimiter(limiter, reply), attempt);
    await beginSession(context, request, reply, account);
    request.log.info({ userId: account.user.id }, 'signed in');
    return account.user;
  });

  const registrations = { name: 'registration', by: 'address', ...rateLimits.registrationPerAddress } as const;
  handle(
    app,
    routes.register,
    async ({ body, request, reply }) => {
      const account = await register(context, config.REGISTRATION, body);
      await beginSession(context, request, reply, account);
      request.log.info({ userId: account.user.id }, 'registered');
      return account.user;
    },
    { limits: [registrations] },
  );

  handle(app, routes.logout, async ({ request, reply }) => leaveSession(request, reply));
};
