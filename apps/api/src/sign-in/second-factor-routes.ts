import * as routes from '@parley/contracts/routes/second-factors';
import * as factors from '@parley/core/sign-in/factors';
import { providerName } from '@parley/core/sign-in/sign-in';
import { handleRoute } from '../handle-route.ts';
import { limiterWithHeaders } from '../plugins/rate-limits.ts';
import type { RegisterRoutes } from '../routes.ts';

export const secondFactorRoutes: RegisterRoutes = (app, { context, limiter, sessionCache }) => {
  handleRoute(app, routes.getSecondFactors, async ({ caller, request }) => {
    const { provider } = request.session;
    const name = provider && (await providerName(context, provider));
    return { ...(await factors.readSecondFactors(context, caller)), ...(name !== undefined && { provider: name }) };
  });

  handleRoute(app, routes.beginTotp, async ({ caller }) => factors.beginTotp(context, caller));
  handleRoute(app, routes.confirmTotp, async ({ body, caller, reply }) => {
    const recoveryCodes = await factors.confirmTotp(context, caller, limiterWithHeaders(limiter, reply), body.code);
    sessionCache.forget(caller.user.id);
    return { recoveryCodes };
  });
  handleRoute(app, routes.removeTotp, async ({ caller }) => {
    await factors.removeTotp(context, caller);
    sessionCache.forget(caller.user.id);
  });

  handleRoute(app, routes.beginPasskey, async ({ caller }) => factors.beginPasskey(context, caller));
  handleRoute(app, routes.addPasskey, async ({ body, caller }) => {
    const added = await factors.addPasskey(context, caller, body);
    sessionCache.forget(caller.user.id);
    return added;
  });
  handleRoute(app, routes.renamePasskey, async ({ params, body, caller }) =>
    factors.renamePasskey(context, caller, params.passkeyId, body.name),
  );
  handleRoute(app, routes.removePasskey, async ({ params, caller }) => {
    await factors.removePasskey(context, caller, params.passkeyId);
    sessionCache.forget(caller.user.id);
  });

  handleRoute(app, routes.makeRecoveryCodes, async ({ caller }) => ({
    recoveryCodes: await factors.renewRecoveryCodes(context, caller),
  }));

  handleRoute(app, routes.resetSecondFactor, async ({ params, caller }) => {
    await factors.resetSecondFactor(context, caller, params.id);
    sessionCache.forget(params.id);
  });
  handleRoute(app, routes.listTeamFactors, async ({ caller }) => factors.listTeamFactors(context, caller));
};
