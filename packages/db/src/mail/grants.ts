/** Grants: what mailboxes' owners allowed by OAuth 2. Tokens are encrypted. */
import type { MailProvider } from '@parley/contracts/channels/mail-oauth';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { MailGrantsTable } from '../tables/work.ts';

export type MailGrant = Selectable<MailGrantsTable>;

export interface GrantedTokens {
  /** Undefined keeps the stored one: providers give a new one only where it replaces the old. */
  refreshToken?: string | undefined;
  accessToken: string;
  expiresAt: Date;
}

/** Returns the consent that a mailbox is opened with, its tokens as they are stored: encrypted. */
export async function findMailGrant(db: Database, mailboxId: string): Promise<MailGrant | undefined> {
  return db.selectFrom('mailGrants').selectAll().where('mailboxId', '=', mailboxId).executeTakeFirst();
}

/** Returns the grant and lets nobody else refresh it until the transaction ends. */
export async function lockMailGrant(transaction: Database, mailboxId: string): Promise<MailGrant | undefined> {
  return transaction
    .selectFrom('mailGrants')
    .selectAll()
    .where('mailboxId', '=', mailboxId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores a new consent in place of any other. */
export async function storeMailGrant(
  db: Database,
  mailboxId: string,
  grant: { provider: MailProvider; grantedBy: string; refreshToken: string; accessToken: string; expiresAt: Date },
): Promise<void> {
  const values = { ...grant, refusedReason: null, grantedAt: sql<Date>`now()`, refreshedAt: sql<Date>`now()` };
  await db
    .insertInto('mailGrants')
    .values({ mailboxId, ...values })
    .onConflict((conflict) => conflict.column('mailboxId').doUpdateSet(values))
    .execute();
}

/** Stores what a refresh returned. */
export async function storeRefreshedTokens(
  db: Database,
  mailboxId: string,
  { refreshToken, ...tokens }: GrantedTokens,
): Promise<void> {
  await db
    .updateTable('mailGrants')
    .set({ ...tokens, ...(refreshToken !== undefined && { refreshToken }), refreshedAt: sql<Date>`now()` })
    .where('mailboxId', '=', mailboxId)
    .execute();
}

/** Records that the provider refuses to refresh: consent has to be given again. */
export async function refuseMailGrant(db: Database, mailboxId: string, reason: string): Promise<void> {
  await db.updateTable('mailGrants').set({ refusedReason: reason }).where('mailboxId', '=', mailboxId).execute();
}

/** Deletes a grant and returns it. */
export async function deleteMailGrant(db: Database, mailboxId: string): Promise<MailGrant | undefined> {
  return db.deleteFrom('mailGrants').where('mailboxId', '=', mailboxId).returningAll().executeTakeFirst();
}
