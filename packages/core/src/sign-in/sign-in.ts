/**
 * Signing in by a provider: OpenID Connect, authorization code with PKCE.
 * https://www.rfc-editor.org/rfc/rfc9700
 */
import { providerAddresses, type SignInRefusal } from '@parley/contracts/users/identity-providers';
import { Problem } from '@parley/contracts/problems';
import { findIdentity } from '@parley/db/sign-in/identities';
import { findProvider, type StoredProvider } from '@parley/db/sign-in/providers';
import type { Account } from '@parley/db/users/users';
import * as oidc from 'openid-client';
import type { ExternalContext } from '../external/services.ts';
import { accountOf } from './account.ts';
import { asProviderProblem, configurationOf } from './client.ts';
import { type ProviderClaims, readClaims } from './claims.ts';
import { idTokenMaxLength, type ProviderSession } from './provider-sessions.ts';
import { unknownProvider } from './providers.ts';
import { SignInRefused } from './refused.ts';
import { keepOutcome, outcomeOf, outcomeOfFailure } from './test-provider.ts';
import { keepTransaction, type SignInTransaction, takeTransaction } from './transactions.ts';

/** Browser that leaves for the provider, and the purpose of the sign-in. */
type Leaving = Pick<SignInTransaction, 'returnTo' | 'proves' | 'tests'> & { browser: string };

/**
 * Returns the provider's URL for a sign-in. `browser` identifies the browser when it returns. A user who has to prove
 * their identity again must sign in at the provider even if they are signed in there.
 *
 * @throws Problem `not_found`, `unavailable` and `other_side_failed` when the provider can't be asked
 */
export async function startSignIn(
  context: ExternalContext,
  providerId: string,
  { browser, ...leaving }: Leaving,
): Promise<string> {
  const provider = await providerFor(context, providerId, leaving);
  if (!provider) throw unknownProvider();
  const configuration = await configurationOf(context, provider);
  const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  await keepTransaction(context, state, browser, { providerId, codeVerifier, nonce, ...leaving });
  const { callback } = providerAddresses(context.publicUrl, providerId);
  const address = oidc.buildAuthorizationUrl(configuration, {
    response_type: 'code',
    redirect_uri: callback,
    scope: [...new Set(['openid', ...provider.scopes])].join(' '),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(leaving.proves && { prompt: 'login', max_age: '0' }),
  });
  return address.href;
}

/** Finished sign-in through a provider. */
export interface SignedIn {
  account: Account;
  provider: Pick<StoredProvider, 'id' | 'name' | 'trustedForSecondFactor'>;
  session: ProviderSession;
  returnTo: string;
}

/** Session of a user who has proved their identity again. */
export interface Proven {
  proven: { userId: string; sessionId: string };
}

/** A test that has come to its end. */
export interface Tested {
  tested: string;
}

/**
 * Finishes a sign-in through a provider: once, in the browser that started it, with an ID token of that provider for
 * this sign-in. Creates an account if the provider may, and assigns the roles of its groups.
 *
 * A user who had to prove their identity again is not signed in, but returned as `proven` if they have signed in at the
 * provider since. An admin's test is returned as `tested`.
 *
 * `query` is that of the callback address, with its question mark, or empty.
 *
 * @throws SignInRefused with the reason that the sign-in page shows
 */
export async function finishSignIn(
  context: ExternalContext,
  providerId: string,
  { query, browser, address }: { query: string; browser: string | undefined; address: string },
): Promise<SignedIn | Proven | Tested> {
  const answered = new URL(providerAddresses(context.publicUrl, providerId).callback);
  answered.search = query;
  const state = answered.searchParams.get('state') ?? undefined;
  const transaction = await takeTransaction(context, state, browser);
  if (state === undefined || transaction?.providerId !== providerId) throw new SignInRefused('expired');
  const provider = await providerFor(context, providerId, transaction);
  if (!provider) throw new SignInRefused('expired');
  const { proves, tests } = transaction;
  const asked = claimsOf(context, provider, answered, { ...transaction, state });
  if (tests) {
    const outcome = await asked.then(
      ({ claims }) => outcomeOf(context, provider, claims),
      (error: unknown) => outcomeOfFailure(provider, error),
    );
    await keepOutcome(context, tests.userId, providerId, outcome);
    return { tested: providerId };
  }
  const { claims, idToken, signedInAt } = await asked.catch((error: unknown) => {
    throw asRefusal(provider, error, proves);
  });
  if (proves) {
    if (signedInAt < proves.since - clockSkewMs) throw refusedProof('not_again');
    const identity = { providerId: provider.id, subject: claims.subject };
    if ((await findIdentity(context.db, identity)) !== proves.userId) throw refusedProof('bound');
    return { proven: proves };
  }
  const account = await accountOf(context, provider, claims, address);
  const { sid } = claims;
  return {
    account,
    provider,
    session: {
      providerId,
      ...(sid !== undefined && { sid }),
      ...(idToken.length <= idTokenMaxLength && { idToken }),
    },
    returnTo: transaction.returnTo,
  };
}

/** Redeems the code, and reads the claims about its user. */
async function claimsOf(
  context: ExternalContext,
  provider: StoredProvider,
  answered: URL,
  { codeVerifier, nonce, state }: { codeVerifier: string; nonce: string; state: string },
): Promise<{ claims: ProviderClaims; idToken: string; signedInAt: number }> {
  const configuration = await configurationOf(context, provider);
  const tokens = await oidc.authorizationCodeGrant(configuration, answered, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new SignInRefused('untrusted');
  const asked = configuration.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : undefined;
  const signedInAt = typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : 0;
  return { claims: readClaims(provider, claims, asked), idToken: tokens.id_token, signedInAt };
}

/** Clocks differ, and providers count in seconds. */
const clockSkewMs = 30_000;

function refusedProof(reason: SignInRefusal): SignInRefused {
  const refused = new SignInRefused(reason);
  refused.isProof = true;
  return refused;
}

function asRefusal(provider: StoredProvider, error: unknown, proves: SignInTransaction['proves']): SignInRefused {
  const refused = refusalOf(provider, error);
  refused.isProof = proves !== undefined;
  return refused;
}

function refusalOf(provider: StoredProvider, error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error;
  if (error instanceof oidc.AuthorizationResponseError) {
    const isCancelled = error.error === 'access_denied';
    const isAway = error.error === 'temporarily_unavailable' || error.error === 'server_error';
    return new SignInRefused(isCancelled ? 'cancelled' : isAway ? 'unavailable' : 'untrusted', { cause: error });
  }
  const { code } = asProviderProblem(provider, error);
  return new SignInRefused(code === 'unavailable' ? 'unavailable' : 'untrusted', { cause: error });
}

async function activeProvider(context: ExternalContext, id: string): Promise<StoredProvider | undefined> {
  const provider = await findProvider(context.db, id);
  return provider?.isActive ? provider : undefined;
}

/** A provider that is tested may be switched off still. */
const providerFor = async (
  context: ExternalContext,
  id: string,
  { tests }: Pick<SignInTransaction, 'tests'>,
): Promise<StoredProvider | undefined> => (tests ? findProvider(context.db, id) : activeProvider(context, id));

/** Returns the name of the session's provider; undefined if it is switched off. */
export async function providerName(context: ExternalContext, session: ProviderSession): Promise<string | undefined> {
  return (await activeProvider(context, session.providerId))?.name;
}

/**
 * Returns the sign-out URL of the session's provider, which leads back to the sign-in page; undefined if it has none,
 * or can't be asked for it now.
 */
export async function providerSignOutUrl(
  context: ExternalContext,
  { providerId, idToken }: ProviderSession,
): Promise<string | undefined> {
  const provider = await findProvider(context.db, providerId);
  if (!provider) return undefined;
  try {
    const configuration = await configurationOf(context, provider);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: providerAddresses(context.publicUrl, providerId).afterLogout,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    // The user has signed out here, even if the provider fails.
    if (!(error instanceof Problem)) throw error;
    context.log.warn({ err: error, provider: provider.name }, 'signing out at the provider is not possible');
    return undefined;
  }
}
