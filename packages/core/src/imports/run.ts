/** Goes on with an import, in the worker: reads, writes or undoes until there is nothing left or it is stopped. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { changeImport, findImport, type ImportRow } from '@parley/db/imports/imports';
import { CallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { publishChange } from '../live/publish-change.ts';
import { removeAll } from '../storage/storage.ts';
import { partsOfImport } from './file/parts.ts';
import { readImport } from './read.ts';
import { makeReceipt } from './receipt.ts';
import { undoPages } from './undo.ts';
import { writeImport } from './write.ts';

/** Returns whether there is nothing left to do; false if `signal` has stopped it. */
export async function runImport(context: ExternalContext, importId: string, signal: AbortSignal): Promise<boolean> {
  const row = await findImport(context.db, importId);
  try {
    if (row?.state === 'reading') await read(context, row, signal);
    else if (row?.state === 'writing') await write(context, row, signal);
    else if (row?.state === 'undoing') await undo(context, row, signal);
  } catch (error) {
    if (signal.aborted) return false;
    if (!(error instanceof CallFailed) || !row) throw error;
    const isRefused = error.responseStatus === 401 || error.responseStatus === 403;
    const host = error.localized?.values['host'];
    const reason =
      isRefused && typeof host === 'string'
        ? localize('import_refused', { host })
        : (error.localized ?? localize('import_stopped'));
    await fail(context, row, reason);
  }
  return !signal.aborted;
}

async function read(context: ExternalContext, row: ImportRow, signal: AbortSignal): Promise<void> {
  if (!(await readImport(context, row, signal))) return;
  if (context.external.files) await removeAll(context.external.files, partsOfImport(row.id));
}

async function write(context: ExternalContext, row: ImportRow, signal: AbortSignal): Promise<void> {
  if (!(await writeImport(context, row.id, signal))) return;
  const written = await findImport(context.db, row.id);
  if (!written) return;
  const finishedAt = new Date();
  const receipt = JSON.stringify(await makeReceipt(context, written, finishedAt));
  if (await changeImport(context.db, row.id, ['writing'], { state: 'done', finishedAt, receipt }))
    await publishImported(context);
}

async function undo(context: ExternalContext, row: ImportRow, signal: AbortSignal): Promise<void> {
  if (!(await undoPages(context.db, row.id, signal))) return;
  await context.db.deleteFrom('importPages').where('importId', '=', row.id).execute();
  if (
    await changeImport(context.db, row.id, ['undoing'], { state: 'undone', recordsWritten: 0, finishedAt: new Date() })
  )
    await publishImported(context);
}

/** Has dashboards read again what an import has changed; each has one frame for all of it. */
async function publishImported(context: ExternalContext): Promise<void> {
  await publishChange(context, { frame: { type: 'conversations_deleted' } });
  await publishChange(context, { frame: { type: 'tags_updated' } });
  await publishChange(context, { frame: { type: 'attributes_updated', contactId: null } });
  await publishChange(context, { frame: { type: 'canned_replies_updated', ownerId: null } });
}

/**
 * Gives an import up until an admin continues it. A job that lost its worker goes on by itself, unless it has
 * come no further since the last time: then it may be what ends them.
 */
export async function giveUpImport(context: ExternalContext, importId: string, isStalled: boolean): Promise<void> {
  const row = await findImport(context.db, importId);
  if (!row) return;
  const stalledAt = row.recordsRead + row.recordsWritten;
  if (isStalled && row.stalledAt !== stalledAt) await changeImport(context.db, row.id, [row.state], { stalledAt });
  else await fail(context, row, localize('import_stopped'));
}

async function fail({ db }: ExternalContext, row: ImportRow, error: ReturnType<typeof localize>): Promise<void> {
  await changeImport(db, row.id, [row.state], {
    state: 'failed',
    failedIn: row.state,
    error: JSON.stringify(error),
    waitingUntil: null,
  });
}
