/** Gives use cases access to the job queues: add a job, or add one and wait for its result. */
import type { JobPayload, QueueName } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import type { Logger } from '@parley/service/logger';
import type { RedisConnection } from '@parley/service/redis';
import { inject } from '@parley/service/tracing';
import { type JobsOptions, Queue, QueueEvents } from 'bullmq';
import { jobOptions } from './job-options.ts';

/** The BullMQ prefix of an installation: hash-tagged, so that a queue's keys share a slot of a Redis Cluster. */
export const queuePrefix = (prefix: string): string => `{${prefix}}`;

/**
 * Failed jobs stay for inspection; finished ones long enough that a repeated event id is still recognised after any
 * outage that the outbox may have bridged.
 */
const jobDefaults: JobsOptions = {
  removeOnComplete: { age: 24 * 3600, count: 100_000 },
  removeOnFail: { age: 14 * 24 * 3600 },
};

/** The trace a job belongs to, in BullMQ's own place for it; nothing while nothing is traced. */
function traced(): Pick<JobsOptions, 'telemetry'> {
  const carrier = inject();
  return Object.keys(carrier).length > 0 ? { telemetry: { metadata: JSON.stringify(carrier) } } : {};
}

/** Events of a job that leaves its queue, or its worker. */
const jobEnds = ['completed', 'failed', 'delayed'] as const;

/** Time after which the queue is asked although it announced nothing. */
const fallbackMs = 5_000;

export interface Queues {
  /** Adds a job with the options of `job-options.ts`: adding a known one again does nothing. */
  add<Q extends QueueName>(queue: Q, payload: JobPayload<Q>, options?: JobsOptions): Promise<void>;
  /**
   * Adds a job and waits for its result.
   * @throws Problem `unavailable` when no worker has answered within `timeoutMs`, or the job failed.
   */
  ask<Q extends QueueName>(queue: Q, payload: JobPayload<Q>, timeoutMs: number): Promise<unknown>;
  /** Resolves when no job of a queue waits or is worked on, when `signal` is aborted, or after `atMostMs`. */
  untilIdle(queue: QueueName, until: { atMostMs: number; signal: AbortSignal }): Promise<void>;
  /** The BullMQ queue itself, for schedulers and statistics. */
  queue(name: QueueName): Queue;
  close(): Promise<void>;
}

/**
 * Adds a job for work that is stored already. While Redis is away it is left to the task that picks up forgotten work
 * (`maintenance/forgotten.ts`), which adds it later.
 */
export async function addOrLeave<
  Q extends
    | 'routing'
    | 'inbound'
    | 'inbound-mail'
    | 'files'
    | 'voice-notes'
    | 'bulk'
    | 'bulk-messages'
    | 'report-mails'
    | 'knowledge'
    | 'rehearsals'
    | 'imports'
    | 'maintenance',
>(
  { queues, log }: { queues: Pick<Queues, 'add'>; log: Logger },
  queue: Q,
  payload: JobPayload<Q>,
  options?: JobsOptions,
): Promise<void> {
  await queues
    .add(queue, payload, options)
    .catch((error: unknown) => log.warn({ err: error, queue, payload }, 'a job waits for maintenance to add it'));
}

export interface QueuesOptions {
  /** Makes a connection with `maxRetriesPerRequest: null` for waiting on results. */
  connect(): RedisConnection;
  /** For adding: fails fast while Redis is away. */
  connection: RedisConnection;
  prefix: string;
}

/** Opens the queues, each when it is first used. */
export function createQueues(settings: QueuesOptions): Queues {
  const { connection, prefix } = settings;
  const options = { connection, prefix: queuePrefix(prefix), defaultJobOptions: jobDefaults };
  const opened = new Map<QueueName, Queue>();
  const listeners = new Map<QueueName, QueueEvents>();

  function queue(name: QueueName): Queue {
    let found = opened.get(name);
    if (!found) {
      found = new Queue(name, options);
      // Without a listener a lost connection would end the process; callers see the failure of their own call.
      found.on('error', () => undefined);
      opened.set(name, found);
    }
    return found;
  }

  function results(name: QueueName): QueueEvents {
    let found = listeners.get(name);
    if (!found) {
      found = new QueueEvents(name, { connection: settings.connect(), prefix: options.prefix });
      found.on('error', () => undefined);
      listeners.set(name, found);
    }
    return found;
  }

  return {
    queue,
    async add(name, payload, more) {
      await queue(name).add(name, payload, { ...jobOptions[name](payload), ...traced(), ...more });
    },
    async ask(name, payload, timeoutMs) {
      const events = results(name);
      await events.waitUntilReady();
      const job = await queue(name).add(name, payload, { ...jobOptions[name](payload), ...traced() });
      try {
        return await job.waitUntilFinished(events, timeoutMs);
      } catch (cause) {
        // A failed job has a message for the requester; a timeout has only the library's.
        const isFailed = await job.isFailed().catch(() => false);
        // The requester no longer waits, so the job is removed. One that is being worked on stays.
        if (!isFailed) await job.remove().catch(() => undefined);
        const detail = isFailed && cause instanceof Error ? cause.message : 'No worker has answered in time.';
        throw new Problem('unavailable', detail, { cause, retryAfterSeconds: 5 });
      }
    },
    async untilIdle(name, { atMostMs, signal }) {
      const deadline = Date.now() + atMostMs;
      const events = results(name);
      while (!signal.aborted && Date.now() < deadline) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const look = (): void => resolve();
        // Listened to before the look, so that a job that ends in between is noticed.
        for (const end of jobEnds) events.on(end, look);
        signal.addEventListener('abort', look);
        const timer = setTimeout(look, Math.min(deadline - Date.now(), fallbackMs));
        try {
          const { active = 0, waiting = 0 } = await queue(name).getJobCounts('active', 'waiting');
          if (active + waiting === 0) return;
          await promise;
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', look);
          for (const end of jobEnds) events.off(end, look);
        }
      }
    },
    async close() {
      await Promise.allSettled([...opened.values(), ...listeners.values()].map((each) => each.close()));
    },
  };
}
