/** API keys as people make and end them. */
import {
  type ApiKey,
  apiKeyCallsPerMinute,
  type ApiKeyDraft,
  apiKeysMax,
  type NewApiKey,
} from '@parley/contracts/users/api-keys';
import { permissions as everything } from '@parley/contracts/permissions/permissions';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as keys from '@parley/db/users/api-keys';
import { listWebsites } from '@parley/db/websites/websites';
import { publishControl, type Context } from '../../context.ts';
import type { StaffCaller } from '../../callers.ts';
import { recordAudit } from '../../audit/record.ts';
import { assertMayGrant, assertMayHave } from '../roles.ts';
import { apiKeySession } from '../../permissions/api-key-caller.ts';
import { apiKeyHash, newApiKey, shownPrefix } from '../../permissions/api-key-format.ts';
import { refuseWithout } from '../../permissions/permissions.ts';

/** The caller's own. */
export const listOwnApiKeys = async ({ db }: Pick<Context, 'db'>, { user }: StaffCaller): Promise<ApiKey[]> =>
  keys.listApiKeys(db, user.id);

/** Returns the keys of all users, and those of services. */
export async function listApiKeys(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<ApiKey[]> {
  await refuseWithout(context, caller, 'keys.manage');
  return keys.listApiKeys(context.db);
}

/**
 * Creates a key that acts as the caller, or as a service under the key's name. The key is returned only this once; its
 * hash is stored.
 *
 * @throws Problem `invalid` for a time in the past and an unknown website, `forbidden` for a permission that the caller
 * lacks, `conflict` for too many keys
 */
export async function addApiKey(
  context: Context,
  caller: StaffCaller,
  kind: ApiKey['kind'],
  draft: ApiKeyDraft,
): Promise<NewApiKey> {
  if (kind === 'service') await refuseWithout(context, caller, 'keys.manage');
  const { permissions, websiteIds = null, callsPerMinute = apiKeyCallsPerMinute.default } = draft;
  const name = draft.name.trim();
  const expiresAt = draft.expiresAt ? new Date(draft.expiresAt) : null;
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw fieldProblem('invalid', 'expiresAt', localize('time_past'));
  // A service sees every conversation of its websites.
  const refuseBeyond = kind === 'service' ? assertMayGrant : assertMayHave;
  await refuseBeyond(
    context,
    caller,
    everything.filter((each) => permissions.includes(each)),
  );
  await assertWebsites(context, websiteIds);
  const key = newApiKey();
  const stored = await context.db.transaction().execute(async (db) => {
    const owned = await keys.countApiKeys(db, kind === 'service' ? null : caller.user.id);
    if (owned >= apiKeysMax) throw new Problem('conflict', localize('too_many_api_keys', { max: apiKeysMax }));
    const userId = kind === 'service' ? await keys.insertService(db, name) : caller.user.id;
    const id = await keys.insertApiKey(db, {
      userId,
      name,
      hash: apiKeyHash(key),
      prefix: shownPrefix(key),
      permissions,
      websiteIds,
      callsPerMinute,
      createdBy: caller.user.id,
      expiresAt,
    });
    await recordAudit({ db }, caller, {
      action: 'api_key.added',
      subject: { type: 'api_key', id },
      details: { kind, name, prefix: shownPrefix(key), permissions, websiteIds, callsPerMinute, expiresAt },
    });
    return (await keys.listApiKeys(db, userId)).find((each) => each.id === id);
  });
  if (!stored) throw noSuchKey();
  return { ...stored, key };
}

async function assertWebsites({ db }: Pick<Context, 'db'>, websiteIds: readonly string[] | null): Promise<void> {
  if (!websiteIds) return;
  const known = new Set((await listWebsites(db)).map(({ id }) => id));
  if (!websiteIds.every((id) => known.has(id)))
    throw fieldProblem('invalid', 'websiteIds', localize('no_such_website'));
}

/**
 * Ends a key and its sockets at once; with `onlyOwn`, one of the caller's.
 *
 * @throws Problem `not_found` for one that is unknown, ended, or another user's
 */
export async function endApiKey(
  context: Context,
  caller: StaffCaller,
  id: string,
  { onlyOwn }: { onlyOwn: boolean },
): Promise<void> {
  if (!onlyOwn) await refuseWithout(context, caller, 'keys.manage');
  await context.db.transaction().execute(async (db) => {
    const ended = await keys.endApiKey(db, id, onlyOwn ? caller.user.id : undefined);
    if (!ended) throw noSuchKey();
    await recordAudit({ db }, caller, {
      action: 'api_key.ended',
      subject: { type: 'api_key', id },
      details: { name: ended.name, userId: ended.userId },
    });
  });
  await publishControl(context, { type: 'end_session', sessionId: apiKeySession(id) });
}

const noSuchKey = () => new Problem('not_found', localize('no_such_api_key'));
