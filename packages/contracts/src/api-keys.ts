/** API keys: how one looks, what it may, and which of that a route asks for. */
import * as Type from 'typebox';
import type { Route } from './route.ts';
import { Id, Name, Nullable, OneOf, Strict, Timestamp } from './schema.ts';
import { forPeopleAlone, type Permission, permissions } from './permissions.ts';

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
/** That a key can be kept to. */
export const apiKeyWebsitesMax = 100;
/** Calls that a key may make in a minute, all at once if need be. */
export const apiKeyCallsPerMinute = { default: 600, max: 6_000 } as const;
/** When a key was used last is written down this often at most. */
export const apiKeyUseNotedSeconds = 60;

/** What a key may do with what it is permitted: `read` calls that change nothing, `write` all others. */
export const apiKeyModes = ['read', 'write'] as const;
export type ApiKeyMode = (typeof apiKeyModes)[number];

/**
 * What a key may be given: a mode, and the permissions that people have, but for those that are for people alone. It never
 * may more than whom it belongs to.
 */
export type ApiKeyPermission = ApiKeyMode | Permission;
export const apiKeyPermissions: readonly ApiKeyPermission[] = [
  ...apiKeyModes,
  ...permissions.filter((each) => !forPeopleAlone.has(each)),
];
export const ApiKeyPermission = OneOf(apiKeyPermissions);

/** Whether a key may call a route, given what the route asks for. */
export const takesKeys = ({ byKey, permission }: Pick<Route, 'byKey' | 'permission'>): boolean =>
  byKey !== false && (!permission || permission === 'signed_in' || !forPeopleAlone.has(permission));

/** What a key needs to call a route; all of it. */
export function permissionsOf({
  method,
  access,
  permission,
}: Pick<Route, 'method' | 'access' | 'permission'>): ApiKeyPermission[] {
  const mode = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  return access === 'staff' && permission && permission !== 'signed_in' ? [mode, permission] : [mode];
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
    /** The websites to whose conversations and customers it is kept; null for one that is not. */
    websiteIds: Nullable(Type.Array(Id)),
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
    examples: [['read', 'write', 'conversations.read', 'conversations.reply']],
  }),
  /** Null for a key that sees the conversations of whatever websites, and those of none. */
  websiteIds: Type.Optional(Nullable(Type.Array(Id, { minItems: 1, maxItems: apiKeyWebsitesMax, uniqueItems: true }))),
  callsPerMinute: Type.Optional(
    Type.Integer({ minimum: 1, maximum: apiKeyCallsPerMinute.max, default: apiKeyCallsPerMinute.default }),
  ),
  /** Null for a key that holds until it is ended. */
  expiresAt: Type.Optional(Nullable(Timestamp)),
});
export type ApiKeyDraft = Type.Static<typeof ApiKeyDraft>;
