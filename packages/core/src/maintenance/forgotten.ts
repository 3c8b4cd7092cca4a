/**
 * Adds jobs again for work that has none: Redis was away when it was stored, or has lost its queues since. The database
 * holds the work and its state, and the job only looks at it, so that one job too many does no harm.
 */
import { deliveryChannels } from '@parley/contracts/channels/list';
import type { MaintenanceTask } from '@parley/contracts/jobs';
import { rehearsalsLeft } from '@parley/db/ai/rehearsals';
import { unfinishedBatches } from '@parley/db/bulk/batches';
import { dueBulkMessages } from '@parley/db/bulk/messages';
import { hasForgottenInboundEvents } from '@parley/db/channels/inbound';
import { dueDeliveries } from '@parley/db/deliveries/deliveries';
import { forgottenFiles } from '@parley/db/files/sweep';
import { sourcesLeft, startReading } from '@parley/db/knowledge/sources';
import { importsAtWork } from '@parley/db/imports/imports';
import { unprocessedMailIds } from '@parley/db/mail/inbound';
import { waitingReportMails } from '@parley/db/stats/saved-reports';
import { teamsWithQueue } from '@parley/db/routing/routing';
import { deliveringOf } from '../integrations/channels.ts';
import type { Context } from '../context.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { continueFile } from '../files/uploads.ts';
import type { ExternalContext } from '../external/services.ts';

interface ForgottenWork<C, W> {
  /** Seconds between two looks. */
  every: number;
  /** Returns work that may have lost its job. */
  find(context: C): Promise<readonly W[]>;
  /** Adds its job. BullMQ ignores a job with an ID that exists already. */
  enqueue(context: C, work: W): Promise<void>;
}

/**
 * Age in seconds from which work with jobs without IDs of their own is checked: younger work still has its first job.
 */
const graceSeconds = 60;
const batchSize = 500;

const task = <W, C extends Context = Context>(work: ForgottenWork<C, W>) => ({
  every: work.every,
  /** Returns the number of jobs that were asked for. */
  async run(context: C): Promise<number> {
    const found = await work.find(context);
    for (const each of found) await work.enqueue(context, each);
    return found.length;
  },
});

/** Tasks that pick up forgotten work, one for each kind. */
export const requeueTasks = {
  'requeue-deliveries': task({
    every: 30,
    find: ({ db }) =>
      dueDeliveries(db, {
        olderThan: new Date(Date.now() - graceSeconds * 1000),
        inOrder: deliveryChannels.map(({ id }) => id).filter((id) => deliveringOf(id).inOrder),
        limit: batchSize,
      }),
    enqueue: (context, delivery) => enqueueDelivery(context, delivery, 'forgotten'),
  }),
  'requeue-mails': task({
    every: 30,
    find: ({ db }) => unprocessedMailIds(db, batchSize),
    enqueue: ({ queues }, inboundMailId) => queues.add('inbound-mail', { inboundMailId }),
  }),
  'requeue-inbound': task({
    every: 30,
    // A single job goes through all of them.
    find: async ({ db }) => ((await hasForgottenInboundEvents(db, graceSeconds)) ? ['events'] : []),
    enqueue: ({ queues }) => queues.add('inbound', {}),
  }),
  'requeue-batches': task({
    every: 60,
    find: ({ db }) => unfinishedBatches(db),
    enqueue: ({ queues }, batchId) => queues.add('bulk', { batchId }),
  }),
  'requeue-bulk-messages': task({
    every: 30,
    find: ({ db }) => dueBulkMessages(db),
    enqueue: ({ queues }, bulkMessageId) => queues.add('bulk-messages', { bulkMessageId }),
  }),
  'requeue-report-mails': task({
    every: 30,
    find: ({ db }) => waitingReportMails(db, batchSize),
    enqueue: ({ queues }, reportMailId) => queues.add('report-mails', { reportMailId }),
  }),
  'requeue-files': task({
    every: 60,
    find: async ({ db, external }: ExternalContext) =>
      external.files ? forgottenFiles(db, graceSeconds, batchSize) : [],
    enqueue: continueFile,
  }),
  'requeue-sources': task({
    every: 10,
    find: ({ db }) => sourcesLeft(db),
    async enqueue({ db, queues }, sourceId) {
      await startReading(db, sourceId);
      await queues.add('knowledge', { sourceId });
    },
  }),
  'requeue-rehearsals': task({
    every: 15,
    find: ({ db }) => rehearsalsLeft(db),
    enqueue: ({ queues }, rehearsalId) => queues.add('rehearsals', { rehearsalId }),
  }),
  'requeue-imports': task({
    every: 15,
    find: ({ db }) => importsAtWork(db),
    enqueue: ({ queues }, importId) => queues.add('imports', { importId }),
  }),
  // An event that was lost: the decision itself is repeatable.
  'requeue-routing': task({
    every: 15,
    find: ({ db }) => teamsWithQueue(db),
    enqueue: ({ queues }, teamId) => queues.add('routing', { teamId }),
  }),
} satisfies Record<Extract<MaintenanceTask, `requeue-${string}`>, unknown>;
