import { type MaintenanceTask, queues } from '@parley/contracts/jobs';
import { judgeAnswers } from '@parley/core/ai/judge';
import { resumeRehearsals } from '@parley/core/ai/rehearsal/run';
import { applyAuditRetention } from '@parley/core/audit/retention';
import { tellOfAudit } from '@parley/core/audit/stream';
import { resumeBatches } from '@parley/core/bulk/start';
import { sendDue } from '@parley/core/conversations/scheduled';
import { wakeDue } from '@parley/core/conversations/snooze';
import { sweepOutbox } from '@parley/core/events/sweep';
import { removeDoomedFiles, removeStrayObjects, resumeFiles } from '@parley/core/files/sweep';
import { publishDue } from '@parley/core/help/articles';
import { forgetOldSearches } from '@parley/core/help/todos';
import { embedAndNote } from '@parley/core/knowledge/embedding-state';
import { indexVectors } from '@parley/core/knowledge/embeddings';
import { indexChangedArticles } from '@parley/core/knowledge/index-articles';
import { startDueSources } from '@parley/core/knowledge/sources';
import { applyRetention, closeIdle, remindOfUnanswered } from '@parley/core/maintenance/conversations';
import { requeueForgotten, switchOffFailingWebhooks } from '@parley/core/maintenance/deliveries';
import { planDigests } from '@parley/core/maintenance/digests';
import { completeSearch } from '@parley/core/maintenance/search';
import { mergeCounts } from '@parley/db/conversations/counts';
import { deleteUnusedImages } from '@parley/db/maintenance/images';
import { forgetOutdatedSecrets } from '@parley/db/webhooks/webhooks';
import { type Acting, defineJob } from '../define-job.ts';
import type { JobContext } from '../job-context.ts';

interface Task {
  /** Seconds between two runs. */
  every: number;
  /** Returns how much there was to do. Two workers may run it at once. */
  run(context: JobContext): Promise<number>;
  /** In whose name it acts, where it isn't a rule of the settings or of the product. */
  acts?: readonly Acting[];
}

const minute = 60;
const hour = 60 * minute;

/** All maintenance tasks. Each is a scheduled job of its own: one that fails holds up no other. */
export const maintenanceTasks: Record<MaintenanceTask, Task> = {
  'sweep-outbox': { every: 2, run: sweepOutbox },
  'send-scheduled': {
    // Representatives who hold their messages back count the seconds.
    every: 2,
    run: sendDue,
    acts: [
      {
        whoAsked: 'the author',
        needs: 'conversations.reply',
        within: 'the conversation',
        otherwise: 'it is stopped, and its author’s list says why',
      },
    ],
  },
  'wake-snoozed': {
    every: 2,
    run: wakeDue,
    acts: [
      { part: 'snoozed conversations', nobody: 'the time of somebody with the right has come' },
      { part: 'reminders', nobody: 'reaches its person’s own sockets alone, while they see the conversation' },
    ],
  },
  'publish-articles': {
    every: 2,
    run: publishDue,
    acts: [{ nobody: 'the time of somebody with the right has come' }],
  },
  'chain-audit-log': { every: 2, run: tellOfAudit },
  'index-search': { every: 5, run: completeSearch },
  'plan-digests': { every: 10, run: planDigests },
  'index-articles': { every: 10, run: indexChangedArticles },
  'start-due-sources': { every: 10, run: startDueSources },
  'embed-passages': { every: 10, run: embedAndNote },
  'index-vectors': { every: 10, run: indexVectors },
  'judge-answers': { every: 15, run: judgeAnswers },
  'resume-rehearsals': { every: 15, run: resumeRehearsals },
  'remind-unanswered': { every: 15, run: remindOfUnanswered },
  'requeue-forgotten': { every: 30, run: requeueForgotten },
  'disable-failing-webhooks': { every: 30, run: switchOffFailingWebhooks },
  'resume-batches': { every: minute, run: resumeBatches },
  'merge-counts': { every: minute, run: ({ db }) => mergeCounts(db) },
  'delete-files': { every: minute, run: removeDoomedFiles },
  'resume-files': { every: minute, run: resumeFiles },
  'close-idle': { every: 10 * minute, run: closeIdle },
  'delete-webhook-secrets': { every: 10 * minute, run: ({ db }) => forgetOutdatedSecrets(db) },
  'apply-retention': { every: hour, run: applyRetention },
  'apply-audit-retention': { every: hour, run: applyAuditRetention },
  'delete-help-searches': { every: hour, run: forgetOldSearches },
  'delete-images': { every: 6 * hour, run: ({ db }) => deleteUnusedImages(db) },
  'delete-stray-objects': { every: 6 * hour, run: removeStrayObjects },
};

const byRule: readonly Acting[] = [{ nobody: 'keeps to a rule of the settings, or of the product' }];

export const maintenanceJob = defineJob({
  name: 'maintenance',
  payload: queues.maintenance,
  acts: Object.entries(maintenanceTasks).flatMap(([task, { acts = byRule }]) =>
    acts.map((acting) => ({ ...acting, part: acting.part ? `${task}: ${acting.part}` : task })),
  ),
  concurrency: 8,
  outlivesOutages: false,
  labelOf: ({ task }) => task,
  handler: (context, { task }) => maintenanceTasks[task].run(context),
});
