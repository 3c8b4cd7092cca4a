/** Handing everything over: as one JSON document, or as an archive that holds the files too, each written as it is read. */
import { exportConversations } from '@parley/db/conversations/export';
import { exportAbsences } from '@parley/db/users/absences';
import { exportShifts } from '@parley/db/users/shifts';
import { exportedFiles } from '@parley/db/files/export';
import { makeZip } from 'client-zip';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type FileStorage, ObjectMissing } from '../storage/storage.ts';
import { objectsOf, storageOf } from '../files/uploads.ts';
import type { ExternalContext } from '../external/services.ts';
import { scopeSql } from '../permissions/scope.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** `conversations-2026-11-21.json`; `.zip` with the files. */
export const exportFileName = (now = new Date(), ending: 'json' | 'zip' = 'json'): string =>
  `conversations-${now.toISOString().slice(0, 10)}.${ending}`;

/**
 * Yields the document in pieces, limited to what the caller may see: `{"exportedAt", "conversations": [ … ],
 * "absences": [ … ], "shifts": [ … ]}`, each conversation with all its messages. Memory use is constant, and reading waits for the receiver.
 */
export async function* conversationsDocument(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  caller: StaffCaller,
): AsyncGenerator<string> {
  await refuseWithout(context, caller, 'conversations.export');
  yield `{"exportedAt":${JSON.stringify(new Date().toISOString())},"conversations":`;
  yield* exportConversations(context.reads, await scopeSql(context, caller));
  yield `,"absences":${JSON.stringify(await exportAbsences(context.db))}`;
  yield `,"shifts":${JSON.stringify(await exportShifts(context.db))}}\n`;
}

/**
 * Streams a ZIP archive with the same document as `conversations.json`, and each file of its messages and notes as
 * `files/<id>/<name>`, with the id that the document contains. Deleted files are left out. Memory use is constant.
 *
 * @throws Problem `not_configured` if no file storage is configured
 */
export async function conversationsArchive(
  context: ExternalContext,
  caller: StaffCaller,
): Promise<ReadableStream<Uint8Array>> {
  await refuseWithout(context, caller, 'conversations.export');
  const storage = storageOf(context);
  return makeZip(entries(context, storage, caller));
}

interface Entry {
  name: string;
  lastModified: Date;
  input: AsyncIterable<Uint8Array>;
}

async function* entries(
  context: Pick<Context, 'db' | 'reads' | 'settings'>,
  storage: FileStorage,
  caller: StaffCaller,
): AsyncGenerator<Entry> {
  const within = await scopeSql(context, caller);
  yield {
    name: 'conversations.json',
    lastModified: new Date(),
    input: encoded(conversationsDocument(context, caller)),
  };
  for await (const { id, storedAs, name, createdAt } of exportedFiles(context.reads, within)) {
    try {
      const { bytes } = await storage.read(`${objectsOf(storedAs)}original`);
      yield { name: `files/${id}/${name}`, lastModified: createdAt, input: bytes };
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
    }
  }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
