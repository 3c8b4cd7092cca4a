/** Files that are fetched from where somebody else keeps them: the message that brings them is there already. */
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { findFile, resizeFile, type StoredFile } from '@parley/db/files/uploads';
import { OutboundTooLarge } from '@parley/service/outbound-errors';
import { receivingOf } from '../channels/channels.ts';
import { CallFailed } from '../integrations/answer.ts';
import type { ExternalContext } from '../integrations/external-services.ts';
import { keepIncoming } from './incoming.ts';
import { originalOf } from './outgoing.ts';
import { largestOf } from './uploads.ts';

/**
 * Fetches a file that was announced, and has it checked. Nothing where it has come, or somebody sends it. Refused where
 * it is to be had no more.
 *
 * @throws CallFailed, OutboundError, DependencyUnavailable for what passes: the file waits
 */
export async function fetchFile(context: ExternalContext, id: string): Promise<void> {
  const file = await findFile(context.db, id);
  if (!file?.source || file.attachment.state !== 'receiving') return;
  const { channel, reference } = file.source;
  const bytes =
    channel === 'sync' ? await copied(context, reference) : await sent(context, { channel, reference }, file.allowed);
  // What was announced may not have said how large it is.
  if (bytes) await resizeFile(context.db, id, bytes.length);
  await keepIncoming(context, id, bytes);
}

/** Null where there is nothing to be had. */
async function copied({ external }: ExternalContext, reference: string): Promise<Uint8Array | null> {
  return (external.sourceFiles && (await originalOf(external.sourceFiles, reference))) ?? null;
}

/** Null where the channel has it no more, or it is larger than its website takes, which nobody may have said before. */
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
