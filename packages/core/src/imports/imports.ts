/** Imports from other products: begun, uploaded, mapped, written, undone and proven here; the worker does the work. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type Import,
  importFileMaxBytes,
  type ImportMapping,
  importPartBytes,
  type ImportReceipt,
  importUndoDays,
} from '@parley/contracts/imports/import';
import { type ImportConnection, importSource, type ImportSourceId } from '@parley/contracts/imports/sources';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldError, fieldProblem, Problem } from '@parley/contracts/problems';
import { cleanLine } from '@parley/contracts/text/clean-line';
import * as stored from '@parley/db/imports/imports';
import { listMailboxNames } from '@parley/db/mail/mailboxes';
import { usersByIds } from '@parley/db/imports/users';
import { listWebsites } from '@parley/db/websites/websites';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { asCallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { refuseWithoutRoom, storageOf } from '../files/uploads.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { addOrLeave } from '../queues.ts';
import { removeAll, writeObject } from '../storage/storage.ts';
import { openApi } from './api.ts';
import { partKeyOf, partsOfImport } from './file/parts.ts';
import { openMapping, proposeMapping } from './mapping.ts';
import { connectionPurpose } from './read.ts';
import { isGenuine } from './receipt.ts';
import { apiSources } from './sources/list.ts';
import { validateUrl } from '../validate-url.ts';
import { ensureAttributesOf } from './write.ts';

const listed = 50;
const about = (id: string) => ({ type: 'import', id });
const unknown = (): Problem => new Problem('not_found', localize('no_such_import'));
const changed = (): Problem => new Problem('conflict', localize('import_changed'));
const asImport = (row: stored.ImportRow): Import => stored.toImport(row, importUndoDays);

export interface ImportRequest {
  source: ImportSourceId;
  connection?: ImportConnection;
  file?: { name: string; size: number };
}

/**
 * Begins an import. The other product is called once, to check the connection.
 *
 * @throws Problem `invalid` by field or where the other product refuses the connection, `conflict` while another import
 * isn't finished, `not_configured` for a file without file storage
 */
export async function startImport(
  context: ExternalContext,
  caller: StaffCaller,
  { source, connection = {}, file }: ImportRequest,
): Promise<Import> {
  await refuseWithout(context, caller, 'data.import');
  const begun =
    source === 'file' ? await beginFile(context, file, connection) : await beginApi(context, source, connection);
  const accountKey = createHash('sha256').update(`${source}\n${begun.account}`).digest('hex').slice(0, 24);
  const row = await context.db.transaction().execute(async (db) => {
    const inserted = await stored.insertImport(db, { source, accountKey, createdBy: caller.user.id, ...begun });
    if (!inserted) throw new Problem('conflict', localize('import_open'));
    const details = { source, account: begun.account };
    await recordAudit({ db }, caller, { action: 'import.started', subject: about(inserted.id), details });
    return inserted;
  });
  if (row.state === 'reading') await enqueue(context, row.id);
  return asImport(row);
}

type Begun = Pick<stored.NewImport, 'account' | 'state' | 'connection' | 'fileSize'>;

async function beginFile(
  context: ExternalContext,
  file: ImportRequest['file'],
  { account }: ImportConnection,
): Promise<Begun> {
  if (!file) throw fieldProblem('invalid', 'file', localize('import_needs_file'));
  await refuseWithoutRoom(storageOf(context), file.size);
  const name = cleanLine(account ?? file.name, 200).trim();
  return { account: name || 'file', state: 'uploading', connection: null, fileSize: file.size };
}

async function beginApi(
  context: ExternalContext,
  id: Exclude<ImportSourceId, 'file'>,
  connection: ImportConnection,
): Promise<Begun> {
  const missing = importSource(id).fields.filter(({ key }) => !connection[key]);
  if (missing.length > 0) {
    const errors = missing.map(({ key }) => fieldError(`connection.${key}`, localize('import_field_missing')));
    throw new Problem('invalid', localize('import_field_missing'), { errors });
  }
  validateUrl('connection.address', connection.address);
  const source = apiSources[id];
  const api = openApi(context.external, source.access(connection), null);
  const account = await source.identify(api, connection).catch((error: unknown) => {
    const { responseStatus, localized, message } = asCallFailed(error);
    const isRefused = responseStatus === 401 || responseStatus === 403 || responseStatus === 404;
    const host = new URL(source.access(connection).url).host;
    throw new Problem('invalid', isRefused ? localize('import_refused', { host }) : (localized ?? message));
  });
  const encrypted = context.secrets.encrypt(JSON.stringify(connection), connectionPurpose);
  return { account, state: 'reading', connection: encrypted, fileSize: null };
}

const enqueue = (context: Context, importId: string): Promise<void> => addOrLeave(context, 'imports', { importId });

/**
 * Stores the next part of a file; the last one begins the reading.
 *
 * @throws Problem `not_found`, `conflict` for a part other than the next one, `too_large`, `unavailable` without room
 */
export async function appendImportFile(
  context: ExternalContext,
  caller: StaffCaller,
  { id, offset }: { id: string; offset: number },
  bytes: Uint8Array,
): Promise<Import> {
  await refuseWithout(context, caller, 'data.import');
  const row = await stored.findImport(context.db, id);
  if (!row) throw unknown();
  const received = Number(row.received);
  const size = Math.min(Number(row.fileSize ?? 0), importFileMaxBytes);
  // A part that is sent again because its answer was lost.
  if (offset + bytes.length === received) return asImport(row);
  if (row.state !== 'uploading') throw changed();
  if (offset !== received) throw new Problem('conflict', localize('import_part_offset', { offset: received }));
  if (bytes.length === 0 || bytes.length > importPartBytes || received + bytes.length > size)
    throw new Problem('too_large', localize('import_part_offset', { offset: received }));
  const storage = storageOf(context);
  await refuseWithoutRoom(storage, bytes.length);
  await writeObject(storage, partKeyOf(id, offset), Readable.from([bytes]));
  const isWhole = received + bytes.length === size;
  const updated = await stored.noteReceived(context.db, id, {
    before: received,
    after: received + bytes.length,
    isWhole,
  });
  if (!updated) throw changed();
  if (isWhole) await enqueue(context, id);
  return asImport(updated);
}

/** Newest first. */
export async function listImports(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<Import[]> {
  await refuseWithout(context, caller, 'data.import');
  return (await stored.listImports(context.db, listed)).map(asImport);
}

/** With the proposed mapping as soon as everything is read. @throws Problem `not_found` */
export async function readImport(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<Import> {
  await refuseWithout(context, caller, 'data.import');
  const row = await stored.findImport(context.db, id);
  if (!row) throw unknown();
  const read = asImport(row);
  if (read.mapping !== null || read.found === null || read.state === 'reading') return read;
  return { ...read, mapping: await proposeMapping(context.db, read.found) };
}

/** Has the worker write what was read. @throws Problem `not_found`, `invalid`, `conflict` if it isn't ready */
export async function writeImport(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  mapping: ImportMapping,
): Promise<Import> {
  await refuseWithout(context, caller, 'data.import');
  await refuseUnknown(context, mapping);
  const row = await context.db.transaction().execute(async (db) => {
    const written = await stored.changeImport(db, id, ['ready'], {
      state: 'writing',
      mapping: JSON.stringify(mapping),
      writtenAt: new Date(),
    });
    if (!written) throw (await stored.findImport(db, id)) ? changed() : unknown();
    await ensureAttributesOf(db, { ...written, mapping }, await openMapping(db, mapping, written.found));
    const { source, account } = written;
    await recordAudit({ db }, caller, { action: 'import.written', subject: about(id), details: { source, account } });
    return written;
  });
  await enqueue(context, id);
  return asImport(row);
}

/** @throws Problem `invalid` for a user, website or mailbox that doesn't exist */
async function refuseUnknown({ db }: Context, { users, inboxes }: ImportMapping): Promise<void> {
  const userIds = users.flatMap(({ userId }) => userId ?? []);
  const known = await usersByIds(db, userIds);
  if (userIds.some((each) => !known.has(each)))
    throw fieldProblem('invalid', 'users', localize('no_such_representative'));
  const websites = new Set((await listWebsites(db)).map((website) => website.id));
  if (inboxes.some(({ websiteId }) => websiteId !== null && !websites.has(websiteId)))
    throw fieldProblem('invalid', 'inboxes', localize('no_such_website'));
  const mailboxes = new Set((await listMailboxNames(db)).map((mailbox) => mailbox.id));
  if (inboxes.some(({ mailboxId }) => mailboxId !== null && !mailboxes.has(mailboxId)))
    throw fieldProblem('invalid', 'inboxes', localize('no_such_mailbox'));
}

/** Continues a failed import where it stopped. @throws Problem `not_found`, `conflict` if it hasn't failed */
export async function resumeImport(context: ExternalContext, caller: StaffCaller, id: string): Promise<Import> {
  await refuseWithout(context, caller, 'data.import');
  const row = await stored.findImport(context.db, id);
  if (!row) throw unknown();
  if (row.state !== 'failed' || row.failedIn === null) throw changed();
  const resumed = await stored.changeImport(context.db, id, ['failed'], {
    state: row.failedIn,
    failedIn: null,
    error: JSON.stringify(null),
  });
  if (!resumed) throw changed();
  await recordAudit(context, caller, { action: 'import.resumed', subject: about(id) });
  await enqueue(context, id);
  return asImport(resumed);
}

/**
 * Has the worker delete what an import has created, except what was changed since.
 *
 * @throws Problem `not_found`, `conflict` if nothing is written, or it was finished more than seven days ago
 */
export async function undoImport(context: ExternalContext, caller: StaffCaller, id: string): Promise<Import> {
  await refuseWithout(context, caller, 'data.import');
  const row = await stored.findImport(context.db, id);
  if (!row) throw unknown();
  const { finishedAt, writtenAt } = row;
  if (finishedAt && Date.now() > finishedAt.getTime() + importUndoDays * 86_400_000)
    throw new Problem('conflict', localize('import_undo_over', { days: importUndoDays }));
  const undone = await context.db.transaction().execute(async (db) => {
    const changing =
      writtenAt &&
      (await stored.changeImport(db, id, ['writing', 'done', 'failed'], {
        state: 'undoing',
        failedIn: null,
        error: JSON.stringify(null),
      }));
    if (!changing) throw changed();
    const { source, account } = changing;
    await recordAudit({ db }, caller, { action: 'import.undone', subject: about(id), details: { source, account } });
    return changing;
  });
  await enqueue(context, id);
  return asImport(undone);
}

/** Discards an import of which nothing is written. @throws Problem `not_found`, `conflict` if something is */
export async function deleteImport(context: ExternalContext, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'data.import');
  const row = await stored.findImport(context.db, id);
  if (!row) throw unknown();
  if (!(await stored.deleteImport(context.db, id))) throw changed();
  const { source, account } = row;
  await recordAudit(context, caller, { action: 'import.deleted', subject: about(id), details: { source, account } });
  if (context.external.files) await removeAll(context.external.files, partsOfImport(id));
}

/** @throws Problem `not_found`, also before the import is finished */
export async function readImportReceipt(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<ImportReceipt> {
  await refuseWithout(context, caller, 'data.import');
  const row = await stored.findImport(context.db, id);
  if (!row?.receipt) throw unknown();
  return row.receipt;
}

/** Returns whether this installation has signed a receipt as it is. */
export async function verifyImportReceipt(
  context: Context,
  caller: StaffCaller,
  receipt: ImportReceipt,
): Promise<{ isGenuine: boolean }> {
  await refuseWithout(context, caller, 'data.import');
  return { isGenuine: isGenuine(context, receipt) };
}
