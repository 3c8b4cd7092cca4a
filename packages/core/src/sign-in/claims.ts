/** Reads a provider's claims about a person. */
import { isObject } from '@parley/contracts/json';
import type { StoredProvider } from '@parley/db/sign-in/providers';

/** Claims that are used. */
export interface ProviderClaims {
  subject: string;
  /** The provider's own session. */
  sid?: string;
  email?: string;
  /** True only if the provider confirms it. */
  isEmailVerified: boolean;
  name?: string;
  username?: string;
  /** Undefined where roles do not follow groups, or the claim could not be read. */
  groups?: string[];
  /**
   * Reason why the groups could not be read: the claim is missing, or stored elsewhere, as with Microsoft's for too
   * many groups.
   */
  groupsUnread?: 'missing' | 'elsewhere';
}

interface Claims {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

const groupsMax = 5_000;

/**
 * Reads the ID token and the provider's userinfo. The address and its verification are taken from the same of the two:
 * neither proves the other's.
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
  const groups = asks ? (listOf(at(idToken, groupsClaim)) ?? listOf(at(userInfo, groupsClaim))) : undefined;
  const unread = [idToken, userInfo].some((each) => isElsewhere(each, groupsClaim)) ? 'elsewhere' : 'missing';
  return {
    subject: idToken.sub,
    isEmailVerified: isVerified(ofEmail),
    ...(sid !== undefined && { sid }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username }),
    ...(groups && { groups }),
    ...(asks && !groups && { groupsUnread: unread }),
  };
}

/** Microsoft uses a claim of its own, "email domain owner verified", which applications have to request. */
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

/** Returns true if a claim is stored elsewhere, as with Microsoft's for too many groups. */
function isElsewhere(claims: Claims | undefined, name: string): boolean {
  const elsewhere = claims?.['_claim_names'];
  return (isObject(elsewhere) && Object.hasOwn(elsewhere, name)) || String(claims?.['hasgroups']) === 'true';
}

/**
 * Returns a claim by its name, or by its path: Keycloak has roles at `realm_access.roles`, and those of a client at
 * `resource_access.<client>.roles`, where a client's name may have points itself.
 */
function at(claims: unknown, name: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let point = name.indexOf('.'); point >= 0; point = name.indexOf('.', point + 1)) {
    const part = name.slice(0, point);
    const found = Object.hasOwn(claims, part) ? at(claims[part], name.slice(point + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * Returns the names of groups: from a list, a single name, or the keys of an object, as Zitadel sends roles. Undefined
 * for other values.
 */
function listOf(value: unknown): string[] | undefined {
  if (isObject(value)) return Object.keys(value).slice(0, groupsMax);
  const list: unknown[] | undefined = Array.isArray(value) ? value : typeof value === 'string' ? [value] : undefined;
  return list?.filter((each) => typeof each === 'string').slice(0, groupsMax);
}
