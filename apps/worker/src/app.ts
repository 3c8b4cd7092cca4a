/** The worker, built from a context: a test builds the same. */
import type { OpenContext } from '@parley/core/open-context';
import type { ExternalServices } from '@parley/core/external/services';
import { createFileChecker } from '@parley/core/files/checker';
import { createKnowledgeReader } from '@parley/core/knowledge/reader';
import { createMailReader } from '@parley/core/mail/reader';
import { queuePrefix } from '@parley/core/queues';
import type { Metrics } from '@parley/service/metrics';
import { closeRedis, connectRedis } from '@parley/service/redis';
import { Worker } from 'bullmq';
import type { WorkerConfig } from './config.ts';
import type { DefinedJob } from './define-job.ts';
import type { JobContext } from './job-context.ts';
import { jobs } from './jobs.ts';
import { receiveOverSmtp } from './mail/smtp-server.ts';
import { watchMailboxes } from './mail/watch-mailboxes.ts';
import { workerMetrics } from './metrics.ts';
import { backOff } from './run-job.ts';
import { keepSchedules } from './schedule.ts';

export interface WorkerAppOptions {
  context: OpenContext & { external: ExternalServices };
  config: WorkerConfig;
  metrics: Metrics;
}

export interface WorkerApp {
  /** The port mail is accepted on, when it is. */
  smtpPort: number | null;
  /** Takes no new job, lets the running ones finish, leaves the long ones to another worker. */
  stop(): Promise<void>;
}

/** Share of the stop time for finishing jobs; the rest is for handing over unfinished ones. */
const finishingShare = 0.6;

/** A job may lose its worker this often before it counts as the job's fault. */
const mostStalls = 5;

/** Starts working on every queue. Opens its own Redis connections and closes them; the context stays the caller's. */
export async function startWorker({ context, config, metrics }: WorkerAppOptions): Promise<WorkerApp> {
  const jobMetrics = workerMetrics(metrics, context);
  const external: ExternalServices = {
    ...context.external,
    onAiRun: (run) => jobMetrics.aiRun(run),
    onAiBudgetSpent: (limit) => jobMetrics.aiBudgetSpent(limit),
    onPush: (outcome) => jobMetrics.pushed(outcome),
  };
  const mailReader = createMailReader();
  const fileChecker = createFileChecker();
  const knowledgeReader = createKnowledgeReader();
  const jobContext: JobContext = {
    ...context,
    external,
    config,
    metrics: jobMetrics,
    mailReader,
    fileChecker,
    knowledgeReader,
  };
  const [stopping, leaving] = [new AbortController(), new AbortController()];
  const connection = connectRedis(config.REDIS_URL, {
    role: 'bullmq',
    onError: (error) => context.log.warn({ err: error }, 'redis worker connection failed'),
  });

  function work(definition: DefinedJob): Worker {
    const worker = new Worker(
      definition.name,
      definition.process(jobContext, { stopping: stopping.signal, leaving: leaving.signal }),
      {
        connection,
        prefix: queuePrefix(config.REDIS_PREFIX),
        concurrency: definition.concurrency,
        lockDuration: config.JOB_LOCK_SECONDS * 1000,
        stalledInterval: config.JOB_LOCK_SECONDS * 1000,
        maxStalledCount: mostStalls,
        settings: { backoffStrategy: backOff(external.retryScale) },
      },
    );
    worker.on('error', (error) => context.log.warn({ err: error, queue: definition.name }, 'the queue failed'));
    worker.on('stalled', (job) => context.log.warn({ queue: definition.name, job }, 'a job lost its worker'));
    worker.on('failed', (job, error) => {
      // Every other failure has been through the definition's own hands.
      if (job && error.message.includes('stalled')) void definition.bury(jobContext, job, error);
    });
    return worker;
  }

  const workers = jobs.map(work);
  await setGlobalConcurrency(context);
  const stopSchedules = keepSchedules(context);
  const mailboxes = watchMailboxes(jobContext);
  const smtp = config.INBOUND_SMTP_PORT ? await receiveOverSmtp(jobContext, config) : null;

  return {
    smtpPort: smtp?.port ?? null,
    async stop() {
      stopping.abort(new Error('The worker is stopping.'));
      const patience = setTimeout(
        () => leaving.abort(new Error('The worker is leaving.')),
        config.SHUTDOWN_SECONDS * 1000 * finishingShare,
      );
      stopSchedules();
      await smtp?.close();
      await mailboxes.stop();
      await Promise.all(workers.map((worker) => worker.close()));
      clearTimeout(patience);
      await mailReader.close();
      await fileChecker.close();
      await knowledgeReader.close();
      await closeRedis(connection);
    },
  };
}

/** Not awaited for ever: a worker must come up while Redis is away. */
async function setGlobalConcurrency(context: OpenContext): Promise<void> {
  for (const { name, globalConcurrency } of jobs) {
    if (globalConcurrency === undefined) continue;
    await context.queues
      .queue(name)
      .setGlobalConcurrency(globalConcurrency)
      .catch((error: unknown) => context.log.warn({ err: error, queue: name }, 'concurrency was not set'));
  }
}
