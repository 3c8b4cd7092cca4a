import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Whose account a subject of a provider is. */
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
 * Says who a subject of a provider is; false when either is somebody else's already, which stays so.
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

/** Notes that somebody has signed in by it just now. */
export async function markIdentityUsed(db: Database, identity: { providerId: string; subject: string }): Promise<void> {
  await db
    .updateTable('providerIdentities')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('providerId', '=', identity.providerId)
    .where('subject', '=', identity.subject)
    .execute();
}

/** Who has ever signed in by a provider. */
export async function listPeopleOf(db: Database, providerId: string): Promise<string[]> {
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

/** Forgets who a person is at every provider. Returns how many of their subjects were known. */
export async function deleteIdentitiesOfPerson(db: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('providerIdentities').where('userId', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whether an active administrator has a password or a passkey to sign in with. */
export async function hasAdministratorCredentials(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('users as person')
    .select('person.id')
    .where('person.role', '=', 'admin')
    .where('person.kind', '=', 'person')
    .where('person.isActive', '=', true)
    .where((eb) =>
      eb.or([
        eb('person.hasPassword', '=', true),
        eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'person.id')),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an administrator, or this one, is able to sign in by a provider that is switched on, having done so before. */
export async function canAdministratorSignIn(db: Database, userId?: string): Promise<boolean> {
  let query = db
    .selectFrom('providerIdentities as identity')
    .innerJoin('identityProviders as provider', 'provider.id', 'identity.providerId')
    .innerJoin('users as person', 'person.id', 'identity.userId')
    .select('person.id')
    .where('provider.isActive', '=', true)
    .where('person.isActive', '=', true)
    .where('person.role', '=', 'admin')
    .limit(1);
  if (userId !== undefined) query = query.where('person.id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}
