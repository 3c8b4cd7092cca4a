/** Looks up the requester of a delayed task with their present rights. */
import type { JobPayload } from '@parley/contracts/jobs';
import { findAccount } from '@parley/db/users/users';
import { noSession, type StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { apiKeyCallerNow } from './api-key-caller.ts';

/** No requester, a user, or one of their API keys. */
export type Requester = Pick<JobPayload<'ai-suggestions'>, 'userId' | 'keyId'>;

/** A key may have fewer rights than its owner. */
export const requesterOf = ({ user, key }: Pick<StaffCaller, 'user' | 'key'>) => ({
  userId: user.id,
  ...(key && { keyId: key.id }),
});

/** Returns undefined if the account is deactivated or deleted, or the key is no longer valid. */
export async function currentRequester(
  context: Pick<Context, 'db' | 'settings'>,
  { userId, keyId }: Requester & { userId: string },
): Promise<StaffCaller | undefined> {
  if (keyId !== undefined) return apiKeyCallerNow(context, keyId, '');
  const account = await findAccount(context.db, userId);
  return account?.isActive ? { kind: 'staff', user: account.user, sessionId: noSession } : undefined;
}
