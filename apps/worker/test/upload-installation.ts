/** Files on a stage: sent by the team, decided by the worker, and what is kept of them. */
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { StaffCaller } from '@parley/core/callers';
import { writeObject } from '@parley/core/storage/storage';
import { partKey } from '@parley/core/files/parts';
import { createUpload, receivedWhole, storageOf } from '@parley/core/files/uploads';
import { postMessage } from '@parley/core/messages/post';
import { findFile } from '@parley/db/files/uploads';
import { findUser } from '@parley/db/users/users';
import { type Installation, type Talk, until } from './installation.ts';

/** Returns a user of the team who can send files. */
export async function colleague(installation: Installation, name = 'Rita'): Promise<StaffCaller> {
  const { userId } = await installation.representative(name);
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('nobody');
  return { kind: 'staff', user, sessionId: 'none' };
}

/** A file of the team's, whole and on its way to being checked; `isWhole: false` leaves its bytes out. */
export async function fileOf(
  { context }: Installation,
  caller: StaffCaller,
  { name = 'a.txt', bytes, isWhole = true }: { name?: string; bytes: Buffer; isWhole?: boolean },
): Promise<string> {
  const { id } = await createUpload(context, caller, null, { name, size: bytes.length });
  if (isWhole) await complete({ context }, id, bytes);
  return id;
}

/** The bytes of a file come, all at once. */
export async function complete({ context }: Pick<Installation, 'context'>, id: string, bytes: Buffer): Promise<void> {
  await writeObject(storageOf(context), partKey(id, 0), Readable.from([bytes]));
  await receivedWhole(context, id);
}

/** Waits until a file is decided, and returns it. */
export const decided = ({ context }: Installation, id: string): Promise<Attachment> =>
  until(
    async () => {
      const file = (await findFile(context.db, id))?.attachment;
      return file?.state === 'ready' || file?.state === 'refused' ? file : null;
    },
    `file ${id} to be decided`,
    120,
  );

/** The bytes that are kept of a file. */
export const keptBytes = async ({ context }: Installation, id: string): Promise<Buffer> =>
  buffer((await storageOf(context).read(`files/${id}/original`)).bytes);

/** The team answers with files. */
export async function answersWith(
  { context }: Installation,
  caller: StaffCaller,
  { conversationId }: Pick<Talk, 'conversationId'>,
  { content, files }: { content?: string; files: { id: string; alt?: string }[] },
): Promise<void> {
  await postMessage(context, caller, { conversationId }, { content, attachments: files });
}
