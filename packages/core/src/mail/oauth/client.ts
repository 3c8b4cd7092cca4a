/** Requests to a provider's endpoints, through the guarded client alone. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as oidc from 'openid-client';
import type { ExternalContext } from '../../external/services.ts';
import { guardedFetch } from '../../sign-in/client.ts';
import type { ProviderAccess } from './providers.ts';

const timeoutSeconds = 10;
/** Discovered endpoints are used for this long. */
const keptForMs = 10 * 60_000;
const keptMax = 100;
const kept = new Map<string, { server: oidc.ServerMetadata; until: number }>();

type ClientContext = Pick<ExternalContext, 'external'>;

/** Tokens as a provider returned them. */
export interface Tokens {
  accessToken: string;
  /** Null if the one before stays valid. */
  refreshToken: string | null;
  expiresAt: Date;
}

/** Lifetime of a token if the provider names none. */
const usualSeconds = 3600;

export function tokensOf(answer: oidc.TokenEndpointResponse): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: new Date(Date.now() + (answer.expires_in ?? usualSeconds) * 1000),
  };
}

/** Returns the client of a registration. @throws Problem `unavailable`, `other_side_failed` */
export async function oauthClient(context: ClientContext, access: ProviderAccess): Promise<oidc.Configuration> {
  const { allowPrivate } = context.external.addresses;
  const server = access.server instanceof URL ? await discovered(context, access, access.server) : access.server;
  const secret = access.clientSecret;
  const configuration = new oidc.Configuration(
    server,
    access.clientId,
    undefined,
    // In the body, which every provider takes.
    secret === '' ? oidc.None() : oidc.ClientSecretPost(secret),
  );
  configuration[oidc.customFetch] = guardedFetch(context);
  configuration.timeout = timeoutSeconds;
  if (allowPrivate) oidc.allowInsecureRequests(configuration);
  return configuration;
}

async function discovered(context: ClientContext, access: ProviderAccess, issuer: URL): Promise<oidc.ServerMetadata> {
  const known = kept.get(issuer.href);
  if (known && known.until > Date.now()) return known.server;
  const found = await oidc
    .discovery(issuer, access.clientId, undefined, undefined, {
      execute: context.external.addresses.allowPrivate ? [oidc.allowInsecureRequests] : [],
      timeout: timeoutSeconds,
      [oidc.customFetch]: guardedFetch(context),
    })
    .catch((error: unknown) => {
      throw asOauthProblem(access, error);
    });
  const server = found.serverMetadata();
  if (kept.size >= keptMax) kept.clear();
  kept.set(issuer.href, { server, until: Date.now() + keptForMs });
  return server;
}

/** The provider's code of a refusal (RFC 6749, section 5.2); null for any other failure. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError ? error.error : null;

/** Codes by which a provider says that consent has ended, and asking again changes nothing. */
const ended = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'access_denied']);
/** Returns true if the provider refuses for good, so that an admin has to consent again. */
export const isConsentEnded = (error: unknown): boolean => ended.has(refusalOf(error) ?? '');

/** Returns the problem that a caller reads; never the provider's text, which may contain a token. */
export function asOauthProblem({ name }: Pick<ProviderAccess, 'name'>, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = refusalOf(error);
  if (code !== null) {
    return new Problem('other_side_failed', localize('provider_answered', { name, error: code.slice(0, 100) }), {
      cause: error,
    });
  }
  return new Problem('unavailable', localize('provider_unavailable', { name }), { cause: error, retryAfterSeconds: 5 });
}
