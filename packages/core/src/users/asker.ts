/** Who asked for something that is made later, as they are when it is made. */
import type { JobPayload } from '@parley/contracts/jobs';
import { findAccount } from '@parley/db/users/users';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { apiKeyCallerNow } from './api-keys/caller.ts';

/** Nobody in particular, somebody of the team, or a key of theirs. */
export type Asker = Pick<JobPayload<'ai-suggestions'>, 'userId' | 'keyId'>;

/** A key may be kept to less than whom it belongs to. */
export const askerOf = ({ user, key }: Pick<StaffCaller, 'user' | 'key'>) => ({
  userId: user.id,
  ...(key && { keyId: key.id }),
});

/** Undefined where their account is deactivated or gone, or the key counts no more. */
export async function askerNow(
  context: Pick<Context, 'db' | 'settings'>,
  { userId, keyId }: Asker & { userId: string },
): Promise<StaffCaller | undefined> {
  if (keyId !== undefined) return apiKeyCallerNow(context, keyId, '');
  const account = await findAccount(context.db, userId);
  return account?.isActive ? { kind: 'staff', user: account.user, sessionId: '' } : undefined;
}
