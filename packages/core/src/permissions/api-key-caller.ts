/** Authenticates calls with an API key. */
import { type ApiKeyPermission, apiKeyUseNotedSeconds } from '@parley/contracts/users/api-keys';
import { forUsersOnly } from '@parley/contracts/permissions/permissions';
import { Problem } from '@parley/contracts/problems';
import type { Rights } from '@parley/contracts/permissions/rights';
import { findApiKey, noteApiKeyUse, type StoredApiKey } from '@parley/db/users/api-keys';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { isOverdue } from './second-factor-due.ts';
import { dueOf } from './second-factor-due.ts';
import { builtInRights, type UserCaller, rightsOf } from './rights.ts';
import { apiKeyHash, isWellFormed } from './api-key-format.ts';

/** Replaces the session's id for API keys, in limits and in ending sockets. */
export const apiKeySession = (id: string): string => `key ${id}`;

/**
 * Returns the caller of an API key. The key is looked up for each call, so that an ended key is refused at once, in
 * every process.
 *
 * @throws Problem `key_refused` with the reason: unknown, ended, expired, or its owner's account deactivated or without
 * the second factor that it must have by now
 */
export async function apiKeyCaller(context: KeyContext, text: string, address: string): Promise<StaffCaller> {
  const key = isWellFormed(text) ? await findApiKey(context.db, { hash: apiKeyHash(text) }) : undefined;
  if (!key) throw new Problem('key_refused', 'There is no such API key.');
  const why = await whyRefused(context, key);
  if (why !== undefined) throw new Problem('key_refused', why);
  noteUse(context, key);
  return asCaller(context, key, address);
}

/** Returns the present caller of a key; undefined if the key is no longer valid. */
export async function apiKeyCallerNow(
  context: Pick<Context, 'db' | 'settings'>,
  id: string,
  address: string,
): Promise<StaffCaller | undefined> {
  const key = await findApiKey(context.db, { id });
  return key && (await whyRefused(context, key)) === undefined ? asCaller(context, key, address) : undefined;
}

type KeyContext = Pick<Context, 'db' | 'log' | 'settings'>;

/** Runs in the background; a failure refuses nothing. */
function noteUse({ db, log }: Pick<KeyContext, 'db' | 'log'>, { id, lastUsedAt }: StoredApiKey): void {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < apiKeyUseNotedSeconds * 1000) return;
  noteApiKeyUse(db, id, apiKeyUseNotedSeconds).catch((error: unknown) =>
    log.warn({ err: error }, 'the use of an API key was not noted'),
  );
}

async function whyRefused(
  context: Pick<Context, 'settings'>,
  { kind, user, endedAt, expiresAt, isOwnerActive, secondFactorAt }: StoredApiKey,
): Promise<string | undefined> {
  if (endedAt) return 'This API key has been ended.';
  if (expiresAt && expiresAt.getTime() <= Date.now()) return 'This API key has expired.';
  if (!isOwnerActive) return 'The account that this API key belongs to is deactivated.';
  const isPersons = kind === 'personal';
  return isPersons && isOverdue({ secondFactorDue: await dueOf(context, { user, secondFactorAt }) })
    ? 'The account that this API key belongs to has to set up a second factor first.'
    : undefined;
}

async function asCaller(
  context: Pick<Context, 'db' | 'settings'>,
  key: StoredApiKey,
  address: string,
): Promise<StaffCaller> {
  const { id, kind, name, permissions, callsPerMinute, user } = key;
  // A service has the permissions that it was given.
  const owner = kind === 'service' ? { user, rights: builtInRights({ role: 'admin' }) } : { user };
  return {
    kind: 'staff',
    user,
    rights: narrowed(await rightsOf(context, owner), key),
    sessionId: apiKeySession(id),
    address,
    key: { id, kind, name, permissions, callsPerMinute },
  };
}

/** Limits the owner's rights to those of the key. */
const narrowed = (rights: Rights, { permissions, websiteIds }: StoredApiKey): Rights => ({
  ...rights,
  // `permissions` already includes what settings add to a built-in role.
  builtIn: null,
  permissions: rights.permissions.filter((each) => permissions.includes(each) && !forUsersOnly.has(each)),
  ...(websiteIds && { withinWebsiteIds: websiteIds }),
});

/** @throws Problem `forbidden` naming what the key lacks; callers without a key always pass */
export function refuseKeyWithout({ key }: Pick<UserCaller, 'key'>, permissions: readonly ApiKeyPermission[]): void {
  const lacking = key && permissions.find((permission) => !key.permissions.includes(permission));
  if (lacking) throw new Problem('forbidden', `This API key lacks the permission “${lacking}”.`);
}
