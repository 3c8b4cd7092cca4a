import { type MaintenanceTask, queues } from '@parley/contracts/jobs';
import { findTopics } from '@parley/core/ai/clusters/find-topics';
import { estimateReviews } from '@parley/core/ai/estimate-reviews';
import { judgeAnswers } from '@parley/core/ai/judge';
import { applyAuditRetention } from '@parley/core/audit/retention';
import { runTimedRules } from '@parley/core/integrations/rules/timed';
import { sendAuditEntries } from '@parley/core/integrations/webhook/audit-entries';
import { sendDue } from '@parley/core/messages/scheduled';
import { wakeDue } from '@parley/core/conversations/snooze';
import { sweepOutbox } from '@parley/core/events/sweep';
import { removeDoomedFiles, refuseStaleFiles, removeStrayObjects } from '@parley/core/files/sweep';
import { publishDue } from '@parley/core/help/articles';
import { forgetOldSearches } from '@parley/core/help/todos';
import { embedAndNote } from '@parley/core/knowledge/embedding-state';
import { indexVectors } from '@parley/core/knowledge/embeddings';
import { findContradictions } from '@parley/core/knowledge/find-contradictions';
import { indexChangedArticles } from '@parley/core/knowledge/index-articles';
import { applyRetention, closeIdle, remindOfUnanswered } from '@parley/core/maintenance/conversations';
import { switchOffFailingWebhooks } from '@parley/core/maintenance/deliveries';
import { planDigests } from '@parley/core/maintenance/digests';
import { requeueTasks } from '@parley/core/maintenance/forgotten';
import { completeSearch } from '@parley/core/maintenance/search';
import { pushToVisitors } from '@parley/core/visitors/push-messages';
import { queueDueNotifications } from '@parley/core/notifications/send';
import { publishAvailabilities } from '@parley/core/presence/availability';
import { askDueRatings } from '@parley/core/ratings/ask';
import { sampleReviews } from '@parley/core/reviews/sample';
import { returnLeft } from '@parley/core/routing/route';
import { refreshHolidays } from '@parley/core/settings/schedules';
import { runClocks } from '@parley/core/sla/clocks';
import { measureService } from '@parley/core/sla/forecast';
import { planReportMails } from '@parley/core/stats/report-mails';
import { updateFacts } from '@parley/core/stats/facts';
import { mergeCounts } from '@parley/db/conversations/counts';
import { notificationDays } from '@parley/contracts/notifications/limits';
import { deleteUnusedImages } from '@parley/db/maintenance/images';
import { deleteNotificationsBefore } from '@parley/db/notifications/write';
import { extendShifts } from '@parley/db/users/shifts';
import { forgetOutdatedSecrets } from '@parley/db/webhooks/webhooks';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../job-context.ts';

interface Task {
  /** Seconds between two runs. */
  every: number;
  /** Returns how much there was to do. Two workers may run it at once. */
  run(context: JobContext): Promise<number>;
}

const minute = 60;
const hour = 60 * minute;

/** All maintenance tasks. Each is a scheduled job of its own: one that fails holds up no other. */
export const maintenanceTasks: Record<MaintenanceTask, Task> = {
  ...requeueTasks,
  'sweep-outbox': { every: 2, run: sweepOutbox },
  // Representatives who hold their messages back count the seconds.
  'send-scheduled': { every: 2, run: sendDue },
  'wake-snoozed': { every: 2, run: wakeDue },
  'send-notifications': { every: 2, run: queueDueNotifications },
  'publish-availability': { every: 5, run: (context) => publishAvailabilities(context) },
  'run-sla-clocks': { every: 2, run: runClocks },
  'ask-ratings': { every: 2, run: askDueRatings },
  'sample-reviews': { every: 2 * minute, run: sampleReviews },
  'estimate-reviews': { every: minute, run: estimateReviews },
  'find-topics': { every: 10 * minute, run: findTopics },
  'find-contradictions': { every: minute, run: findContradictions },
  'run-timed-rules': { every: 15, run: runTimedRules },
  // Reports show a change within 5 seconds.
  'update-facts': { every: 3, run: updateFacts },
  'plan-report-mails': { every: 15, run: planReportMails },
  'publish-articles': { every: 2, run: publishDue },
  'chain-audit-log': { every: 2, run: sendAuditEntries },
  'index-search': { every: 5, run: completeSearch },
  'plan-digests': { every: 10, run: planDigests },
  'push-to-visitors': { every: 5, run: pushToVisitors },
  'index-articles': { every: 10, run: indexChangedArticles },
  'embed-passages': { every: 10, run: embedAndNote },
  'index-vectors': { every: 10, run: indexVectors },
  'judge-answers': { every: 15, run: judgeAnswers },
  'remind-unanswered': { every: 15, run: remindOfUnanswered },
  'return-unanswered': { every: 15, run: returnLeft },
  'disable-failing-webhooks': { every: 30, run: switchOffFailingWebhooks },
  'measure-service': { every: 10 * minute, run: measureService },
  'merge-counts': { every: minute, run: ({ db }) => mergeCounts(db) },
  'delete-files': { every: minute, run: removeDoomedFiles },
  'refuse-stale-files': { every: minute, run: refuseStaleFiles },
  'close-idle': { every: 10 * minute, run: closeIdle },
  'delete-webhook-secrets': { every: 10 * minute, run: ({ db }) => forgetOutdatedSecrets(db) },
  'apply-retention': { every: hour, run: applyRetention },
  'apply-audit-retention': { every: hour, run: applyAuditRetention },
  'delete-help-searches': { every: hour, run: forgetOldSearches },
  'extend-shifts': { every: 6 * hour, run: ({ db }) => extendShifts(db) },
  'refresh-holidays': { every: 10 * minute, run: refreshHolidays },
  'delete-notifications': { every: hour, run: ({ db }) => deleteNotificationsBefore(db, notificationDays) },
  'delete-images': { every: 6 * hour, run: ({ db }) => deleteUnusedImages(db) },
  'delete-stray-objects': { every: 6 * hour, run: removeStrayObjects },
};

export const maintenanceJob = defineJob({
  name: 'maintenance',
  payload: queues.maintenance,
  concurrency: 8,
  outlivesOutages: false,
  labelOf: ({ task }) => task,
  async handler(context, { task }) {
    const count = await maintenanceTasks[task].run(context);
    context.metrics.maintained(task, count);
    return count;
  },
});
