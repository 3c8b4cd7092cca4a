/** How a provider is spoken to: discovery, its keys and its endpoints, through the guarded client alone. */
import { Problem } from '@parley/contracts/problems';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import type { StoredProvider } from '@parley/db/sign-in/providers';
import { OutboundError } from '@parley/service/outbound-errors';
import * as oidc from 'openid-client';
import type { ExternalContext } from '../external/services.ts';

/** Discovery results are used for this long; keys are fetched again whenever one is unknown. */
const keptForMs = 10 * 60_000;
const keptMax = 100;
const timeoutSeconds = 10;
const answerMaxBytes = 512 * 1024;

type ClientContext = Pick<ExternalContext, 'external' | 'secrets'>;

/** Configurations by provider and revision: a changed provider is a new entry. */
const kept = new Map<string, { configuration: oidc.Configuration; until: number }>();

/**
 * Returns a provider's discovered configuration. Failures are not cached: the next sign-in tries again.
 *
 * @throws Problem `unavailable` when it can't be reached, `other_side_failed` when its answer can't be trusted
 */
export async function configurationOf(context: ClientContext, provider: StoredProvider): Promise<oidc.Configuration> {
  const key = `${provider.id} ${provider.revision}`;
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.configuration;
  const configuration = await discover(context, provider).catch((error: unknown) => {
    throw asProviderProblem(provider, error);
  });
  if (kept.size >= keptMax) kept.clear();
  kept.set(key, { configuration, until: Date.now() + keptForMs });
  return configuration;
}

/** Asks for a provider's discovery document now; its issuer may end with a slash or not. @throws as `asProviderProblem` reads it */
export async function discover(context: ClientContext, provider: StoredProvider): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const secret = clientSecret === '' ? '' : context.secrets.decrypt(clientSecret);
  const execute = [oidc.enableNonRepudiationChecks];
  // Unencrypted only where the operator lets the product call its own network, which is checked where it is entered.
  if (isUnencrypted(issuer) && context.external.addresses.allowPrivate) execute.push(oidc.allowInsecureRequests);
  const of = (address: string) =>
    oidc.discovery(new URL(address), clientId, undefined, authentication(secret), {
      execute,
      timeout: timeoutSeconds,
      [oidc.customFetch]: guardedFetch(context),
    });
  return of(issuer).catch((error: unknown) => {
    const found = otherIssuer(error);
    // Its tokens must contain the provider's own spelling.
    if (found === undefined || found === issuer || !isSameIssuer(found, issuer)) throw error;
    return of(found);
  });
}

/** Whether two issuers are the same but for one slash at the end, which documents and forms leave out or add. */
export const isSameIssuer = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other);

const withoutSlash = (address: string): string => (address.endsWith('/') ? address.slice(0, -1) : address);

/** The issuer that a discovery document names where another was expected. */
export function otherIssuer(error: unknown): string | undefined {
  const cause: unknown = error instanceof oidc.ClientError ? error.cause : undefined;
  if (!isRecord(cause) || cause['attribute'] !== 'issuer' || !isRecord(cause['body'])) return undefined;
  const { issuer } = cause['body'];
  return typeof issuer === 'string' ? issuer : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export const isUnencrypted = (address: string): boolean => address.startsWith('http://');

/** The secret goes into a header, unless the provider takes it in the body alone. */
function authentication(secret: string): oidc.ClientAuth {
  if (secret === '') return oidc.None();
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret);
    return authenticate(server, client, body, headers);
  };
}

/** Returns a fetch that checks addresses as for any URL that an admin typed in, and follows no redirects. */
export function guardedFetch({ external }: Pick<ExternalContext, 'external'>): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const {
      status,
      headers: answered,
      bytes,
    } = await external.outbound.request(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      // Token endpoints expect a form.
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      ...(signal && { signal }),
      maxBytes: answerMaxBytes,
      maxRedirects: 0,
    });
    const isEmpty = bytes.length === 0 || [101, 204, 205, 304].includes(status);
    return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers: answered });
  };
}

/** The call that failed underneath, if one did. */
function outboundFailure(error: unknown): OutboundError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof OutboundError) return each;
  return undefined;
}

/** Returns true if the provider was unreachable or failing, as opposed to giving an invalid answer. */
function isAway(error: unknown): boolean {
  if (outboundFailure(error)) return true;
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DOMException && each.name === 'TimeoutError') return true;
    if (each.cause instanceof Response) return each.cause.status >= 500;
    if (each instanceof oidc.ResponseBodyError) return each.status >= 500;
  }
  return false;
}

/** Returns the problem shown to the person who signs in; the details are in the cause. */
export function asProviderProblem({ name }: Pick<StoredProvider, 'name'>, error: unknown): Problem {
  if (error instanceof Problem) return error;
  return isAway(error)
    ? new Problem('unavailable', localize('provider_unavailable', { name }), { cause: error, retryAfterSeconds: 5 })
    : new Problem('other_side_failed', localize('provider_untrusted', { name }), { cause: error });
}

/** Returns the reason for the admin who tests the provider: with the host and the details. */
export function wordsOfFailure(provider: Pick<StoredProvider, 'name' | 'issuer'>, error: unknown): Text {
  const { name, issuer } = provider;
  const away = outboundFailure(error);
  if (away) return away.words;
  const found = otherIssuer(error);
  if (found !== undefined) return localize('provider_issuer_differs', { found: shortened(found), expected: issuer });
  if (isClientRefused(error)) return localize('provider_client_refused', { name });
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    const { error: code, error_description: description } = error;
    return localize('provider_answered', { name, error: shortened(description ? `${code}: ${description}` : code) });
  }
  return differingClaim(error) ?? asProviderProblem(provider, error).words;
}

/** Whether a provider knows no client with this id and secret. */
export const isClientRefused = (error: unknown): boolean =>
  (error instanceof oidc.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error)) ||
  error instanceof oidc.WWWAuthenticateChallengeError;

/** The claim of an ID token that is another than expected, as `aud` of a token for another client. */
function differingClaim(error: unknown): Text | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { cause } = each;
    if (!isRecord(cause) || typeof cause['claim'] !== 'string' || !isRecord(cause['claims'])) continue;
    const { claim, claims, expected } = cause;
    return localize('provider_token_differs', { claim, found: textOf(claims[claim]), expected: textOf(expected) });
  }
  return undefined;
}

const textOf = (value: unknown): string =>
  shortened(typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'));

const wordsMax = 200;

/** Shortens texts from strangers. */
export const shortened = (text: string): string => (text.length > wordsMax ? `${text.slice(0, wordsMax)}…` : text);
