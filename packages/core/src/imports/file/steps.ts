/** Reads an uploaded file as a source: objects of JSON that are records, or a table. */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { ImportRow } from '@parley/db/imports/imports';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { storageOf } from '../../files/uploads.ts';
import type { SourcePage } from '../source.ts';
import { bytesOfFile } from './parts.ts';
import { csvRows, decoded, jsonObjects, type Piece } from './split.ts';
import { columnName, contactRecords, Conversations, kindOfTable } from './tables.ts';

const recordsPerPage = 500;

type Issues = NonNullable<SourcePage['issues']>;

/** Pieces of a file as records. */
async function* records(texts: AsyncIterable<string>): AsyncGenerator<Piece<unknown>> {
  const iterator = texts[Symbol.asyncIterator]();
  // The first sign that isn't a space decides.
  let head = '';
  while (head.trim() === '') {
    const next = await iterator.next();
    if (next.done) return;
    head += next.value;
  }
  const all = (async function* () {
    yield head;
    for (;;) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  })();
  if (/^\s*[[{]/.test(head)) yield* jsonObjects(all);
  else yield* tableRecords(all);
}

async function* tableRecords(texts: AsyncIterable<string>): AsyncGenerator<Piece<unknown>> {
  let headers: string[] | undefined;
  let conversations: Conversations | undefined;
  for await (const row of csvRows(texts)) {
    if ('fault' in row) {
      yield row;
      continue;
    }
    if (!headers) {
      headers = row.value;
      const kind = kindOfTable(headers.map(columnName));
      if (!kind) throw new CallFailed(localize('import_file_unknown'), { transient: false });
      if (kind === 'message') conversations = new Conversations(headers);
      continue;
    }
    const found = conversations ? conversations.add(row.value) : contactRecords(headers, row.value);
    for (const value of found) yield { value };
  }
  for (const value of conversations?.end() ?? []) yield { value };
}

/** The file stays open from page to page; after a kill it is read again up to the position. */
export function fileSteps(context: ExternalContext, { id }: Pick<ImportRow, 'id'>) {
  let open: { pieces: AsyncGenerator<Piece<unknown>>; at: number } | undefined;
  const step = async (position: unknown): Promise<SourcePage> => {
    const from = typeof position === 'number' ? position : 0;
    if (open?.at !== from) {
      open = { pieces: records(decoded(bytesOfFile(storageOf(context), id))), at: 0 };
      for (; open.at < from; open.at += 1) await open.pieces.next();
    }
    const page: unknown[] = [];
    const issues: Issues[number][] = [];
    for (let count = 0; count < recordsPerPage; count += 1) {
      const next = await open.pieces.next();
      if (next.done) return { records: page, issues, next: null };
      open.at += 1;
      const piece = next.value;
      if ('value' in piece) page.push(piece.value);
      else issues.push({ kind: 'conversation', reason: piece.fault, example: `#${open.at}` });
    }
    return { records: page, issues, next: open.at };
  };
  return [step];
}
