/** Manages companies, and which contacts belong to them. */
import type { Company, CompanyEntry } from '@parley/contracts/conversations/companies';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import type { Conversation } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { companyNameMaxLength } from '@parley/contracts/conversations/limits';
import { fieldProblem, type Problem } from '@parley/contracts/problems';
import { cleanLine } from '@parley/contracts/text/clean-line';
import * as companies from '@parley/db/companies/companies';
import { companySourceOf, setCompanyOf } from '@parley/db/companies/of-contact';
import { holdRow } from '@parley/db/hold-row';
import * as pages from '@parley/db/visitors/contact-pages';
import { type AsSeen, refuseChanged } from '../as-seen.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { describedCompany, type GivenAttribute, valuesOf } from '../conversations/attributes.ts';
import { readFilterTextOf } from '../conversations/filter.ts';
import { publishConversationsOf } from '../live/publish-contact.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { scopeSql } from '../permissions/scope.ts';
import { announceContact, assertWhollyInScope, noCompany } from './contacts.ts';
import { isFreemail } from './freemail.ts';

type Reading = Pick<Context, 'db' | 'settings'>;

/** Maximum number of contacts that are announced after a change of their company. */
const announcedMax = 100;

/** Returns a page of companies, newest first, and the cursor of the next one. @throws Problem `invalid` for the filter */
export async function listCompanies(
  context: Reading,
  caller: StaffCaller,
  {
    cursor,
    filter,
    ...page
  }: { q?: string | undefined; filter?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<{ companies: CompanyEntry[]; next: string | null }> {
  await refuseWithout(context, caller, 'contacts.read');
  const within = await scopeSql(context, caller);
  const matching = filter === undefined ? undefined : await readFilterTextOf(context, 'companies', filter);
  const found = await companies.listCompanies(context.db, { ...page, filter: matching, after: cursor, within });
  return { companies: found.companies.map(({ attributes: _attributes, ...entry }) => entry), next: found.next };
}

/** @throws Problem `not_found` */
export async function getCompany(context: Reading, caller: StaffCaller, id: string): Promise<Company> {
  await refuseWithout(context, caller, 'contacts.read');
  return companyNow(context, caller, id);
}

async function companyNow(context: Reading, caller: StaffCaller, id: string): Promise<Company> {
  const company = await companies.findCompany(context.db, id, await scopeSql(context, caller));
  if (!company) throw noCompany();
  return { ...company, attributes: valuesOf(company.attributes) };
}

/** Returns a page of a company's contacts, newest first. @throws Problem `not_found` */
export async function listCompanyContacts(
  context: Reading,
  caller: StaffCaller,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ contacts: ContactEntry[]; next: string | null }> {
  await refuseWithout(context, caller, 'contacts.read');
  await companyNow(context, caller, id);
  const within = await scopeSql(context, caller);
  return pages.listContacts(context.db, { companyId: id, limit, after: cursor, within });
}

/** Returns a page of the conversations of a company's contacts, newest first. @throws Problem `not_found` */
export async function listCompanyConversations(
  context: Reading,
  caller: StaffCaller,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ conversations: Conversation[]; next: string | null }> {
  await refuseWithout(context, caller, 'contacts.read');
  await companyNow(context, caller, id);
  const where = await scopeSql(context, caller);
  return companies.conversationsOfCompany(context.db, id, { readerId: caller.user.id, limit, after: cursor, where });
}

/**
 * Adds a company. Contacts with a proven address at one of its domains belong to it, if nothing else has decided.
 *
 * @throws Problem `conflict` for a taken name or domain, `invalid` for a domain of a mailbox provider
 */
export async function addCompany(
  context: Context,
  caller: StaffCaller,
  { name, domains = [] }: { name: string; domains?: readonly string[] },
): Promise<Company> {
  await refuseWithout(context, caller, 'contacts.update');
  const cleaned = cleanDomains(domains);
  const id = await context.db.transaction().execute(async (db) => {
    await refuseTaken(db, null, cleaned);
    const added = await companies.insertCompany(db, name.trim());
    if (!added) throw nameTaken(name.trim());
    await companies.setDomains(db, added, cleaned);
    return added;
  });
  await announceCompany(context, id);
  return companyNow(context, caller, id);
}

/**
 * Changes a company's name, domains and attributes.
 *
 * @throws Problem as `addCompany`, `refuseChanged` and `setAttributes`; `forbidden` if the caller sees only some of the
 * conversations of its contacts
 */
export async function updateCompany(
  context: Context,
  caller: StaffCaller,
  id: string,
  {
    name,
    domains,
    attributes = [],
    expected,
  }: AsSeen<
    { name?: string; domains?: readonly string[]; attributes?: readonly GivenAttribute[] },
    { name: string; domains: string[] }
  >,
): Promise<Company> {
  await refuseWithout(context, caller, 'contacts.update');
  await companyNow(context, caller, id);
  const before = await companies.contactIdsOf(context.db, id);
  await assertWhollyInScope(context, caller, before);
  const cleaned = domains && cleanDomains(domains);
  const change = { name: name?.trim(), domains: cleaned };
  await context.db.transaction().execute(async (db) => {
    await holdRow(db, 'companies', id);
    const present = await companies.findCompany(db, id);
    if (!present) throw noCompany();
    if (change.name !== undefined || cleaned) await refuseChanged(db, { id, present, change, expected });
    if (change.name !== undefined) {
      const other = await companies.findCompanyCalled(db, change.name);
      if (other !== undefined && other !== id) throw nameTaken(change.name);
      await companies.renameCompany(db, id, change.name);
    }
    if (cleaned) {
      await refuseTaken(db, id, cleaned);
      await companies.setDomains(db, id, cleaned);
    }
    if (attributes.length > 0) {
      const after = await describedCompany({ db }, caller, present, attributes);
      await companies.writeCompanyAttributes(db, id, after);
    }
  });
  await announceCompany(context, id, before);
  return companyNow(context, caller, id);
}

/** Deletes a company; its contacts belong to none. @throws Problem as `updateCompany` */
export async function deleteCompany(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'contacts.update');
  await companyNow(context, caller, id);
  const before = await companies.contactIdsOf(context.db, id);
  await assertWhollyInScope(context, caller, before);
  await context.db.transaction().execute(async (db) => {
    if (!(await companies.deleteCompany(db, id))) throw noCompany();
    await recordAudit({ db }, caller, {
      action: 'company.deleted',
      subject: { type: 'company', id },
      details: { contacts: before.length },
    });
  });
  await announceCompany(context, id, before);
}

/**
 * Sets the company that the website's server signed as `company`: the one with this name or domain, or a new one. A
 * choice of a user stays.
 */
export async function setSignedCompany(context: Context, contactId: string, name: string): Promise<void> {
  const cleaned = cleanLine(name).slice(0, companyNameMaxLength);
  if (cleaned === '') return;
  const isChanged = await context.db.transaction().execute(async (db) => {
    await holdRow(db, 'contacts', contactId);
    const present = await companySourceOf(db, contactId);
    if (!present || present.source === 'representative') return false;
    const companyId =
      (await companies.findCompanyCalled(db, cleaned)) ??
      (await companies.insertCompany(db, cleaned)) ??
      (await companies.findCompanyCalled(db, cleaned));
    if (companyId === undefined || (present.companyId === companyId && present.source === 'signed')) return false;
    await setCompanyOf(db, contactId, companyId, 'signed');
    return true;
  });
  if (isChanged) await announceMembers(context, [contactId]);
}

/** Publishes a contact that has just become one of a company by the domain of a proven address. */
export async function announceCompanyOf(context: Context, contactId: string): Promise<void> {
  if ((await companySourceOf(context.db, contactId))?.source === 'domain') await announceMembers(context, [contactId]);
}

/** Publishes the contacts of a company, and those that belonged to it before. */
async function announceCompany(context: Context, id: string, before: readonly string[] = []): Promise<void> {
  const after = await companies.contactIdsOf(context.db, id);
  await announceMembers(context, [...new Set([...after, ...before])].slice(0, announcedMax));
}

async function announceMembers(context: Context, contactIds: readonly string[]): Promise<void> {
  for (const contactId of contactIds) {
    await announceContact(context, contactId);
    await publishConversationsOf(context, contactId);
  }
}

const nameTaken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));

async function refuseTaken(db: Context['db'], id: string | null, domains: readonly string[]): Promise<void> {
  const taken = await companies.findTakenDomain(db, id, domains);
  if (taken) throw fieldProblem('conflict', 'domains', localize('company_domain_taken', taken));
}

const domainPattern = /^(?=.{3,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** Returns domains in lower case, from domains, addresses or URLs. @throws Problem `invalid` */
function cleanDomains(domains: readonly string[]): string[] {
  const cleaned = domains.map((typed) => {
    const domain = typed
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^.*@/, '')
      .replace(/^www\./, '')
      .replace(/[/?#].*$/, '');
    if (!domainPattern.test(domain))
      throw fieldProblem('invalid', 'domains', localize('company_domain_invalid', { domain: typed }));
    if (isFreemail(domain)) throw fieldProblem('invalid', 'domains', localize('company_domain_freemail', { domain }));
    return domain;
  });
  return [...new Set(cleaned)];
}
