/** Whoever changes a shared thing changes it alone. */
import type { Transaction } from './database.ts';

/** What several people keep, one row each. */
export type SharedTable =
  | 'articles'
  | 'attributes'
  | 'cannedReplies'
  | 'contacts'
  | 'identityProviders'
  | 'knowledgeSources'
  | 'roles'
  | 'tags'
  | 'teams'
  | 'tools'
  | 'toolServers'
  | 'users'
  | 'views'
  | 'webhooks'
  | 'websites';

/** Has whoever else would change the row wait for the end of the transaction. */
export async function holdRow(transaction: Transaction, table: SharedTable, id: string): Promise<void> {
  await transaction.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
