import { type JobPayload, queues } from '@parley/contracts/jobs';
import { judgeAnswers } from '@parley/core/ai/judge';
import { resumeRehearsals } from '@parley/core/ai/rehearsal/run';
import { applyAuditRetention } from '@parley/core/audit/retention';
import { tellOfAudit } from '@parley/core/audit/stream';
import { sweepOutbox } from '@parley/core/events/sweep';
import { removeDoomedFiles, removeStrayObjects, resumeFiles } from '@parley/core/files/sweep';
import { resumeBatches } from '@parley/core/bulk/start';
import { indexChangedArticles } from '@parley/core/knowledge/index-articles';
import { embedPassages, indexVectors } from '@parley/core/knowledge/embeddings';
import { startDueSources } from '@parley/core/knowledge/sources';
import { applyRetention, closeIdle, remindOfUnanswered } from '@parley/core/upkeep/conversations';
import { requeueForgotten, switchOffFailingWebhooks } from '@parley/core/upkeep/deliveries';
import { planDigests } from '@parley/core/upkeep/digests';
import { sendDue } from '@parley/core/conversations/scheduled';
import { wakeDue } from '@parley/core/conversations/snooze';
import { publishDue } from '@parley/core/help/articles';
import { forgetOldSearches } from '@parley/core/help/todos';
import { completeSearch } from '@parley/core/upkeep/search';
import { mergeCounts } from '@parley/db/conversations/counts';
import { deleteUnusedImages } from '@parley/db/upkeep/images';
import { forgetOutdatedSecrets } from '@parley/db/webhooks/webhooks';
import { type Acting, defineJob } from '../define-job.ts';
import type { JobContext } from '../job-context.ts';

type Task = JobPayload<'upkeep'>['task'];

/** Each answers how much there was to do, and may run beside itself on another worker. */
const tasks: Record<Task, (context: JobContext) => Promise<number>> = {
  'sweep-outbox': sweepOutbox,
  'close-idle': closeIdle,
  retention: async (context) =>
    (await applyRetention(context)) + (await applyAuditRetention(context)) + (await forgetOldSearches(context)),
  unanswered: remindOfUnanswered,
  digest: planDigests,
  search: completeSearch,
  lists: async (context) => (await resumeBatches(context)) + (await mergeCounts(context.db)),
  // Who holds a message back counts the seconds.
  wake: async (context) => (await sendDue(context)) + (await wakeDue(context)) + (await publishDue(context)),
  files: async (context) => (await removeDoomedFiles(context)) + (await resumeFiles(context)),
  'stray-files': removeStrayObjects,
  audit: tellOfAudit,
  answers: async (context) => (await judgeAnswers(context)) + (await resumeRehearsals(context)),
  knowledge: async (context) =>
    (await indexChangedArticles(context)) +
    (await startDueSources(context)) +
    (await embedPassages(context)) +
    (await indexVectors(context)),
  images: ({ db }) => deleteUnusedImages(db),
  webhooks: async (context) =>
    (await requeueForgotten(context)) +
    (await switchOffFailingWebhooks(context)) +
    (await forgetOutdatedSecrets(context.db)),
};

const byRule = { nobody: 'keeps to a rule of the settings, or of the product' };

const upkeepActs: readonly Acting[] = [
  {
    part: 'wake: scheduled and held messages',
    whoAsked: 'the author',
    needs: 'conversations.reply',
    within: 'the conversation',
    otherwise: 'it is stopped, and its author’s list says why',
  },
  { part: 'wake: reminders', nobody: 'reaches its person’s own sockets alone, while they see the conversation' },
  { part: 'wake: snoozed conversations, articles', nobody: 'a time has come that was set by who might' },
  ...Object.keys(tasks)
    .filter((task) => task !== 'wake')
    .map((part) => ({ part, ...byRule })),
];

/** What is done every so often: see `schedule.ts`. */
export const upkeepJob = defineJob({
  name: 'upkeep',
  payload: queues.upkeep,
  acts: upkeepActs,
  concurrency: 8,
  outlivesOutages: false,
  handler: (context, { task }) => tasks[task](context),
});
