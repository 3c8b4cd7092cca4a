/** By which directories call. */
import { createHash } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import { type NewScimToken, type ScimToken, scimTokensMax } from '@parley/contracts/users/scim';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as tokens from '@parley/db/scim/tokens';
import { randomToken } from '@parley/service/secrets';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import type { DirectoryCaller } from './users.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** Prefix of every token, so that scanners find leaked ones. */
const beginning = 'scim_';
/** So much of it may be seen. */
const prefixLength = beginning.length + 6;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const about = (id: string) => ({ type: 'scim_token', id });

/** Oldest first. */
export async function listScimTokens(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<ScimToken[]> {
  await refuseWithout(context, caller, 'security.manage');
  return tokens.listScimTokens(context.db);
}

/** Creates a token, which is returned only this once and stored as its hash. @throws Problem `conflict` for too many */
export async function addScimToken(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { name, role }: NewScimToken,
): Promise<ScimToken & { token: string }> {
  await refuseWithout(context, caller, 'security.manage');
  if ((await tokens.listScimTokens(context.db)).length >= scimTokensMax) {
    throw new Problem('conflict', localize('too_many_directory_tokens', { max: scimTokensMax }));
  }
  const token = `${beginning}${randomToken()}`;
  const stored = await tokens.insertScimToken(context.db, {
    name: name.trim(),
    role,
    prefix: token.slice(0, prefixLength),
    tokenHash: hashOf(token),
    createdBy: caller.user.id,
  });
  const details = { name: stored.name, prefix: stored.prefix, role };
  await recordAudit(context, caller, { action: 'scim_token.added', subject: about(stored.id), details });
  return { ...stored, token };
}

/** Deletes a token; calls with it are refused from now on. @throws Problem `not_found` */
export async function deleteScimToken(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<void> {
  await refuseWithout(context, caller, 'security.manage');
  const removed = await tokens.deleteScimToken(context.db, id);
  if (!removed) throw new Problem('not_found', localize('no_such_directory_token'));
  const details = { name: removed.name, prefix: removed.prefix };
  await recordAudit(context, caller, { action: 'scim_token.deleted', subject: about(id), details });
}

/** Returns the directory that calls. @throws Problem `signed_out` for an unknown or deleted token */
export async function directoryOf(
  { db }: Pick<Context, 'db'>,
  token: string | undefined,
  address: string,
): Promise<DirectoryCaller> {
  const known = token?.startsWith(beginning) ? await tokens.useScimToken(db, hashOf(token)) : undefined;
  if (!known) throw new Problem('signed_out', 'A directory calls with a token of Settings, Single sign-on.');
  return { kind: 'directory', name: known.name, role: known.role, address };
}
