/** Writes conversations, and again those that have gone on in the other product and that nobody has touched here. */
import { tagsPerConversationMax } from '@parley/contracts/conversations/limits';
import type { ImportedOf } from '@parley/contracts/imports/records';
import { countConversations } from '@parley/db/conversations/totals';
import { customersOf } from '@parley/db/imports/customers';
import { findItems } from '@parley/db/imports/items';
import { deleteRows, insertRows, readMarks } from '@parley/db/imports/rows';
import { type ConversationRows, conversationRows, datedId } from './conversation-rows.ts';
import { hashOf, knownItems, storeWritten, type Writing, type Written } from './writing.ts';

type Record = ImportedOf<'conversation'>;

export async function writeConversations(writing: Writing, given: readonly Record[]): Promise<void> {
  const { tally } = writing;
  const records = await toWrite(writing, given);
  const customers = await readCustomers(writing, records);
  const tags = await writing.mapping.tags(
    writing,
    records.flatMap((record) => record.tags ?? []),
  );
  const all: ConversationRows[] = [];
  const written: Written[] = [];
  for (const record of records) {
    const customer = customers.get(record.id);
    if (!customer) continue;
    const tagIds = [...new Set((record.tags ?? []).flatMap((name) => tags.get(name) ?? []))];
    if (tagIds.length > tagsPerConversationMax) tally.note('conversation', 'too_many_tags', record.id);
    const rows = conversationRows(
      record,
      {
        importId: writing.row.id,
        accountKey: writing.row.accountKey,
        ...customer,
        ...writing.mapping.placeOf(record.inboxId),
        isClosed: writing.mapping.isClosed(record),
        tagIds: tagIds.slice(0, tagsPerConversationMax),
        attributes: writing.mapping.valuesOf('conversation', record.attributes, {
          id: record.id,
          setAt: writing.row.createdAt,
          tally,
        }),
        userOf: (id) => writing.mapping.userOf(id),
        storesFiles: writing.storesFiles,
      },
      tally,
    );
    all.push(rows);
    written.push({ externalId: record.id, targetId: rows.id, isNew: true, contentHash: hashOf(record) });
  }
  await insertAll(writing, all);
  await storeWritten(writing, 'conversation', written);
}

/** Returns the records to write; of known ones only those that have changed there and not here. */
async function toWrite(writing: Writing, given: readonly Record[]): Promise<Record[]> {
  const { db, tally } = writing;
  const known = await knownItems(
    writing,
    'conversation',
    given.map(({ id }) => id),
  );
  const marks = await readMarks(
    db,
    'conversation',
    [...known.values()].map(({ targetId }) => targetId),
  );
  const records = new Map<string, Record>();
  const replaced: string[] = [];
  for (const record of given) {
    const item = known.get(record.id);
    if (records.has(record.id)) tally.skip('conversation', 'collision', record.id);
    else if (!item) records.set(record.id, record);
    else if (item.contentHash === hashOf(record)) tally.count('conversation', 'matched');
    else if (marks.get(item.targetId) !== item.mark) tally.skip('conversation', 'touched', record.id);
    else {
      records.set(record.id, record);
      replaced.push(item.targetId);
    }
  }
  await deleteRows(db, 'conversation', replaced);
  return [...records.values()];
}

interface Customer {
  visitorId: string;
  customerName: string | null;
  customerEmail: string | null;
  isBlocked: boolean;
}

/** Returns the customer of each record. A conversation without a known contact gets one without a name. */
async function readCustomers(writing: Writing, records: readonly Record[]): Promise<Map<string, Customer>> {
  const { db, row, tally } = writing;
  const items = await findItems(
    db,
    row.accountKey,
    'contact',
    records.flatMap(({ contactId }) => contactId ?? []),
  );
  const unknown = records.filter(({ contactId }) => !items.has(contactId ?? ''));
  const made = new Map(
    unknown.map((record) => [record.id, datedId(record.createdAt, row.accountKey, 'contact of', record.id)]),
  );
  for (const { id } of unknown) tally.note('conversation', 'no_contact', id);
  await insertRows(
    db,
    'visitors',
    unknown.map((record) => ({
      id: made.get(record.id),
      name: record.messages.find(({ sender, name }) => sender === 'customer' && name)?.name?.slice(0, 120) ?? null,
      email_verified: false,
      imported_at: row.createdAt.toISOString(),
      created_at: record.createdAt,
      updated_at: row.createdAt.toISOString(),
      token_epoch: 0,
      revoked_sessions: [],
      browser_languages: [],
      pages: [],
    })),
  );
  await storeWritten(
    writing,
    'contact',
    unknown.map((record) => ({
      externalId: `conversation ${record.id}`,
      targetId: made.get(record.id) ?? '',
      isNew: true,
      contentHash: hashOf(null),
    })),
  );
  const visitors = await customersOf(db, [...[...items.values()].map(({ targetId }) => targetId), ...made.values()]);
  return new Map(
    records.flatMap((record) => {
      const visitorId = items.get(record.contactId ?? '')?.targetId ?? made.get(record.id) ?? '';
      const visitor = visitors.get(visitorId);
      return visitor ? [[record.id, { visitorId, ...visitor }]] : [];
    }),
  );
}

async function insertAll({ db, fileIds }: Writing, all: readonly ConversationRows[]): Promise<void> {
  await insertRows(
    db,
    'conversations',
    all.map(({ conversation }) => conversation),
  );
  await insertRows(
    db,
    'messages',
    all.flatMap(({ messages }) => messages),
  );
  await insertRows(
    db,
    'activities',
    all.flatMap(({ activities }) => activities),
  );
  await insertRows(
    db,
    'answers',
    all.flatMap(({ answers }) => answers),
  );
  await insertRows(
    db,
    'first_answers',
    all.flatMap(({ firstAnswers }) => firstAnswers),
  );
  const files = all.flatMap((rows) => rows.files);
  await insertRows(db, 'files', files);
  fileIds.push(...files.map(({ id }) => String(id)));
  await countConversations(
    db,
    all.length,
    all.reduce((sum, { messages }) => sum + messages.length, 0),
  );
}
