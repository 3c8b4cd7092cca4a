/** Writes down what is said in voice notes, where a model for it is set. Without a transcript a note stays as it is. */
import { attachmentTranscriptMaxLength } from '@parley/contracts/messages/limits';
import { recordAiRun } from '@parley/db/ai/runs';
import { conversationState } from '@parley/db/conversations/read';
import { findFile, storeTranscript } from '@parley/db/files/uploads';
import { isUnwritten, queueTranscripts } from '../events/queue-transcripts.ts';
import type { ExternalContext } from '../external/services.ts';
import { bytesOfFile } from '../files/outgoing.ts';
import { publishFile } from '../files/uploads.ts';
import { countTokens, isOutOfTokens, limitsOf } from './budget.ts';
import { modelAccess } from './model-access.ts';
import { costUsd, ModelFailed, writeDownSpeech } from './model.ts';

/** Raised when what is asked for changes. */
const version = 'voice-2026-11-1';

/** Plans it for a file after its check, if a message has brought it already. */
export async function planTranscript(context: ExternalContext, fileId: string): Promise<void> {
  const file = await findFile(context.db, fileId);
  if (!file?.conversationId || file.seq === null) return;
  await queueTranscripts(context, { conversationId: file.conversationId, seq: file.seq });
}

/**
 * Writes a voice note down and publishes it to readers of its message; not on websites without the copilot, nor when the
 * day's tokens are spent. A refusal is final: the note has no transcript then.
 *
 * @throws ModelFailed that passes
 */
export async function transcribe(context: ExternalContext, fileId: string): Promise<void> {
  const { aiConfig, copilotConfig } = await context.settings.read();
  const { transcriptionModel: model, exceptWebsiteIds } = copilotConfig;
  const access = await modelAccess(context);
  const file = await findFile(context.db, fileId);
  if (model === '' || !access || !file?.conversationId || !isUnwritten(file.attachment)) return;
  const { conversationId, seq, attachment } = file;
  const websiteId = (await conversationState(context.db, conversationId))?.websiteId ?? null;
  if (websiteId !== null && exceptWebsiteIds.includes(websiteId)) return;
  if (await isOutOfTokens(context, limitsOf(access, aiConfig))) return;
  const bytes = await bytesOfFile(context, fileId);
  if (!bytes) return;
  const started = performance.now();
  const record = async (outcome: string, tokens = { inputTokens: 0, outputTokens: 0 }, error: string | null = null) => {
    const { inputTokens, outputTokens } = tokens;
    const milliseconds = performance.now() - started;
    const cost = costUsd(model, inputTokens, outputTokens, { input: null, output: null });
    const run = { kind: 'transcript' as const, outcome, inputTokens, outputTokens, costUsd: cost };
    context.external.onAiRun?.({ ...run, seconds: milliseconds / 1000 });
    await countTokens(context, inputTokens + outputTokens);
    const about = { conversationId, visitorId: null, aiEpoch: null, messageSeq: seq, model, promptVersion: version };
    await recordAiRun(context.db, { ...run, ...about, latencyMs: Math.round(milliseconds), error });
  };
  try {
    const written = await writeDownSpeech(access, { model, bytes: new Uint8Array(bytes), type: attachment.type ?? '' });
    const text = written.text.toWellFormed().replaceAll('\0', '').slice(0, attachmentTranscriptMaxLength);
    await record(text === '' ? 'unreadable' : 'answered', written);
    const stored = text === '' ? undefined : await storeTranscript(context.db, fileId, text);
    if (stored) await publishFile(context, stored);
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    await record(error.kind, undefined, error.message.slice(0, 500));
    if (error.transient) throw error;
    context.log.warn({ err: error, fileId }, 'a voice note was not written down');
  }
}
