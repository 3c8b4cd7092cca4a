/**
 * Selects the customers' pictures that the model is shown: those of websites with that setting on, re-encoded by the
 * check, of a size in which words can be read, and the newest few. Otherwise no picture is sent to the model.
 */
import { buffer } from 'node:stream/consumers';
import { isUndecided, type ThumbnailSize } from '@parley/contracts/messages/attachments';
import type { Message } from '@parley/contracts/entities';
import { aiContextMessages, aiPicturesMax } from '@parley/contracts/assistant/limits';
import type { ConversationState } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import { findWebsite } from '@parley/db/websites/websites';
import { followConversation } from '../events/follow-conversation.ts';
import type { FileStorage } from '../storage/storage.ts';
import { objectsOf } from '../files/uploads.ts';
import type { ExternalContext } from '../external/services.ts';
import { ModelFailed } from './model.ts';
import { noPictures, type ShownPictures } from './prompt.ts';
import type { Run } from './run.ts';

/** Returns whether the model may see this customer's pictures. */
export async function maySeePictures(
  { db, external }: ExternalContext,
  { websiteId }: Pick<ConversationState, 'websiteId'>,
): Promise<boolean> {
  if (!external.files || websiteId === null) return false;
  return (await findWebsite(db, websiteId))?.files.filesToAssistant ?? false;
}

const attachmentsOf = ({ attachments = [], removedAt, senderType }: Message) =>
  senderType === 'customer' && !removedAt ? attachments : [];

/** The newest messages, once the files that the customer has sent with them are decided, or at `until` as they are. */
export async function messagesWithFiles(
  context: Pick<ExternalContext, 'db' | 'publisher' | 'log'>,
  { conversationId, until, signal }: { conversationId: string; until: number; signal?: AbortSignal | undefined },
): Promise<Message[]> {
  const read = () => newestMessages(context.db, conversationId, aiContextMessages);
  const areDecided = (messages: readonly Message[]) => !messages.flatMap(attachmentsOf).some(isUndecided);
  let messages = await read();
  if (areDecided(messages)) return messages;
  const changes = followConversation(context, conversationId);
  const end = (): void => changes.end();
  signal?.addEventListener('abort', end);
  try {
    while (!areDecided(messages) && Date.now() < until) {
      await changes.next(until - Date.now());
      signal?.throwIfAborted();
      messages = await read();
    }
    return messages;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** The pictures among these messages, by the ids of their files. One that cannot be read is left out: the text goes on. */
export async function picturesOf(
  { external, log }: Pick<ExternalContext, 'external' | 'log'>,
  messages: readonly Message[],
): Promise<ShownPictures> {
  const pictures = messages
    .flatMap(attachmentsOf)
    .filter(({ state, kind, thumbnails }) => state === 'ready' && kind === 'picture' && thumbnails)
    .slice(-aiPicturesMax);
  const read = await Promise.all(
    pictures.map(async ({ id }): Promise<[string, string][]> => {
      try {
        const bytes = external.files && (await shownOf(external.files, id));
        return bytes ? [[id, `data:image/webp;base64,${bytes.toString('base64')}`]] : [];
      } catch (error) {
        log.warn({ err: error, file: id }, 'the model goes without a picture');
        return [];
      }
    }),
  );
  return new Map(read.flat());
}

/** Returns the larger version; for animations, which models don't accept, the smaller still one. */
async function shownOf(storage: FileStorage, id: string): Promise<Buffer> {
  const read = async (size: ThumbnailSize) => buffer((await storage.read(`${objectsOf(id)}${size}`)).bytes);
  const large = await read('large');
  return isAnimated(large) ? read('small') : large;
}

/** By the flags of a WebP's extended header. https://developers.google.com/speed/webp/docs/riff_container */
const isAnimated = (webp: Buffer): boolean =>
  webp.toString('latin1', 12, 16) === 'VP8X' && ((webp[20] ?? 0) & 0x02) !== 0;

/** Asks the model with the pictures, and again without them if it refuses. @throws errors of `ask` */
export async function askWithPictures(
  { log }: Pick<ExternalContext, 'log'>,
  pictures: ShownPictures,
  ask: (pictures: ShownPictures) => Promise<Run>,
): Promise<Run> {
  try {
    return await ask(pictures);
  } catch (error) {
    if (pictures.size === 0 || !(error instanceof ModelFailed) || error.kind !== 'rejected') throw error;
    log.warn({ err: error }, 'the model takes no pictures and is asked without');
    return ask(noPictures);
  }
}
