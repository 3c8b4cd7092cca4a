import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Returns the id of the user that a subject of a provider belongs to. */
export async function findIdentity(
  db: Database,
  identity: { providerId: string; subject: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('providerIdentities')
    .select('userId')
    .where('providerId', '=', identity.providerId)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  return row?.userId;
}

/**
 * Links a subject of a provider to a user. Returns false, and changes nothing, if either is already linked to another.
 */
export async function insertIdentity(
  db: Database,
  identity: { providerId: string; subject: string; userId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('providerIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Stores the current time as the identity's last sign-in. */
export async function markIdentityUsed(db: Database, identity: { providerId: string; subject: string }): Promise<void> {
  await db
    .updateTable('providerIdentities')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('providerId', '=', identity.providerId)
    .where('subject', '=', identity.subject)
    .execute();
}

/** Returns the ids of all users that have signed in through a provider. */
export async function listUsersOf(db: Database, providerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('providerIdentities')
    .select('userId')
    .where('providerId', '=', providerId)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Forgets who is who at a provider: its subjects mean nothing any more. */
export async function deleteIdentitiesOf(db: Database, providerId: string): Promise<void> {
  await db.deleteFrom('providerIdentities').where('providerId', '=', providerId).execute();
}

/** Deletes a user's links to all identity providers. Returns their number. */
export async function deleteIdentitiesOfUser(db: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('providerIdentities').where('userId', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether an active administrator has a password or a passkey to sign in with. */
export async function hasAdministratorCredentials(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('users as account')
    .select('account.id')
    .where('account.role', '=', 'admin')
    .where('account.kind', '=', 'person')
    .where('account.isActive', '=', true)
    .where((eb) =>
      eb.or([
        eb('account.hasPassword', '=', true),
        eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'account.id')),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true if any admin, or this one, can sign in through an active provider and has done so before. */
export async function canAdministratorSignIn(db: Database, userId?: string): Promise<boolean> {
  let query = db
    .selectFrom('providerIdentities as identity')
    .innerJoin('identityProviders as provider', 'provider.id', 'identity.providerId')
    .innerJoin('users as account', 'account.id', 'identity.userId')
    .select('account.id')
    .where('provider.isActive', '=', true)
    .where('account.isActive', '=', true)
    .where('account.role', '=', 'admin')
    .limit(1);
  if (userId !== undefined) query = query.where('account.id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}
