/** Who calls with an API key. */
import { type ApiKeyPermission, apiKeyUseNotedSeconds } from '@parley/contracts/api-keys';
import { Problem } from '@parley/contracts/problems';
import { findApiKey, noteApiKeyUse, type StoredApiKey } from '@parley/db/users/api-keys';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { apiKeyHash, isWellFormed } from './format.ts';

/** What stands for the session of a call by a key, in limits and in what ends sockets. */
export const apiKeySession = (id: string): string => `key ${id}`;

/**
 * Who calls with this key. It is looked up for each call, so that what has ended is dead at once, in every process.
 *
 * @throws Problem `key_refused` saying why: unknown, ended, expired, or its owner's account deactivated
 */
export async function apiKeyCaller(context: KeyContext, text: string, address: string): Promise<StaffCaller> {
  const key = isWellFormed(text) ? await findApiKey(context.db, { hash: apiKeyHash(text) }) : undefined;
  if (!key) throw new Problem('key_refused', 'There is no such API key.');
  const why = whyRefused(key);
  if (why !== undefined) throw new Problem('key_refused', why);
  noteUse(context, key);
  return asCaller(key, address);
}

/** Whether a key still counts. */
export async function isApiKeyValid({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> {
  const key = await findApiKey(db, { id });
  return key !== undefined && whyRefused(key) === undefined;
}

type KeyContext = Pick<Context, 'db' | 'log'>;

/** Nobody waits for it, and nothing is refused because of it. */
function noteUse({ db, log }: KeyContext, { id, lastUsedAt }: StoredApiKey): void {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < apiKeyUseNotedSeconds * 1000) return;
  noteApiKeyUse(db, id, apiKeyUseNotedSeconds).catch((error: unknown) =>
    log.warn({ err: error }, 'the use of an API key was not noted'),
  );
}

function whyRefused({ endedAt, expiresAt, isOwnerActive }: StoredApiKey): string | undefined {
  if (endedAt) return 'This API key has been ended.';
  if (expiresAt && expiresAt.getTime() <= Date.now()) return 'This API key has expired.';
  return isOwnerActive ? undefined : 'The account that this API key belongs to is deactivated.';
}

/**
 * A key may no more than its owner and than it was given: whoever asks for the role sees an administrator only where both
 * are one.
 */
function asCaller({ id, kind, name, permissions, callsPerMinute, user }: StoredApiKey, address: string): StaffCaller {
  const isOwnerAdmin = kind === 'service' || user.role === 'admin';
  const role = isOwnerAdmin && permissions.includes('admin') ? 'admin' : 'representative';
  return {
    kind: 'staff',
    user: { ...user, role },
    sessionId: apiKeySession(id),
    address,
    key: { id, kind, name, permissions, callsPerMinute, isOwnerAdmin },
  };
}

/** @throws Problem `forbidden` naming what the key lacks; nobody without a key lacks anything here */
export function refuseKeyWithout({ key }: Pick<StaffCaller, 'key'>, permissions: readonly ApiKeyPermission[]): void {
  const lacking = key && permissions.find((permission) => !key.permissions.includes(permission));
  if (lacking) throw new Problem('forbidden', `This API key lacks the permission “${lacking}”.`);
}
