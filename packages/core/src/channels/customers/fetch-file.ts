/** Fetches files from external servers: their message exists already. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { findFile, resizeFile, type StoredFile } from '@parley/db/files/uploads';
import { OutboundTooLarge } from '@parley/service/outbound-errors';
import { receivingOf } from '../list.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { keepIncoming } from '../../files/incoming.ts';
import { originalOf } from '../../files/outgoing.ts';
import { largestOf } from '../../files/uploads.ts';

/**
 * Fetches an announced file and queues its check. Does nothing if it has arrived or is being uploaded. Refuses it if it
 * is no longer available.
 *
 * @throws CallFailed, OutboundError, DependencyUnavailable for transient failures: the file waits
 */
export async function fetchFile(context: ExternalContext, id: string): Promise<void> {
  const file = await findFile(context.db, id);
  if (!file?.source || file.attachment.state !== 'receiving') return;
  const { channel, reference } = file.source;
  const bytes =
    channel === 'sync' ? await copied(context, reference) : await sent(context, { channel, reference }, file.allowed);
  // The announced size may have been unknown.
  if (bytes) await resizeFile(context.db, id, bytes.length);
  await keepIncoming(context, id, bytes);
  if (channel !== 'sync') await receivingOf(channel).forgetFile?.(context, reference);
}

/** Null where there is nothing to be had. */
async function copied({ external }: ExternalContext, reference: string): Promise<Uint8Array | null> {
  return (external.sourceFiles && (await originalOf(external.sourceFiles, reference))) ?? null;
}

/** Returns null if the channel no longer has it, or it exceeds the website's limit; its size may have been unknown. */
async function sent(
  context: ExternalContext,
  { channel, reference }: { channel: CustomerChannel; reference: string },
  allowed: StoredFile['allowed'],
): Promise<Uint8Array | null> {
  const bytes = await receivingOf(channel)
    .fetchFile(context, reference)
    .catch((error: unknown) => {
      const isFinal = error instanceof CallFailed ? !error.transient : error instanceof OutboundTooLarge;
      if (isFinal) return null;
      throw error;
    });
  return bytes && bytes.length <= largestOf(allowed) ? bytes : null;
}
