/** Removes a user's credentials when a directory takes the account away. */
import type { Transaction } from '@parley/db/database';
import { deleteIdentitiesOfUser } from '@parley/db/sign-in/identities';
import { deleteFactors } from '@parley/db/sign-in/second-factors';
import { endApiKeysOf } from '@parley/db/users/api-keys';
import { removePassword } from '@parley/db/users/users';

/**
 * Removes the password with every open link to a new one, second factors, recovery codes and personal API keys. The
 * identity at a provider stays, because the provider decides whether they still sign in there; unless the directory has
 * deleted the account: then the next person with this address is a different one. Returns the removed credentials, for
 * the audit log.
 *
 * `passwordHash` is of a password that nobody knows.
 */
export async function removeCredentials(
  transaction: Transaction,
  userId: string,
  { passwordHash, isDeleted }: { passwordHash: string; isDeleted: boolean },
): Promise<{ credentials: 'removed'; apiKeys: string[] }> {
  await removePassword(transaction, userId, passwordHash);
  await deleteFactors(transaction, userId);
  if (isDeleted) await deleteIdentitiesOfUser(transaction, userId);
  return { credentials: 'removed', apiKeys: await endApiKeysOf(transaction, userId) };
}
