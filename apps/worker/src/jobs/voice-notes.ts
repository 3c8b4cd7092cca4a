import { queues } from '@parley/contracts/jobs';
import { transcribe } from '@parley/core/ai/voice-notes';
import { defineJob } from '../define-job.ts';

/** Writes down what is said in voice notes. Two at once: each waits for a model. */
export const voiceNotesJob = defineJob({
  name: 'voice-notes',
  payload: queues['voice-notes'],
  concurrency: 2,
  handler: (context, { fileId }) => transcribe(context, fileId),
});
