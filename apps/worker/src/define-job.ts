/**
 * Defines jobs: one definition per file, found from one list. How a job is added and retried:
 * `core/src/job-options.ts`.
 */
import type { JobPayload, QueueName } from '@parley/contracts/jobs';
import type { Job } from 'bullmq';
import type * as Type from 'typebox';
import type { JobAttempt, JobContext, JobRun } from './job-context.ts';
import { buryJob, runJob } from './run-job.ts';

export interface JobDefinition<Q extends QueueName> {
  /** Also the queue's name. */
  name: Q;
  payload: Type.TSchema;
  /** Jobs at once in one process. */
  concurrency: number;
  /** Jobs at once over all processes, where more would be in each other's way. */
  globalConcurrency?: number;
  /** False where the next job of the kind comes by itself: an outage ends this one, so that none pile up. */
  outlivesOutages?: boolean;
  /** Names the kind of a job, where metrics and logs tell kinds of one queue apart. */
  labelOf?(payload: JobPayload<Q>): string;
  handler(context: JobContext, payload: JobPayload<Q>, attempt: JobAttempt): Promise<unknown>;
  /** After the last attempt: what must not stay undone. */
  onDead?(context: JobContext, payload: JobPayload<Q>, error: Error): Promise<void>;
}

/** A definition with its payload's type put away, so that one list holds them all. */
export interface DefinedJob {
  name: QueueName;
  concurrency: number;
  globalConcurrency: number | undefined;
  /** The function a BullMQ worker calls for each job. */
  process(context: JobContext, run: JobRun): (job: Job, token?: string) => Promise<unknown>;
  /** For a job that took every worker down with it: nobody will try it again. */
  bury(context: JobContext, job: Job, error: Error): Promise<void>;
}

/** Declares a job. */
export const defineJob = <const Q extends QueueName>(definition: JobDefinition<Q>): DefinedJob => ({
  name: definition.name,
  concurrency: definition.concurrency,
  globalConcurrency: definition.globalConcurrency,
  process: (context, run) => runJob(definition, context, run),
  bury: (context, job, error) => buryJob(definition, context, job, error),
});
