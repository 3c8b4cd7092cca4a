/** Makes sure that an admin can still sign in. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Database } from '@parley/db/database';
import { canAdministratorSignIn, hasAdministratorCredentials } from '@parley/db/sign-in/identities';
import type { Context } from '../context.ts';

/**
 * Refuses a change after which the administrators that are left have nothing to sign in with.
 *
 * @throws Problem `conflict`
 */
export async function refuseLockOut(transaction: Database, { settings }: Pick<Context, 'settings'>): Promise<void> {
  const { onlyProviders } = (await settings.read()).signInConfig;
  if (!onlyProviders && (await hasAdministratorCredentials(transaction))) return;
  if (await canAdministratorSignIn(transaction)) return;
  throw new Problem('conflict', localize(onlyProviders ? 'would_lock_out' : 'last_admin'));
}
