/**
 * Writes what was read: page by page, each in one transaction with its removal from the pages, so that a killed worker
 * neither loses nor doubles anything. Nothing is announced: no event, delivery, notification, rule or clock.
 */
import type { ImportedOf, ImportedRecord, ImportedType } from '@parley/contracts/imports/records';
import type { Transaction } from '@parley/db/database';
import { changeImport, holdImport } from '@parley/db/imports/imports';
import { takePage } from '@parley/db/imports/pages';
import type { UndoneKind } from '@parley/db/imports/rows';
import type { ExternalContext } from '../external/services.ts';
import { addOrLeave } from '../queues.ts';
import { ensureAttributes, openMapping } from './mapping.ts';
import { Tally } from './tally.ts';
import { writeArticle, writeCannedReply } from './write-content.ts';
import { writeCompanies, writeContacts } from './write-contacts.ts';
import { writeConversations } from './write-conversations.ts';
import { hashOf, knownItems, type OpenMapping, storeWritten, type Writing, type Written } from './writing.ts';

/** Files of others are checked before those of an import. */
const behindOthers = { priority: 10 };

/** Returns false if it was stopped, or another process has moved the import on. */
export async function writeImport(context: ExternalContext, importId: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    if (signal.aborted) return false;
    const outcome = await context.db.transaction().execute((db) => writePage(context, db, importId));
    if (outcome === 'moved_on') return false;
    if (outcome === 'end') return true;
    for (const fileId of outcome.fileIds) await addOrLeave(context, 'files', { fileId }, behindOthers);
  }
}

async function writePage(
  context: ExternalContext,
  db: Transaction,
  importId: string,
): Promise<'moved_on' | 'end' | Pick<Writing, 'fileIds'>> {
  const row = await holdImport(db, importId);
  if (row?.state !== 'writing' || row.mapping === null) return 'moved_on';
  const records = await takePage(db, importId);
  if (!records) return 'end';
  const tally = new Tally(row.counts, row.issues);
  const mapping = await openMapping(db, row.mapping, row.found);
  const storesFiles = context.external.files !== null && !row.mapping.without.includes('file');
  const writing: Writing = { db, row: { ...row, mapping: row.mapping }, mapping, tally, storesFiles, fileIds: [] };
  // A page has records of one type.
  const [first] = records;
  if (first) await writers[first.type](writing, records);
  await changeImport(db, importId, ['writing'], {
    ...tally.columns,
    recordsWritten: row.recordsWritten + records.length,
  });
  return writing;
}

type Writer = (writing: Writing, records: readonly ImportedRecord[]) => Promise<void>;

const ofType = <T extends ImportedType>(records: readonly ImportedRecord[], type: T): ImportedOf<T>[] =>
  records.filter((record): record is ImportedOf<T> & ImportedRecord => record.type === type);

const nothing: Writer = () => Promise.resolve();

const writers: Record<ImportedType, Writer> = {
  user: nothing,
  inbox: nothing,
  attribute: nothing,
  tag: async (writing, records) => {
    await writing.mapping.tags(
      writing,
      ofType(records, 'tag').map(({ name }) => name),
    );
  },
  company: (writing, records) =>
    unlessLeftOut(writing, 'company', ofType(records, 'company'), (fresh) => writeCompanies(writing, fresh)),
  contact: (writing, records) =>
    writeFresh(writing, 'contact', ofType(records, 'contact'), (fresh) => writeContacts(writing, fresh)),
  conversation: (writing, records) => writeConversations(writing, ofType(records, 'conversation')),
  canned_reply: (writing, records) =>
    unlessLeftOut(writing, 'canned_reply', ofType(records, 'canned_reply'), (fresh) =>
      oneByOne(fresh, (record) => writeCannedReply(writing, record)),
    ),
  article: (writing, records) =>
    unlessLeftOut(writing, 'article', ofType(records, 'article'), (fresh) =>
      oneByOne(fresh, (record) => writeArticle(writing, record)),
    ),
};

async function oneByOne<R>(records: readonly R[], write: (record: R) => Promise<Written[]>): Promise<Written[]> {
  const written: Written[] = [];
  for (const record of records) written.push(...(await write(record)));
  return written;
}

async function unlessLeftOut<R extends ImportedRecord>(
  writing: Writing,
  kind: 'company' | 'canned_reply' | 'article',
  records: readonly R[],
  write: (fresh: R[]) => Promise<Written[]>,
): Promise<void> {
  if (writing.row.mapping.without.includes(kind)) writing.tally.count(kind, 'skipped', records.length);
  else await writeFresh(writing, kind, records, write);
}

/** Writes the records that aren't known yet, and stores what became of them. Known ones stay as they are. */
async function writeFresh<R extends ImportedRecord>(
  writing: Writing,
  kind: UndoneKind,
  records: readonly R[],
  write: (fresh: R[]) => Promise<Written[]>,
): Promise<void> {
  const known = await knownItems(
    writing,
    kind,
    records.map(({ id }) => id),
  );
  const fresh = new Map<string, R>();
  for (const record of records) {
    const other = fresh.get(record.id);
    if (known.has(record.id) || (other && hashOf(other) === hashOf(record))) writing.tally.count(kind, 'matched');
    else if (other) writing.tally.skip(kind, 'collision', record.id);
    else fresh.set(record.id, record);
  }
  await storeWritten(writing, kind, await write([...fresh.values()]));
}

/** Creates the attributes of a mapping, in the transaction that begins the writing. */
export async function ensureAttributesOf(db: Transaction, row: Writing['row'], mapping: OpenMapping): Promise<void> {
  const tally = new Tally(row.counts, row.issues);
  await ensureAttributes({ db, row, mapping, tally, storesFiles: false, fileIds: [] });
  await changeImport(db, row.id, ['writing'], tally.columns);
}
