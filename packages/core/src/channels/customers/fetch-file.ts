/** Fetches files from external servers: their message exists already. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { uploadMaxBytes } from '@parley/contracts/messages/limits';
import { findFile, resizeFile, type StoredFile } from '@parley/db/files/uploads';
import type { FileSource } from '@parley/db/tables/files';
import { OutboundError, OutboundTooLarge } from '@parley/service/outbound-errors';
import { receivingOf } from '../list.ts';
import { CallFailed, expectSuccess, isTransientStatus } from '../../external/answer.ts';
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
  const bytes = await bytesFrom(context, file.source, file.allowed);
  // The announced size may have been unknown.
  if (bytes) await resizeFile(context.db, id, bytes.length);
  await keepIncoming(context, id, bytes);
  if (isOfChannel(file.source)) await receivingOf(file.source.channel).forgetFile?.(context, file.source.reference);
}

interface SentSource {
  channel: CustomerChannel;
  reference: string;
}

const isOfChannel = (source: FileSource): source is SentSource =>
  source.channel !== 'sync' && source.channel !== 'import';

function bytesFrom(
  context: ExternalContext,
  source: FileSource,
  allowed: StoredFile['allowed'],
): Promise<Uint8Array | null> {
  if (isOfChannel(source)) return sent(context, source, allowed);
  return source.channel === 'sync' ? copied(context, source.reference) : linked(context, source.reference);
}

/** Null where there is nothing to be had. */
async function copied({ external }: ExternalContext, reference: string): Promise<Uint8Array | null> {
  return (external.sourceFiles && (await originalOf(external.sourceFiles, reference))) ?? null;
}

/** Returns the bytes at an address; null for one that refuses them, which keys of the other product don't open. */
async function linked({ external }: ExternalContext, address: string): Promise<Uint8Array | null> {
  const answer = await external.outbound
    .request(address, { maxBytes: uploadMaxBytes, timeoutMs: 60_000 })
    .catch((error: unknown) => {
      if (error instanceof OutboundError && !error.transient) return null;
      throw error;
    });
  if (answer === null) return null;
  if (isTransientStatus(answer.status)) expectSuccess(new URL(answer.url).host, answer);
  return answer.status === 200 ? answer.bytes : null;
}

/** Returns null if the channel no longer has it, or it exceeds the website's limit; its size may have been unknown. */
async function sent(
  context: ExternalContext,
  { channel, reference }: SentSource,
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
