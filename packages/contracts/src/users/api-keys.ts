/** API keys: how one looks, what it may, and which of that a route asks for. */
import * as Type from 'typebox';
import type { Route } from '../route.ts';
import { Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { forUsersOnly, type Permission, permissions } from '../permissions/permissions.ts';

/**
 * Prefix of every key, by which users and secret scanners recognise one:
 * `\bparley_[0-9A-Za-z]{49}\b`, the last six of which are the CRC-32 of the others.
 */
export const apiKeyPrefix = 'parley_';
/** Base62 of 256 random bits, and of their CRC-32. */
export const apiKeyRandomLength = 43;
export const apiKeyChecksumLength = 6;
/** Number of first characters that stay readable, to recognise a key by. */
export const apiKeyShownLength = apiKeyPrefix.length + 6;

export const apiKeyNameMaxLength = 60;
/** Maximum number of personal keys per user, and of service keys per installation. */
export const apiKeysMax = 50;
/** Maximum number of websites that a key can be restricted to. */
export const apiKeyWebsitesMax = 100;
/** Calls that a key may make in a minute, all at once if need be. */
export const apiKeyCallsPerMinute = { default: 600, max: 6_000 } as const;
/** When a key was used last is written down this often at most. */
export const apiKeyUseNotedSeconds = 60;

/** Modes of a key: `read` allows calls that change nothing, `write` allows all others. */
export const apiKeyModes = ['read', 'write'] as const;
export type ApiKeyMode = (typeof apiKeyModes)[number];

/**
 * Permissions that a key can have: a mode, and the permissions of users except `forUsersOnly`. A key never has more
 * rights than its owner.
 */
export type ApiKeyPermission = ApiKeyMode | Permission;
export const apiKeyPermissions: readonly ApiKeyPermission[] = [
  ...apiKeyModes,
  ...permissions.filter((each) => !forUsersOnly.has(each)),
];
export const ApiKeyPermission = OneOf(apiKeyPermissions);

/** Whether a key may call a route, given what the route asks for. */
export const takesKeys = ({ byKey, permission }: Pick<Route, 'byKey' | 'permission'>): boolean =>
  byKey !== false && (!permission || permission === 'signed_in' || !forUsersOnly.has(permission));

/** Returns all permissions that a key needs to call a route. */
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
    /** Websites that the key is restricted to, with their conversations and customers; null for no restriction. */
    websiteIds: Nullable(Type.Array(Id)),
    callsPerMinute: Type.Integer({ minimum: 1, maximum: apiKeyCallsPerMinute.max }),
    createdAt: Timestamp,
    expiresAt: Nullable(Timestamp),
    /** Accurate to a minute; null before the first call. */
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
