/** What a provider says of somebody. */
import type { StoredProvider } from '@parley/db/sign-in/providers';

/** What of it counts. */
export interface ProviderClaims {
  subject: string;
  /** The provider's own session. */
  sid?: string;
  email?: string;
  /** Only where the provider itself says so. */
  isEmailVerified: boolean;
  name?: string;
  username?: string;
  /** Undefined where roles do not follow groups, or the provider does not say them itself. */
  groups?: string[];
}

interface Claims {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

const groupsMax = 5_000;

/**
 * Reads the ID token, and beside it what the provider's userinfo endpoint has answered. The address and whether it is
 * verified are taken from the same of the two: neither proves what the other has said.
 */
export function readClaims(
  { groupsClaim, groupRoles }: Pick<StoredProvider, 'groupsClaim' | 'groupRoles'>,
  idToken: Claims,
  userInfo: Claims | undefined,
): ProviderClaims {
  const claim = (name: string): unknown => idToken[name] ?? userInfo?.[name];
  const text = (name: string): string | undefined => textOf(claim(name));
  const ofEmail = textOf(idToken['email']) === undefined ? (userInfo ?? idToken) : idToken;
  const email = textOf(ofEmail['email']);
  const given = [text('given_name'), text('family_name')].filter((part) => part !== undefined).join(' ');
  const name = text('name') ?? (given === '' ? undefined : given);
  const username = text('preferred_username');
  const sid = textOf(idToken['sid']);
  const asks = groupsClaim !== '' && groupRoles.length > 0;
  const groups =
    asks && !isElsewhere(idToken, groupsClaim)
      ? listOf(at(idToken, groupsClaim) ?? at(userInfo, groupsClaim))
      : undefined;
  return {
    subject: idToken.sub,
    isEmailVerified: isVerified(ofEmail),
    ...(sid !== undefined && { sid }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username }),
    ...(groups && { groups }),
  };
}

/** Microsoft says it by a claim of its own, "email domain owner verified", which its applications have to ask for. */
function isVerified(claims: Claims): boolean {
  const { email_verified: verified, xms_edov: domainVerified } = claims;
  // JumpCloud, Cognito and others send it as a text.
  return (
    verified === true ||
    verified === 'true' ||
    domainVerified === true ||
    domainVerified === 1 ||
    domainVerified === '1'
  );
}

/** Whether a claim is to be asked for elsewhere, as Microsoft says of groups that are too many: then nothing is known of it. */
function isElsewhere(claims: Claims, name: string): boolean {
  const elsewhere = claims['_claim_names'];
  return typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere;
}

/** Returns a claim by its name, or by its path: Keycloak has roles at `realm_access.roles`. */
function at(claims: Claims | undefined, name: string): unknown {
  if (claims && Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (found, part) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, part)
          ? Reflect.get(found, part)
          : undefined,
      claims,
    );
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Names of groups: a list, a single name, or an object that has them as its keys, as Zitadel sends roles. */
const listOf = (value: unknown): string[] =>
  [typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : value]
    .flat()
    .filter((each) => typeof each === 'string')
    .slice(0, groupsMax);
