/** Signing in by identity providers, and the ones there are. */
import { provenPath, type SignInRefusal } from '@parley/contracts/users/identity-providers';
import { rateLimits } from '@parley/contracts/routes/limits';
import { Problem } from '@parley/contracts/problems';
import * as routes from '@parley/contracts/routes/identity-providers';
import { stepUpAtProvider } from '@parley/contracts/routes/sign-in';
import { endByProvider } from '@parley/core/sign-in/back-channel';
import { rememberProviderSession } from '@parley/core/sign-in/provider-sessions';
import {
  addIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from '@parley/core/sign-in/providers';
import { readOutcome, testIdentityProvider } from '@parley/core/sign-in/test-provider';
import { SignInRefused } from '@parley/core/sign-in/refused';
import { finishSignIn, startSignIn } from '@parley/core/sign-in/sign-in';
import { newBrowserToken, transactionSeconds } from '@parley/core/sign-in/transactions';
import { lostDependency } from '@parley/service/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { handleRoute } from '../handle-route.ts';
import { readForm } from '../plugins/bodies.ts';
import { addressOf } from '../plugins/rate-limits.ts';
import { redirectTo } from '../redirect.ts';
import type { RegisterRoutes } from '../routes.ts';
import { markProven, signIn } from './session.ts';

/** Names the browser that has left for a provider, in which alone the sign-in comes back. */
const browserCookieName = 'parley_sign_in';
const cookiePath = '/api/sign-in';

const testing = { name: 'integration_test', by: 'caller', max: 20, perSeconds: 60 } as const;
const signingIn = { name: 'provider_sign_in', by: 'address', ...rateLimits.providerSignInPerAddress } as const;
const loggingOut = { name: 'provider_logout', by: 'address', ...rateLimits.providerLogoutPerAddress } as const;

/**
 * Identifies a browser that signs out at its provider. The cookie lasts as long as the sign-out, so that two tabs
 * signing out both return.
 */
function leavingBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const browser = request.cookies[browserCookieName] ?? newBrowserToken();
  reply.setCookie(browserCookieName, browser, {
    path: cookiePath,
    httpOnly: true,
    // Lax: it comes back by a link of the provider's page.
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: transactionSeconds,
  });
  return browser;
}

export const providerRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listIdentityProviders, async ({ caller }) => listIdentityProviders(context, caller));
  handleRoute(app, routes.addIdentityProvider, async ({ body, caller }) => addIdentityProvider(context, caller, body));
  handleRoute(app, routes.updateIdentityProvider, async ({ params, body, caller }) =>
    updateIdentityProvider(context, caller, params.id, body),
  );
  handleRoute(app, routes.deleteIdentityProvider, async ({ params, caller }) =>
    deleteIdentityProvider(context, caller, params.id),
  );
  handleRoute(
    app,
    routes.testIdentityProvider,
    async ({ params, caller }) => testIdentityProvider(context, caller, params.id),
    { limits: [testing] },
  );

  handleRoute(
    app,
    routes.startProviderTest,
    async ({ params, caller, request, reply }) => {
      const browser = leavingBrowser(request, reply);
      const tests = { userId: caller.user.id };
      return { url: await startSignIn(context, params.id, { browser, returnTo: '/', tests }) };
    },
    { limits: [testing] },
  );
  handleRoute(app, routes.readProviderTest, async ({ params, caller }) => readOutcome(context, caller, params.id));

  handleRoute(
    app,
    routes.startProviderSignIn,
    async ({ params, body, request, reply }) => {
      const browser = leavingBrowser(request, reply);
      return { url: await startSignIn(context, params.id, { browser, returnTo: body.returnTo ?? '/' }) };
    },
    { limits: [signingIn] },
  );

  handleRoute(
    app,
    stepUpAtProvider,
    async ({ caller, request, reply }) => {
      const { provider } = request.session;
      if (!provider) throw new Problem('not_found', 'This session did not begin at a sign-in service.');
      const proves = { userId: caller.user.id, sessionId: caller.sessionId, since: Date.now() };
      const browser = leavingBrowser(request, reply);
      return { url: await startSignIn(context, provider.providerId, { browser, returnTo: provenPath, proves }) };
    },
    { limits: [signingIn] },
  );

  handleRoute(
    app,
    routes.finishProviderSignIn,
    async ({ params, request, reply }) => {
      const back = (path: string) => redirectTo(reply, `${context.publicUrl}${path}`, 303);
      const refuse = (reason: SignInRefusal, at = '/auth') => back(`${at}?refused=${reason}`);
      const start = request.url.indexOf('?');
      const answer = {
        query: start < 0 ? '' : request.url.slice(start),
        browser: request.cookies[browserCookieName],
        address: request.ip,
      };
      try {
        const finished = await finishSignIn(context, params.id, answer);
        if ('tested' in finished) return await back(`/settings?tab=sso&tested=${finished.tested}`);
        if ('proven' in finished) {
          // Another browser's session, or a later one of this browser.
          const { userId, sessionId } = request.session;
          const isTheirs = userId === finished.proven.userId && sessionId === finished.proven.sessionId;
          if (!isTheirs) return await refuse('expired', provenPath);
          await markProven(context, request);
          return await back(provenPath);
        }
        const { account, provider, session, returnTo } = finished;
        const factorAsked = provider.trustedForSecondFactor;
        const entered = await signIn(context, request, reply, account, 'oidc', { factorAsked });
        request.session.provider = session;
        reply.clearCookie(browserCookieName, { path: cookiePath });
        const step = new URLSearchParams({ step: 'second', to: returnTo });
        if ('secondStep' in entered) return await back(`/auth?${step.toString()}`);
        await rememberProviderSession(context, session, account.user.id);
        request.log.info({ userId: account.user.id, provider: params.id }, 'signed in');
        return await back(returnTo);
      } catch (error) {
        // People see a page, not a problem: they have come by a link.
        if (!(error instanceof SignInRefused)) {
          if (lostDependency(error)) return refuse('unavailable');
          throw error;
        }
        const refused = { provider: params.id, reason: error.reason, address: addressOf(request) };
        if (error.pending && request.session.userId === undefined) request.session.pendingIdentity = error.pending;
        request.log.warn({ ...refused, err: error.cause }, 'sign-in refused');
        return refuse(error.reason, error.isProof ? provenPath : undefined);
      }
    },
    { limits: [signingIn] },
  );

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, readForm);
    handleRoute(
      scope,
      routes.providerLogout,
      async ({ params, body, request }) => {
        const ended = await endByProvider(context, params.id, body.logout_token);
        request.log.info({ provider: params.id, ended }, 'signed out at the provider');
      },
      { limits: [loggingOut] },
    );
  });
};
