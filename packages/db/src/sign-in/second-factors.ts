/** Stores the second factors of accounts: secrets for authenticator apps, passkeys and recovery codes. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Runs a change of an account's factors with the account's row locked, then stores whether it still has one, so that
 * neither of two concurrent removals misses the other. Recovery codes are deleted with the last factor.
 */
async function changeFactors<T>(db: Database, userId: string, work: (transaction: Database) => Promise<T>): Promise<T> {
  const change = async (transaction: Database): Promise<T> => {
    await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const result = await work(transaction);
    await sql`
      update users set second_factor_at = case
        when exists (select from totp_secrets where user_id = ${userId})
          or exists (select from passkeys where user_id = ${userId}) then coalesce(second_factor_at, now())
      end
      where id = ${userId}
    `.execute(transaction);
    await sql`
      delete from recovery_codes using users
      where user_id = ${userId} and users.id = user_id and users.second_factor_at is null
    `.execute(transaction);
    return result;
  };
  return db.isTransaction ? change(db) : db.transaction().execute(change);
}

/** Puts a code app in the place of the one before, its codes up to `step` used up. `secret` is encrypted. */
export async function setTotp(db: Database, userId: string, secret: string, lastStep: number): Promise<void> {
  await changeFactors(db, userId, (transaction) =>
    transaction
      .insertInto('totpSecrets')
      .values({ userId, secret, lastStep })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet({ secret, lastStep, createdAt: sql<Date>`now()` }),
      )
      .execute(),
  );
}

/** The encrypted secret; undefined without a code app. */
export async function findTotp(db: Database, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('totpSecrets').select('secret').where('userId', '=', userId).executeTakeFirst();
  return row?.secret;
}

/** Uses the code of a time step up: false when it, or a later one, was used before. Of two calls at once one wins. */
export async function useTotpStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totpSecrets')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when there was none. */
export async function deleteTotp(db: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await changeFactors(db, userId, (transaction) =>
    transaction.deleteFrom('totpSecrets').where('userId', '=', userId).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

export interface NewPasskey {
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
}

export interface StoredPasskey extends NewPasskey {
  id: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** @throws a unique violation for a credential that any account already has */
export async function insertPasskey(db: Database, passkey: NewPasskey): Promise<StoredPasskey> {
  return changeFactors(db, passkey.userId, (transaction) =>
    transaction.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow(),
  );
}

/** Returns any user's passkey by the id that the authenticator gave it. */
export async function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
}

/** In the order in which they were added. */
export async function listPasskeys(db: Database, userId: string): Promise<StoredPasskey[]> {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute();
}

/** Stores a use. Returns false when this count or a higher one was already stored: the passkey was copied. */
export async function usePasskey(db: Database, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Undefined when the account has no such passkey. */
export async function renamePasskey(
  db: Database,
  userId: string,
  id: string,
  name: string,
): Promise<StoredPasskey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** False when the account has no such passkey. */
export async function deletePasskey(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await changeFactors(db, userId, (transaction) =>
    transaction.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId).executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

/** Deletes every passkey of an account but the one of `credentialId`. Returns the names of the deleted ones. */
export async function deleteOtherPasskeys(
  db: Database,
  userId: string,
  credentialId: string | undefined,
): Promise<string[]> {
  const deleted = await changeFactors(db, userId, (transaction) =>
    transaction
      .deleteFrom('passkeys')
      .where('userId', '=', userId)
      .$if(credentialId !== undefined, (query) => query.where('credentialId', '!=', credentialId ?? ''))
      .returning('name')
      .execute(),
  );
  return deleted.map(({ name }) => name);
}

/** Puts new recovery codes in the place of those before. */
export async function setRecoveryCodes(
  db: Database,
  userId: string,
  { salt, hashes }: { salt: string; hashes: readonly string[] },
): Promise<void> {
  await changeFactors(db, userId, async (transaction) => {
    await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await transaction
      .insertInto('recoveryCodes')
      .values(hashes.map((codeHash) => ({ userId, codeHash, salt })))
      .execute();
  });
}

/** Returns the salt of the account's recovery codes and how many are unused; undefined if there are none. */
export async function recoveryCodesOf(
  db: Database,
  userId: string,
): Promise<{ salt: string; left: number } | undefined> {
  return db
    .selectFrom('recoveryCodes')
    .select((eb) => ['salt', eb.fn.countAll<number>().filterWhere('usedAt', 'is', null).as('left')])
    .where('userId', '=', userId)
    .groupBy('salt')
    .executeTakeFirst();
}

/** Uses a recovery code up: false for one that is unknown or used. Of two calls at once one wins. */
export async function useRecoveryCode(db: Database, userId: string, codeHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes every factor of an account away and ends its sessions. False when there is no such account. */
export async function deleteFactors(db: Database, userId: string): Promise<boolean> {
  return changeFactors(db, userId, async (transaction) => {
    await transaction.deleteFrom('totpSecrets').where('userId', '=', userId).execute();
    await transaction.deleteFrom('passkeys').where('userId', '=', userId).execute();
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set((eb) => ({ sessionEpoch: eb('sessionEpoch', '+', 1), updatedAt: sql<Date>`now()` }))
      .where('id', '=', userId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Returns every active account by name, with the time since which it has a second factor. */
export async function factorsOfTeam(
  db: Database,
): Promise<
  { id: string; name: string; role: 'admin' | 'representative'; createdAt: Date; secondFactorAt: Date | null }[]
> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'createdAt', 'secondFactorAt'])
    .where('isActive', '=', true)
    .where('kind', '=', 'person')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
