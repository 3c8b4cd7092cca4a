/** The worker's metrics: how much waits and for how long, how jobs end, what the outside and the model cost. */
import { type MaintenanceTask, queueNames } from '@parley/contracts/jobs';
import {
  type AiBudget,
  type AiRunMetrics,
  type ExternalServices,
  type PushOutcome,
  pushOutcomes,
} from '@parley/core/external/services';
import { differsFromNotes } from '@parley/core/audit/note-head';
import type { OpenContext } from '@parley/core/open-context';
import { poolStats } from '@parley/db/database';
import { waitingBytes } from '@parley/db/files/before-message';
import { outboxStats } from '@parley/db/outbox/claim';
import { type Metrics, poolMetrics } from '@parley/service/metrics';

const jobOutcomes = ['done', 'again', 'failed', 'dead'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

export interface WorkerMetrics {
  jobEnded(queue: string, outcome: JobOutcome, seconds: number): void;
  delivery(channel: string, status: string): void;
  inboundMail(outcome: string): void;
  inboundEvent(outcome: string): void;
  aiRun(run: AiRunMetrics): void;
  fileChecked(outcome: string): void;
  aiBudgetSpent(limit: keyof AiBudget): void;
  maintained(task: MaintenanceTask, count: number): void;
  pushed(outcome: PushOutcome): void;
}

const waitingStates = ['waiting', 'active', 'delayed', 'failed', 'prioritized'] as const;

/** Metrics asked for at each scrape fail quietly: a scrape must not hang on a Redis that is away. */
const quietly = async (ask: () => Promise<void>): Promise<void> => {
  await ask().catch(() => undefined);
};

export function workerMetrics(
  metrics: Metrics,
  context: OpenContext & { external: Pick<ExternalServices, 'files'> },
): WorkerMetrics {
  metrics.gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state'], (gauge) =>
    quietly(async () => {
      for (const queue of queueNames) {
        const counts = await context.queues.queue(queue).getJobCounts(...waitingStates);
        for (const state of waitingStates) gauge.set({ queue, state }, counts[state] ?? 0);
      }
    }),
  );
  metrics.gauge(
    'queue_oldest_waiting_seconds',
    'Age of the job that has waited longest, by queue',
    ['queue'],
    (gauge) =>
      quietly(async () => {
        for (const queue of queueNames) {
          const [oldest] = await context.queues.queue(queue).getWaiting(0, 0);
          gauge.set(
            { queue },
            oldest ? Math.max(0, Date.now() - oldest.timestamp - (oldest.opts.delay ?? 0)) / 1000 : 0,
          );
        }
      }),
  );
  const outboxEvents = metrics.gauge('outbox_events', 'Events not dispatched yet');
  metrics.gauge('outbox_oldest_seconds', 'Age of the oldest event not dispatched yet', [], (gauge) =>
    quietly(async () => {
      const { count, oldestSeconds } = await outboxStats(context.db);
      outboxEvents.set(count);
      gauge.set(oldestSeconds);
    }),
  );
  poolMetrics(metrics, () => poolStats(context.db));

  const jobs = metrics.counter('jobs_total', 'Jobs that ended, by queue and outcome', ['queue', 'outcome']);
  // From zero on: a rate sees no rise in what begins to exist with the first job that is given up.
  for (const queue of queueNames) for (const outcome of jobOutcomes) jobs.inc({ queue, outcome }, 0);
  const jobSeconds = metrics.histogram('job_duration_seconds', 'Time a job took, by queue', ['queue']);
  const deliveries = metrics.counter('deliveries_total', 'Attempts at calls to the outside, by channel and result', [
    'channel',
    'status',
  ]);
  const mails = metrics.counter('inbound_mails_total', 'Mails that came in, by what became of them', ['outcome']);
  const events = metrics.counter('inbound_events_total', 'What customers’ channels told, by what became of it', [
    'outcome',
  ]);
  const aiSeconds = metrics.histogram(
    'ai_run_duration_seconds',
    'Time the model took, by kind and outcome',
    ['kind', 'outcome'],
    [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
  );
  const aiTokens = metrics.counter('ai_tokens_total', 'Tokens read and written by the model', ['direction']);
  const aiCost = metrics.counter('ai_cost_usd_total', 'What the model has cost, in US dollars');
  const aiBudget = metrics.counter('ai_budget_spent_total', 'Replies left to people, by the limit that was reached', [
    'limit',
  ]);
  // From zero on, as above.
  for (const limit of ['repliesPerMinute', 'repliesPerDay', 'tokensPerDay'] as const) aiBudget.inc({ limit }, 0);
  const pushes = metrics.counter('push_messages_total', 'Messages to push services, by outcome', ['outcome']);
  // From zero on, as above.
  for (const outcome of pushOutcomes) pushes.inc({ outcome }, 0);
  const files = metrics.counter('files_checked_total', 'Files of messages that were checked, by what came of it', [
    'outcome',
  ]);
  const maintained = metrics.counter('maintenance_items_total', 'What maintenance tasks found to do, by task', [
    'task',
  ]);
  metrics.gauge('audit_log_differs', 'Whether the audit log differs from what was noted of it (1)', [], (gauge) =>
    quietly(async () => gauge.set(Number(await differsFromNotes(context)))),
  );
  const { files: storage } = context.external;
  if (storage) {
    metrics.gauge(
      'file_storage_room_bytes',
      'What the file storage still takes; at 0 new files are refused',
      [],
      (gauge) =>
        quietly(async () => {
          const room = await storage.room();
          if (room !== null) gauge.set(room);
        }),
    );
    metrics.gauge('files_waiting_bytes', 'Bytes that visitors have stored before their first message', [], (gauge) =>
      quietly(async () => gauge.set((await waitingBytes(context.db, null)).ofAll)),
    );
  }
  return {
    fileChecked: (outcome) => files.inc({ outcome }),
    aiBudgetSpent: (limit) => aiBudget.inc({ limit }),
    maintained: (task, count) => maintained.inc({ task }, count),
    jobEnded(queue, outcome, seconds) {
      jobs.inc({ queue, outcome });
      jobSeconds.observe({ queue }, seconds);
    },
    pushed: (outcome) => pushes.inc({ outcome }),
    delivery: (channel, status) => deliveries.inc({ channel, status }),
    inboundEvent: (outcome) => events.inc({ outcome }),
    inboundMail: (outcome) => mails.inc({ outcome }),
    aiRun({ kind, outcome, seconds, inputTokens, outputTokens, costUsd }) {
      aiSeconds.observe({ kind, outcome }, seconds);
      aiTokens.inc({ direction: 'in' }, inputTokens);
      aiTokens.inc({ direction: 'out' }, outputTokens);
      aiCost.inc(costUsd);
    },
  };
}
