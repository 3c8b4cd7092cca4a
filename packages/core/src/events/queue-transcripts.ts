/** Plans that voice notes of sent messages are written down, where a model for it is set. */
import type { Message } from '@parley/contracts/entities';
import type { Attachment } from '@parley/contracts/messages/attachments';
import { findMessage } from '@parley/db/messages/read';
import type { Context } from '../context.ts';
import { addOrLeave } from '../queues.ts';

/** Whether a file is a voice note that can be written down. */
export const isUnwritten = ({ kind, state, transcript }: Attachment): boolean =>
  kind === 'audio' && state === 'ready' && transcript === undefined;

/** Adds a job for each voice note of a message. Those that are still checked follow after their check. */
export async function queueTranscripts(
  context: Context,
  { conversationId, seq }: { conversationId: string; seq: number },
  known?: Message,
): Promise<void> {
  if ((await context.settings.read()).copilotConfig.transcriptionModel === '') return;
  const message = known ?? (await findMessage(context.db, conversationId, seq));
  for (const file of message?.attachments ?? [])
    if (isUnwritten(file)) await addOrLeave(context, 'voice-notes', { fileId: file.id });
}
