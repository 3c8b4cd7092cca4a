/** Sets the options of jobs by queue: their id, the number of attempts, and how long they are stored. */
import { type DeliveryQueue, deliveryChannels } from '@parley/contracts/channels/list';
import type { JobPayload, QueueName } from '@parley/contracts/jobs';
import type { JobsOptions } from 'bullmq';

/** The waits between attempts are computed where `RETRY_WAIT_SCALE` is known: by the worker. */
export const scaledBackOff = 'scaled';

/**
 * Options for unexpected failures: so many attempts, the second after `delay` milliseconds, each further one after
 * twice the wait.
 */
const tries = (attempts: number, delay: number): JobsOptions => ({ attempts, backoff: { type: scaledBackOff, delay } });

/** For jobs that are repeated anyway, or with a requester who no longer waits at a second attempt. */
const once: JobsOptions = { attempts: 1 };

/** A row contains the outcome. Nothing of the job is stored, so that it can be added again. */
const nothingKept: JobsOptions = { removeOnComplete: true, removeOnFail: true };

/** Failed calls are counted in `deliveries`; these tries are for faults of our own. */
const deliveryOptions = ({ deliveryId, attempts }: JobPayload<DeliveryQueue>): JobsOptions => ({
  jobId: `${deliveryId}-${attempts}`,
  ...tries(5, 2_000),
  ...nothingKept,
});

const deliveryQueues = Object.fromEntries(deliveryChannels.map(({ queue }) => [queue, deliveryOptions])) as {
  [Q in DeliveryQueue]: typeof deliveryOptions;
};

/** For jobs with a waiting requester, who must find the result; it is not needed for longer. */
const asked: JobsOptions = { ...once, removeOnComplete: { age: 60 }, removeOnFail: { age: 60 } };

/** Options by queue. Adding a job with a known id adds nothing. BullMQ allows no colon in an id. */
export const jobOptions: { [Q in QueueName]: (payload: JobPayload<Q>) => JobsOptions } = {
  events: ({ id }) => ({ jobId: id, ...tries(8, 500) }),
  rules: ({ eventId, ruleId }) => ({ jobId: ruleId ? `${eventId}-${ruleId}` : `rules-${eventId}`, ...tries(8, 500) }),
  notifications: ({ id }) => ({ jobId: `notifications-${id}`, ...tries(8, 500) }),
  // Steps that stay due add it again.
  'notification-ways': ({ userId, way }) => ({ jobId: `${way}-${userId}`, ...tries(4, 2_000), ...nothingKept }),
  push: () => ({ ...tries(6, 5_000), ...nothingKept }),
  'ai-replies': ({ eventId }) => ({ jobId: `reply-${eventId}`, ...tries(3, 1_000) }),
  'ai-suggestions': () => asked,
  copilot: () => asked,
  ...deliveryQueues,
  inbound: () => ({ ...tries(5, 2_000), ...nothingKept }),
  'inbound-watch': () => once,
  'mailbox-check': () => once,
  // For a quarter of an hour: the file storage may be away.
  'inbound-mail': ({ inboundMailId }) => ({ jobId: `mail-${inboundMailId}`, ...tries(10, 2_000), ...nothingKept }),
  'mail-check': () => asked,
  // A link is worth nothing after an hour.
  'account-mails': () => ({ ...tries(8, 2_000), ...nothingKept }),
  'report-mails': ({ reportMailId }) => ({
    jobId: `report-mail-${reportMailId}`,
    ...tries(5, 2_000),
    ...nothingKept,
  }),
  files: ({ fileId }) => ({ jobId: `file-${fileId}`, ...tries(6, 1_000), ...nothingKept }),
  'voice-notes': ({ fileId }) => ({ jobId: `voice-note-${fileId}`, ...tries(3, 5_000), ...nothingKept }),
  knowledge: ({ sourceId }) => ({ jobId: `knowledge-${sourceId}`, ...tries(5, 2_000), ...nothingKept }),
  rehearsals: ({ rehearsalId }) => ({ jobId: `rehearsal-${rehearsalId}`, ...tries(5, 2_000), ...nothingKept }),
  bulk: ({ batchId }) => ({ jobId: `bulk-${batchId}`, ...tries(5, 2_000), ...nothingKept }),
  imports: ({ importId }) => ({ jobId: `import-${importId}`, ...tries(5, 2_000), ...nothingKept }),
  simulations: ({ simulationId }) => ({ jobId: `simulation-${simulationId}`, ...tries(3, 1_000), ...nothingKept }),
  'bulk-messages': ({ bulkMessageId }) => ({
    jobId: `bulk-message-${bulkMessageId}`,
    ...tries(5, 2_000),
    ...nothingKept,
  }),
  routing: () => ({ ...tries(3, 500), ...nothingKept }),
  sync: () => once,
  maintenance: () => once,
};
