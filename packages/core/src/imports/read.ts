/** Reads everything that a source has and stores it, page by page; after a kill it continues behind the last page. */
import { isDeepStrictEqual } from 'node:util';
import { importPartBytes } from '@parley/contracts/imports/import';
import { type ImportedRecord, importedTypes } from '@parley/contracts/imports/records';
import type { ImportConnection } from '@parley/contracts/imports/sources';
import type { ImportCursor } from '@parley/db/tables/imports';
import { changeImport, holdImport, type ImportRow } from '@parley/db/imports/imports';
import { insertPage } from '@parley/db/imports/pages';
import type { ExternalContext } from '../external/services.ts';
import { openApi } from './api.ts';
import { checkRecord, isMapped } from './check-record.ts';
import { fileSteps } from './file/steps.ts';
import type { SourcePage } from './source.ts';
import { apiSources } from './sources/list.ts';
import { addFound, nothingFound, Tally } from './tally.ts';

/** Purpose of the key that encrypts connections. */
export const connectionPurpose = 'connection of an import';

/** Records of one stored page: so many are in memory at once, and written in one transaction. */
const pageRecords = 100;
/** Larger pages are divided, so that memory stays flat. */
const pageBytes = 4 * importPartBytes;

type Step = (position: unknown) => Promise<SourcePage>;

function stepsOf(context: ExternalContext, row: ImportRow, signal: AbortSignal): readonly Step[] {
  if (row.source === 'file') return fileSteps(context, row);
  const source = apiSources[row.source];
  const connection: ImportConnection =
    row.connection === null ? {} : JSON.parse(context.secrets.decrypt(row.connection, connectionPurpose));
  const api = openApi(context.external, source.access(connection), {
    signal,
    scale: context.external.retryScale,
    waiting: noteWaiting(context, row),
  });
  return source.steps.map((step) => (position) => step(api, position));
}

/** Stores until when an import waits, and once that it no longer does. */
function noteWaiting({ db }: ExternalContext, { id, waitingUntil }: ImportRow): (until: Date | null) => Promise<void> {
  let isNoted = waitingUntil !== null;
  return async (until) => {
    if (until === null && !isNoted) return;
    isNoted = until !== null;
    await changeImport(db, id, ['reading'], { waitingUntil: until });
  };
}

/** Returns false if it was stopped, or another process has moved the import on. @throws CallFailed */
export async function readImport(context: ExternalContext, row: ImportRow, signal: AbortSignal): Promise<boolean> {
  const steps = stepsOf(context, row, signal);
  let { cursor } = row;
  for (;;) {
    if (signal.aborted) return false;
    const { step: number, position } = cursor ?? { step: 0, position: null };
    const step = steps[number];
    if (!step) break;
    const page = await step(position);
    const next = page.next === null ? { step: number + 1, position: null } : { step: number, position: page.next };
    if (!(await storePage(context, row.id, { page, cursor, next }))) return false;
    cursor = next;
  }
  return (await changeImport(context.db, row.id, ['reading'], { state: 'ready', connection: null })) !== undefined;
}

/** Stores a page with the position behind it; false if another process has done it. */
async function storePage(
  { db }: ExternalContext,
  id: string,
  { page, cursor, next }: { page: SourcePage; cursor: ImportCursor | null; next: ImportCursor },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await holdImport(transaction, id);
    if (row?.state !== 'reading' || !isDeepStrictEqual(row.cursor, cursor)) return false;
    const tally = new Tally(row.counts, row.issues);
    const found = row.found ?? structuredClone(nothingFound);
    const records = page.records.flatMap((given) => checkRecord(given, tally) ?? []);
    for (const record of records) {
      addFound(found, record);
      countParts(record, tally);
    }
    tally.setFound('user', found.users.length);
    tally.setFound('inbox', found.inboxes.length);
    tally.setFound('attribute', found.attributes.length);
    for (const [type, ofType] of Map.groupBy(records, (record) => record.type)) {
      if (isMapped(type)) continue;
      for (const part of inPages(ofType)) await insertPage(transaction, id, importedTypes.indexOf(type), part);
    }
    for (const { kind, reason, example } of page.issues ?? []) tally.note(kind, reason, example);
    await changeImport(transaction, id, ['reading'], {
      ...tally.columns,
      found: JSON.stringify(found),
      cursor: JSON.stringify(next),
      recordsRead: row.recordsRead + page.records.length,
    });
    return true;
  });
}

function countParts(record: ImportedRecord, tally: Tally): void {
  if (record.type === 'contact') tally.count('note', 'found', record.notes?.length ?? 0);
  if (record.type !== 'conversation') return;
  const notes = record.messages.filter(({ isNote }) => isNote).length;
  tally.count('message', 'found', record.messages.length - notes);
  tally.count('note', 'found', notes);
  const files = record.messages.reduce((sum, message) => sum + (message.files?.length ?? 0), 0);
  tally.count('file', 'found', files);
}

function* inPages(records: readonly ImportedRecord[]): Generator<ImportedRecord[]> {
  let page: ImportedRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = JSON.stringify(record).length;
    if (page.length >= pageRecords || (page.length > 0 && bytes + size > pageBytes)) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(record);
    bytes += size;
  }
  if (page.length > 0) yield page;
}
