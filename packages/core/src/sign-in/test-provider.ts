/** Tests a provider before it is used: its answers, and the outcome of a sign-in. */
import { type IdentityProviderTest, providerAddresses } from '@parley/contracts/users/identity-providers';
import { Problem } from '@parley/contracts/problems';
import { englishOf, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import { findProvider, type StoredProvider } from '@parley/db/sign-in/providers';
import { keys } from '@parley/service/redis';
import { randomToken } from '@parley/service/secrets';
import * as oidc from 'openid-client';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import type { ExternalContext } from '../external/services.ts';
import { findSignedIn, roleOf } from './account.ts';
import type { ProviderClaims } from './claims.ts';
import { discover, isClientRefused, shortened, wordsOfFailure } from './client.ts';
import { unknownProvider } from './providers.ts';
import { SignInRefused } from './refused.ts';
import { transactionSeconds } from './transactions.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** Asks a provider for its discovery document and for a token, as a sign-in does. @throws Problem `not_found` */
export async function testIdentityProvider(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
): Promise<IdentityProviderTest> {
  await refuseWithout(context, caller, 'security.manage');
  const provider = await findProvider(context.db, id);
  if (!provider) throw unknownProvider();
  await recordAudit(context, caller, {
    action: 'identity_provider.tested',
    subject: { type: 'identity_provider', id },
  });
  try {
    const configuration = await discover(context, provider);
    await tryClient(context, provider, configuration);
    const signsOut = configuration.serverMetadata().end_session_endpoint !== undefined;
    return { ...answered(localize('provider_found')), success: true, signsOut };
  } catch (error) {
    return { ...answered(wordsOfFailure(provider, error)), success: false, signsOut: false };
  }
}

/** Redeems a made-up code: a provider that knows the client refuses the code, another one the client. */
async function tryClient(
  { publicUrl }: ExternalContext,
  { id }: StoredProvider,
  configuration: oidc.Configuration,
): Promise<void> {
  const asked = {
    code: randomToken(),
    redirect_uri: providerAddresses(publicUrl, id).callback,
    code_verifier: oidc.randomPKCECodeVerifier(),
  };
  try {
    await oidc.genericGrantRequest(configuration, 'authorization_code', asked);
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.status < 500 && !isClientRefused(error)) return;
    throw error;
  }
}

function answered(words: Text): Pick<IdentityProviderTest, 'message' | 'localized'> {
  const localized = localizedOf(words);
  return { message: englishOf(words), ...(localized && { localized }) };
}

/**
 * Returns the outcome that a sign-in with these claims would have. Nobody is signed in, and no account is created or
 * changed.
 */
export async function outcomeOf(
  context: Context,
  provider: StoredProvider,
  claims: ProviderClaims,
): Promise<IdentityProviderTest> {
  const failed = (words: Text) => ({ ...answered(words), success: false, signsOut: false });
  const { name } = provider;
  const email = shortened(claims.email ?? claims.username ?? claims.subject);
  const found = await findSignedIn(context, provider, claims).catch((error: unknown) => {
    if (error instanceof SignInRefused) return error;
    throw error;
  });
  if (found instanceof SignInRefused) {
    if (found.reason === 'domain') return failed(localize('provider_domain_unlisted', { name, email }));
    if (found.reason === 'unproven') {
      return failed(localize(claims.email ? 'provider_email_unverified' : 'provider_no_email', { name, email }));
    }
    return { message: found.message, refusal: found.reason, success: false, signsOut: false };
  }
  const { groups, groupsUnread } = claims;
  if (groupsUnread === 'elsewhere') return failed(localize('provider_groups_elsewhere', { name }));
  if (groupsUnread) return failed(localize('provider_groups_missing', { name, claim: provider.groupsClaim }));
  const mapped = new Set(provider.groupRoles.map(({ group }) => group));
  if (groups && !groups.some((group) => mapped.has(group))) {
    return failed(localize('provider_groups_none', { groups: shortened(groups.join(', ') || '–') }));
  }
  const role = groups ? roleOf(provider, groups) : (found?.user.role ?? provider.role);
  const words = localize(role === 'admin' ? 'provider_signs_in_admin' : 'provider_signs_in', { email });
  return { ...answered(words), success: true, signsOut: false };
}

/** Returns the outcome of a sign-in that failed before the claims were read. */
export const outcomeOfFailure = (provider: StoredProvider, error: unknown): IdentityProviderTest =>
  error instanceof SignInRefused
    ? { message: error.message, refusal: error.reason, success: false, signsOut: false }
    : { ...answered(wordsOfFailure(provider, error)), success: false, signsOut: false };

const keyOf = ({ prefix }: Pick<Context, 'prefix'>, userId: string, providerId: string): string =>
  keys(prefix).key('provider-test', userId, providerId);

/** Stores the outcome of an admin's test, for as long as a sign-in may take. */
export async function keepOutcome(
  context: Pick<Context, 'redis' | 'prefix'>,
  userId: string,
  providerId: string,
  outcome: IdentityProviderTest,
): Promise<void> {
  await context.redis.set(keyOf(context, userId, providerId), JSON.stringify(outcome), 'EX', transactionSeconds);
}

/** Returns the outcome of the caller's last test of a sign-in. @throws Problem `not_found` */
export async function readOutcome(
  context: Pick<Context, 'redis' | 'prefix' | 'db' | 'settings'>,
  caller: StaffCaller,
  providerId: string,
): Promise<IdentityProviderTest> {
  await refuseWithout(context, caller, 'security.manage');
  const { user } = caller;
  const text = await context.redis.get(keyOf(context, user.id, providerId));
  if (text === null) throw new Problem('not_found', localize('no_such_provider'));
  // Written above.
  return JSON.parse(text) as IdentityProviderTest;
}
