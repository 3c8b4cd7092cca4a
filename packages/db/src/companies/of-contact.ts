/** Stores the company that a contact belongs to. */
import type { CompanyOfContact, CompanySource } from '@parley/contracts/conversations/companies';
import type { Database } from '../database.ts';

/** Returns the company of a contact, with what decided it; null if there is none. */
export async function companyOfContact(db: Database, contactId: string): Promise<CompanyOfContact | null> {
  const row = await db
    .selectFrom('contacts')
    .innerJoin('companies', 'companies.id', 'contacts.companyId')
    .select(['companies.id', 'companies.name', 'contacts.companySource as source'])
    .where('contacts.id', '=', contactId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the id of a contact's company and what decided it; undefined for an unknown contact. */
export async function companySourceOf(
  db: Database,
  contactId: string,
): Promise<{ companyId: string | null; source: CompanySource | null } | undefined> {
  return db
    .selectFrom('contacts')
    .select(['companyId', 'companySource as source'])
    .where('id', '=', contactId)
    .executeTakeFirst();
}

/** Sets the company of a contact on behalf of a user or the website, or with null removes it. */
export async function setCompanyOf(
  db: Database,
  contactId: string,
  companyId: string | null,
  source: CompanySource,
): Promise<void> {
  await db.updateTable('contacts').set({ companyId, companySource: source }).where('id', '=', contactId).execute();
}
