/** Around every handler: the payload is checked, failures are told apart, metrics are kept. BullMQ counts and retries. */
import type { JobPayload, QueueName } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { ModelFailed } from '@parley/core/ai/model';
import { lostDependency } from '@parley/service/errors';
import { type Carrier, extract, withSpan } from '@parley/service/tracing';
import { type BackoffStrategy, DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { Compile } from 'typebox/compile';
import type { JobDefinition } from './define-job.ts';
import { type JobContext, type JobRun, RunAgain } from './job-context.ts';
import type { JobOutcome } from './metrics.ts';

/** A dependency that is away is asked for again after about this long. */
const awayMs = 2_000;

/**
 * Has BullMQ try a job again. Its message is stored in Redis and may be shown to the waiting caller, so it contains no
 * internals.
 */
class TryAgain extends Error {
  readonly atLeastMs: number;
  constructor(atLeastMs: number) {
    super(noted);
    this.atLeastMs = atLeastMs;
  }
}

const noted = 'Something went wrong. It has been noted.';

/** The wait before an attempt, for BullMQ: doubled each time, and up to a fifth more or less. */
export const backOff =
  (scale: number): BackoffStrategy =>
  (failures, _type, error, job) => {
    const backoff = job?.opts.backoff;
    const first = typeof backoff === 'object' ? (backoff.delay ?? 0) : 0;
    const wait = first * 2 ** (failures - 1) * (0.8 + Math.random() * 0.4) * scale;
    return Math.ceil(Math.max(wait, error instanceof TryAgain ? error.atLeastMs : 0));
  };

/** Returns the trace of the code that added the job, as `queues.ts` wrote it. */
function carrierOf(job: Job): Carrier | undefined {
  const metadata = job.opts.telemetry?.metadata;
  if (!metadata) return undefined;
  const carrier: unknown = JSON.parse(metadata);
  return typeof carrier === 'object' && carrier !== null
    ? Object.fromEntries(Object.entries(carrier).map(([key, value]) => [key, String(value)]))
    : undefined;
}

/** The function a BullMQ worker calls for each job of a definition. */
export function runJob<Q extends QueueName>(definition: JobDefinition<Q>, context: JobContext, run: JobRun) {
  const { name } = definition;
  const schema = Compile(definition.payload);

  async function later(job: Job, token: string | undefined, at: number): Promise<never> {
    await job.moveToDelayed(at, token);
    throw new DelayedError();
  }

  async function attempt(job: Job, payload: JobPayload<Q>, triedSince: number): Promise<unknown> {
    return extract(carrierOf(job), () =>
      withSpan(`job ${name}`, { 'parley.job': job.id ?? '' }, () =>
        definition.handler(context, payload, { ...run, jobId: job.id ?? '', triedSince }),
      ),
    );
  }

  return async (job: Job, token?: string): Promise<unknown> => {
    const started = performance.now();
    let queue: string = name;
    const ended = (outcome: JobOutcome): void =>
      context.metrics.jobEnded(queue, outcome, (performance.now() - started) / 1000);
    if (!schema.Check(job.data)) {
      ended('dead');
      context.log.error({ queue: name, job: job.id }, 'a job holds something that is not its payload');
      throw new UnrecoverableError('Not a payload of this queue.');
    }
    // Checked just above; the compiled schema can't carry the queue's type.
    const payload = job.data as JobPayload<Q>;
    if (definition.labelOf) queue = `${name}:${definition.labelOf(payload)}`;
    // Time of the first failure, stored with the job, since waiting for a dependency before it does not count.
    const triedSince = typeof job.progress === 'number' && job.progress > 0 ? job.progress : Date.now();
    let result: unknown;
    try {
      result = await attempt(job, payload, triedSince);
    } catch (error) {
      // An unreachable model is no dependency of ours: a representative waits for the answer.
      if (!(error instanceof ModelFailed) && lostDependency(error)) {
        if (definition.outlivesOutages === false) {
          ended('failed');
          throw new UnrecoverableError('A dependency was away; the next job of the kind comes by itself.');
        }
        ended('again');
        context.log.warn({ err: error, queue, job: job.id }, 'a dependency is away; the job waits');
        return later(job, token, Date.now() + awayMs * (0.5 + Math.random()));
      }
      const failures = job.attemptsMade + 1;
      const wrong = error instanceof Error ? error : new Error(String(error));
      if (failures < (job.opts.attempts ?? 1)) {
        ended('failed');
        context.log.warn({ err: wrong, queue, job: job.id, failures }, 'a job failed and is tried again');
        await job.updateProgress(triedSince);
        throw new TryAgain(wrong instanceof ModelFailed ? wrong.retryAfterMs : 0);
      }
      context.log.error({ err: wrong, queue, job: job.id, failures }, 'a job was given up');
      await definition.onDead?.(context, payload, wrong);
      ended('dead');
      throw new UnrecoverableError(wrong instanceof Problem ? wrong.message : noted);
    }
    if (result instanceof RunAgain) {
      ended('again');
      return later(job, token, result.at.getTime());
    }
    ended('done');
    return result;
  };
}

/** Runs the definition's handler for a job that is given up without having been run to its end. */
export async function buryJob<Q extends QueueName>(
  definition: JobDefinition<Q>,
  context: JobContext,
  job: Job,
  error: Error,
): Promise<void> {
  const { name } = definition;
  if (!definition.onDead || !Compile(definition.payload).Check(job.data)) return;
  // Checked just above; the compiled schema can't carry the queue's type.
  await definition
    .onDead(context, job.data as JobPayload<Q>, error)
    .catch((cause: unknown) =>
      context.log.error({ err: cause, queue: name, job: job.id }, 'a job that was given up could not be buried'),
    );
}
