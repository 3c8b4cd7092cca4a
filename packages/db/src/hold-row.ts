/** Locks a shared row so that only one caller at a time changes it. */
import type { Transaction } from './database.ts';

/** Tables that several users edit, one row per item. */
export type SharedTable =
  | 'absences'
  | 'articles'
  | 'attributes'
  | 'banners'
  | 'cannedReplies'
  | 'companies'
  | 'contacts'
  | 'apiChannels'
  | 'forms'
  | 'identityProviders'
  | 'knowledgeSources'
  | 'mailboxes'
  | 'proactiveMessages'
  | 'roles'
  | 'rules'
  | 'savedReports'
  | 'schedules'
  | 'shifts'
  | 'scorecards'
  | 'slaPolicies'
  | 'tags'
  | 'teams'
  | 'tools'
  | 'toolServers'
  | 'users'
  | 'views'
  | 'webhooks'
  | 'websites';

/** Locks the row against other changes until the transaction ends. */
export async function holdRow(transaction: Transaction, table: SharedTable, id: string): Promise<void> {
  await transaction.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
