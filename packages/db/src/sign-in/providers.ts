import type { SignInProvider } from '@parley/contracts/routes/auth';
import type { IdentityProvider } from '@parley/contracts/users/identity-providers';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { IdentityProvidersTable } from '../tables/users.ts';

/** A provider with its secret as the caller stored it: encrypted. `revision` changes with whatever is changed. */
export type StoredProvider = IdentityProvider & { revision: string };
export type ProviderFields = Omit<IdentityProvider, 'id' | 'createdAt'>;

const columns = [
  'id',
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'domains',
  'role',
  'groupsClaim',
  'groupRoles',
  'trustedForSecondFactor',
  'isActive',
  'createdAt',
  'updatedAt',
] as const;

const toProvider = ({
  createdAt,
  updatedAt,
  ...fields
}: Pick<Selectable<IdentityProvidersTable>, (typeof columns)[number]>): StoredProvider => ({
  ...fields,
  createdAt: createdAt.toISOString(),
  revision: updatedAt.toISOString(),
});

/** Oldest first. */
export async function listProviders(db: Database): Promise<StoredProvider[]> {
  return (await db.selectFrom('identityProviders').select(columns).orderBy('createdAt').orderBy('id').execute()).map(
    toProvider,
  );
}

/** Returns the providers that users may sign in through, ordered by name. */
export async function listSignInProviders(db: Database): Promise<SignInProvider[]> {
  return db
    .selectFrom('identityProviders')
    .select(['id', 'name'])
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Returns a provider, switched off or on, with its secret as it is stored: encrypted. */
export async function findProvider(db: Database, id: string): Promise<StoredProvider | undefined> {
  const row = await db.selectFrom('identityProviders').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toProvider(row);
}

const asRow = ({ groupRoles, ...fields }: Partial<ProviderFields>) => ({
  ...fields,
  ...(groupRoles && { groupRoles: JSON.stringify(groupRoles) }),
});

/** @throws a unique violation of `identity_providers_pkey` when the id is taken */
export async function insertProvider(
  db: Database,
  { id, groupRoles, ...fields }: ProviderFields & { id?: string | undefined },
): Promise<StoredProvider> {
  const row = await db
    .insertInto('identityProviders')
    .values({ ...fields, groupRoles: JSON.stringify(groupRoles), ...(id === undefined ? {} : { id }) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toProvider(row);
}

/** Undefined when unknown. */
export async function updateProvider(
  db: Database,
  id: string,
  change: Partial<ProviderFields>,
): Promise<StoredProvider | undefined> {
  const row = await db
    .updateTable('identityProviders')
    .set({ ...asRow(change), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toProvider(row);
}

/** Removes it, and who is who there. False when unknown. */
export async function deleteProvider(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('identityProviders').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Keeps all providers, and who is who there, from being changed until the transaction has ended. */
export async function lockProviders(transaction: Database): Promise<void> {
  await transaction.selectFrom('identityProviders').select('id').orderBy('id').forUpdate().execute();
}
