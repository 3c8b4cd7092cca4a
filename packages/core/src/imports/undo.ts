/** Undoes an import: deletes what it created, except what was changed or is used by something since. */
import type { ImportKind } from '@parley/contracts/imports/import';
import type { Database, Transaction } from '@parley/db/database';
import { changeImport, holdImport, type ImportRow } from '@parley/db/imports/imports';
import { forgetItems, type ImportItem, itemsToUndo, keepItems } from '@parley/db/imports/items';
import {
  contactOfVisitor,
  deleteRows,
  readMarks,
  stillUsed,
  takeFromContact,
  type UndoneKind,
  undoneKinds,
} from '@parley/db/imports/rows';
import { Tally } from './tally.ts';

/** So many are decided about in one transaction. */
const pageSize = 200;

/** Returns false if it was stopped, or another process has moved the import on. */
export async function undoPages(db: Database, importId: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    if (signal.aborted) return false;
    const outcome = await db.transaction().execute((transaction) => undoPage(transaction, importId));
    if (outcome !== 'done_page') return outcome === 'end';
  }
}

async function undoPage(db: Transaction, importId: string): Promise<'moved_on' | 'end' | 'done_page'> {
  const row = await holdImport(db, importId);
  if (row?.state !== 'undoing') return 'moved_on';
  for (const kind of undoneKinds) {
    const items = await itemsToUndo(db, importId, kind, pageSize);
    if (items.length === 0) continue;
    await undoItems(db, row, kind, items);
    return 'done_page';
  }
  return 'end';
}

async function undoItems(
  db: Transaction,
  row: ImportRow,
  kind: UndoneKind,
  items: readonly ImportItem[],
): Promise<void> {
  const tally = new Tally(row.counts, row.issues);
  const created = items.filter(({ isNew }) => isNew);
  const ids = created.map(({ targetId }) => targetId);
  const marks = await readMarks(db, kind, ids);
  const used = await stillUsed(db, kind, ids);
  const gone: string[] = [];
  const kept: string[] = [];
  for (const item of created) {
    const mark = marks.get(item.targetId);
    // Missing rows were deleted by others already.
    const isTouched = mark !== undefined && mark !== item.mark && item.added === null;
    if (used.has(item.targetId) || isTouched) kept.push(item.externalId);
    else gone.push(item.externalId);
  }
  for (const externalId of kept) tally.note(kind, 'touched', externalId);
  const isGone = new Set(gone);
  for (const { targetId, added, externalId } of created) {
    if (added === null || !isGone.has(externalId)) continue;
    const contactId = await contactOfVisitor(db, targetId);
    if (contactId !== undefined) await takeFromContact(db, contactId, added);
  }
  const doomed = created.filter(({ externalId }) => isGone.has(externalId)).map(({ targetId }) => targetId);
  await deleteRows(db, kind, doomed);
  const matched = items.filter(({ isNew }) => !isNew).map(({ externalId }) => externalId);
  await forgetItems(db, row.accountKey, kind, [...gone, ...matched]);
  await keepItems(db, row.id, kind, kept);
  await changeImport(db, row.id, ['undoing'], {
    ...tally.columns,
    recordsWritten: Math.max(0, row.recordsWritten - items.filter(({ kind: each }) => isRecord(each)).length),
  });
}

const isRecord = (kind: ImportKind): boolean => kind !== 'attribute' && kind !== 'tag';
