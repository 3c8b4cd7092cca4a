/** Files that go out by mail or another channel, with the messages that bring them. */
import { buffer } from 'node:stream/consumers';
import { isUndecided } from '@parley/contracts/messages/attachments';
import type { Message } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { CallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { type FileStorage, ObjectMissing } from '../storage/storage.ts';
import { objectsOf, readBytes } from './uploads.ts';

/** A delivery waits so many attempts, a few minutes in all, for files that are being checked. */
const patientAttempts = 3;

/** @throws CallFailed, passing, while a file is being checked and there is time */
export function waitForFiles(
  messages: readonly Pick<Message, 'attachments'>[],
  { attempts }: { attempts: number },
): void {
  if (attempts < patientAttempts && messages.some((each) => each.attachments?.some(isUndecided)))
    throw new CallFailed(localize('files_unchecked'), { transient: true });
}

/** Returns the bytes of a file that is ready; undefined if they are deleted. */
export const bytesOfFile = (context: ExternalContext, id: string): Promise<Buffer | undefined> =>
  wholeOf(() => readBytes(context, id));

/** Returns the original bytes from any storage; undefined if they are deleted. */
export const originalOf = (storage: FileStorage, id: string): Promise<Buffer | undefined> =>
  wholeOf(() => storage.read(`${objectsOf(id)}original`));

async function wholeOf(read: () => ReturnType<FileStorage['read']>): Promise<Buffer | undefined> {
  try {
    return await buffer((await read()).bytes);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}
