/** Files that customers have sent are fetched from where their channel keeps them: the message is there already. */
import { findFile, resizeFile } from '@parley/db/files/uploads';
import { OutboundTooLarge } from '@parley/service/outbound-errors';
import { keepIncoming } from '../../files/incoming.ts';
import { CallFailed } from '../../integrations/answer.ts';
import type { ExternalContext } from '../../integrations/external-services.ts';
import { receivingOf } from '../channels.ts';

/**
 * Fetches a file that was announced, and has it checked. Nothing where it has come, or somebody sends it. Refused where
 * the channel has it no more.
 *
 * @throws CallFailed, OutboundError for what passes: the file waits
 */
export async function fetchFile(context: ExternalContext, id: string): Promise<void> {
  const file = await findFile(context.db, id);
  if (!file?.source || file.attachment.state !== 'receiving') return;
  const { channel, reference } = file.source;
  const bytes = await receivingOf(channel)
    .fetchFile(context, reference)
    .catch((error: unknown) => {
      const isFinal = error instanceof CallFailed ? !error.transient : error instanceof OutboundTooLarge;
      if (isFinal) return null;
      throw error;
    });
  // What was announced may not have said how large it is.
  if (bytes) await resizeFile(context.db, id, bytes.length);
  await keepIncoming(context, id, bytes);
}
