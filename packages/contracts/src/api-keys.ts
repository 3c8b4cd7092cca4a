/** API keys: how one looks, what it may, and which of that a route asks for. */
import * as Type from 'typebox';
import type { Route } from './route.ts';
import { Id, Name, Nullable, OneOf, Strict, Timestamp } from './schema.ts';
import { type Permission, RepresentativesMay } from './settings.ts';

/**
 * What every key begins with, so that people and secret scanners know one where they find it:
 * `\bparley_[0-9A-Za-z]{49}\b`, the last six of which are the CRC-32 of the others.
 */
export const apiKeyPrefix = 'parley_';
/** Base62 of 256 random bits, and of their CRC-32. */
export const apiKeyRandomLength = 43;
export const apiKeyChecksumLength = 6;
/** So much of a key is kept readable, to know it by. */
export const apiKeyShownLength = apiKeyPrefix.length + 6;

export const apiKeyNameMaxLength = 60;
/** Of one person, and of the installation's own. */
export const apiKeysMax = 50;
/** Calls that a key may make in a minute, all at once if need be. */
export const apiKeyCallsPerMinute = { default: 600, max: 6_000 } as const;
/** When a key was used last is written down this often at most. */
export const apiKeyUseNotedSeconds = 60;

const granted = Object.keys(RepresentativesMay.properties) as Permission[];

/**
 * What a key may be given: to read what its owner sees, to change what its owner may, what administrators alone may, and
 * each thing that representatives do only where they are let.
 */
export const apiKeyPermissions = ['read', 'write', 'admin', ...granted] as const;
export const ApiKeyPermission = OneOf<ApiKeyPermission[]>([...apiKeyPermissions]);
export type ApiKeyPermission = 'read' | 'write' | 'admin' | Permission;

/** What a key needs to call a route; all of it. */
export function permissionsOf({ method, access, permission }: Pick<Route, 'method' | 'access' | 'permission'>) {
  const needed: ApiKeyPermission[] = [method === 'GET' || method === 'HEAD' ? 'read' : 'write'];
  if (access === 'admin') needed.push('admin');
  if (permission) needed.push(permission);
  return needed;
}

export const apiKeyKinds = ['personal', 'service'] as const;

export const ApiKey = Type.Object(
  {
    id: Id,
    /** `personal` acts as the person it belongs to, `service` as itself. */
    kind: OneOf(apiKeyKinds),
    name: Type.String({ examples: ['Nightly report'] }),
    /** How the key begins. */
    prefix: Type.String({ examples: ['parley_4fK9aZ'] }),
    /** Whom its calls are by: its person, or the key itself under its name. */
    userId: Id,
    userName: Type.String({ examples: ['Ada Byron'] }),
    permissions: Type.Array(ApiKeyPermission),
    callsPerMinute: Type.Integer({ minimum: 1, maximum: apiKeyCallsPerMinute.max }),
    createdAt: Timestamp,
    expiresAt: Nullable(Timestamp),
    /** To the minute; null before its first call. */
    lastUsedAt: Nullable(Timestamp),
  },
  { $id: 'ApiKey' },
);
export type ApiKey = Type.Static<typeof ApiKey>;

/** The key itself, which is never answered again. */
export const NewApiKey = Type.Object({
  ...ApiKey.properties,
  key: Type.String({ examples: [`${apiKeyPrefix}${'0'.repeat(apiKeyRandomLength + apiKeyChecksumLength)}`] }),
});
export type NewApiKey = Type.Static<typeof NewApiKey>;

export const ApiKeyDraft = Strict({
  name: Name({ maxLength: apiKeyNameMaxLength }),
  permissions: Type.Array(ApiKeyPermission, {
    minItems: 1,
    maxItems: apiKeyPermissions.length,
    uniqueItems: true,
    examples: [['read', 'write']],
  }),
  callsPerMinute: Type.Optional(
    Type.Integer({ minimum: 1, maximum: apiKeyCallsPerMinute.max, default: apiKeyCallsPerMinute.default }),
  ),
  /** Null for a key that holds until it is ended. */
  expiresAt: Type.Optional(Nullable(Timestamp)),
});
export type ApiKeyDraft = Type.Static<typeof ApiKeyDraft>;
