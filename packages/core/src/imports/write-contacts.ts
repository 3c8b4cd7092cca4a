/** Writes companies, and contacts with their notes. */
import { companyDomainsMax, companyNameMaxLength } from '@parley/contracts/conversations/limits';
import type { ImportedOf } from '@parley/contracts/imports/records';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import {
  findCompanyCalled,
  findTakenDomain,
  insertCompany,
  setDomains,
  writeCompanyAttributes,
} from '@parley/db/companies/companies';
import { findItems } from '@parley/db/imports/items';
import {
  type ContactDetails,
  contactsOfVisitors,
  describeContacts,
  insertRows,
  joinContact,
} from '@parley/db/imports/rows';
import { derivedId } from '../derived-id.ts';
import { datedId } from './conversation-rows.ts';
import { adopt } from './text.ts';
import { hashOf, type Writing, type Written } from './writing.ts';

const nameMaxLength = 120;

export async function writeCompanies(writing: Writing, records: readonly ImportedOf<'company'>[]): Promise<Written[]> {
  const { db, row, mapping, tally } = writing;
  const written: Written[] = [];
  for (const record of records) {
    const name = cleanLine(record.name, companyNameMaxLength).trim();
    if (name === '') {
      tally.skip('company', 'empty', record.id);
      continue;
    }
    const domains = domainsOf(record);
    const known = await companyCalled(writing, [name, ...domains]);
    if (known !== undefined) {
      written.push({ externalId: record.id, targetId: known, isNew: false, contentHash: hashOf(record) });
      continue;
    }
    const id = await insertCompany(db, name);
    if (id === undefined) continue;
    const free = [];
    for (const domain of domains) if (!(await findTakenDomain(db, id, [domain]))) free.push(domain);
    await setDomains(db, id, free);
    const about = { id: record.id, setAt: row.createdAt, tally };
    await writeCompanyAttributes(db, id, mapping.valuesOf('company', record.attributes, about));
    written.push({ externalId: record.id, targetId: id, isNew: true, contentHash: hashOf(record) });
  }
  return written;
}

async function companyCalled({ db }: Writing, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const id = await findCompanyCalled(db, name);
    if (id !== undefined) return id;
  }
  return undefined;
}

const domainsOf = ({ domains = [] }: ImportedOf<'company'>): string[] => {
  const cleaned = domains.map((domain) =>
    domain
      .trim()
      .toLowerCase()
      .replace(/^(https?:\/\/)?(www\.)?/, '')
      .replace(/\/.*$/, ''),
  );
  const valid = cleaned.filter((domain) => /^(?=.{3,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/.test(domain));
  return [...new Set(valid)].slice(0, companyDomainsMax);
};

/** Returns an address that mails can be sent to, or null. */
const emailOf = (email: string | null | undefined): string | null => {
  const trimmed = email?.trim().toLowerCase() ?? '';
  return isReachableEmail(trimmed) ? trimmed : null;
};

/**
 * Each contact becomes a session of its own, which no browser has: nobody sees its conversations by naming an address.
 * It belongs to the contact that has proven the same address, if there is one.
 */
export async function writeContacts(writing: Writing, records: readonly ImportedOf<'contact'>[]): Promise<Written[]> {
  const { db, row, mapping, tally } = writing;
  const ids = new Map(
    records.map((record) => [
      record.id,
      datedId(record.createdAt ?? row.createdAt.toISOString(), row.accountKey, 'contact', record.id),
    ]),
  );
  await insertRows(
    db,
    'visitors',
    records.map((record) => {
      const email = emailOf(record.email);
      if (record.email && email === null) tally.note('contact', 'value_unfit', record.id);
      return {
        id: ids.get(record.id),
        email,
        email_verified: false,
        name: cleanLine(record.name ?? '', nameMaxLength).trim() || null,
        phone: cleanLine(record.phone ?? '', 40).trim() || null,
        imported_at: row.createdAt.toISOString(),
        created_at: record.createdAt ?? row.createdAt.toISOString(),
        updated_at: row.createdAt.toISOString(),
        token_epoch: 0,
        revoked_sessions: [],
        browser_languages: [],
        pages: [],
      };
    }),
  );
  const contacts = new Map((await contactsOfVisitors(db, [...ids.values()])).map((each) => [each.visitorId, each]));
  const companies = await findItems(
    db,
    row.accountKey,
    'company',
    records.flatMap(({ companyId }) => companyId ?? []),
  );
  const details: (ContactDetails & { externalId: string; visitorId: string; isJoined: boolean })[] = [];
  for (const record of records) {
    const visitorId = ids.get(record.id) ?? '';
    const { contactId = '', proven = null } = contacts.get(visitorId) ?? {};
    if (proven !== null) await joinContact(db, visitorId, proven);
    details.push({
      externalId: record.id,
      visitorId,
      isJoined: proven !== null,
      contactId: proven ?? contactId,
      attributes: mapping.valuesOf('contact', record.attributes, { id: record.id, setAt: row.createdAt, tally }),
      companyId: companies.get(record.companyId ?? '')?.targetId ?? null,
      isBlocked: record.isBlocked === true && proven === null,
    });
  }
  const added = await describeContacts(db, details);
  const notes = await writeContactNotes(
    writing,
    records,
    new Map(details.map((each) => [each.externalId, each.contactId])),
  );
  return details.map(({ externalId, visitorId, contactId, isJoined }) => {
    const record = records.find(({ id }) => id === externalId);
    const what = { attributes: {}, companyId: null, ...added.get(contactId), noteIds: notes.get(externalId) ?? [] };
    return {
      externalId,
      targetId: visitorId,
      isNew: true,
      contentHash: hashOf(record),
      ...(isJoined && { added: what }),
    };
  });
}

/** Returns the ids of the notes by the external id of their contact. */
async function writeContactNotes(
  { db, row, mapping, tally }: Writing,
  records: readonly ImportedOf<'contact'>[],
  contactIds: ReadonlyMap<string, string>,
): Promise<Map<string, string[]>> {
  const notes = records.flatMap((record) =>
    (record.notes ?? []).flatMap((note) => {
      const { content } = adopt(note);
      if (content === '') {
        tally.skip('note', 'empty', note.id);
        return [];
      }
      const id = derivedId('imported contact note', row.accountKey, record.id, note.id);
      return { ...note, id, content, externalId: record.id, contactId: contactIds.get(record.id) ?? '' };
    }),
  );
  tally.count('note', 'created', notes.length);
  await insertRows(
    db,
    'contact_notes',
    notes.map(({ id, contactId, userId, createdAt }) => ({
      id,
      contact_id: contactId,
      author_id: mapping.userOf(userId)?.id ?? null,
      client_note_id: id,
      created_at: createdAt,
    })),
  );
  await insertRows(
    db,
    'contact_note_versions',
    notes.map(({ id, content, createdAt }) => ({ note_id: id, version: 1, body: content, created_at: createdAt })),
  );
  return new Map(
    [...Map.groupBy(notes, ({ externalId }) => externalId)].map(([externalId, each]) => [
      externalId,
      each.map(({ id }) => id),
    ]),
  );
}
