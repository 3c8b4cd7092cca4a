/** Context of handlers, and their possible answers beside a result. */
import type { ExternalContext } from '@parley/core/external/services';
import type { WorkerConfig } from './config.ts';
import type { FileChecker } from '@parley/core/files/checker';
import type { KnowledgeReader } from '@parley/core/knowledge/reader';
import type { MailReader } from '@parley/core/mail/reader';
import type { WorkerMetrics } from './metrics.ts';

export type JobContext = ExternalContext & {
  config: WorkerConfig;
  metrics: WorkerMetrics;
  mailReader: MailReader;
  fileChecker: FileChecker;
  knowledgeReader: KnowledgeReader;
};

/** A handler's answer that says: not now, but then. No attempt is counted. */
export class RunAgain {
  readonly at: Date;
  constructor(at: Date) {
    this.at = at;
  }
}

export interface JobRun {
  /** Aborted when the process stops: leave off at the next good point and answer `RunAgain`. */
  stopping: AbortSignal;
  /** Aborted when the process has been stopping for long: leave off at once and answer `RunAgain`. */
  leaving: AbortSignal;
}

/** A single attempt at a job. */
export interface JobAttempt extends JobRun {
  /**
   * ID of the job, equal at every attempt. BullMQ runs a job in one worker at a time, and again only when that worker
   * has died.
   */
  jobId: string;
  /** When the first attempt began, in milliseconds since the epoch. Waiting for a dependency does not count. */
  triedSince: number;
}
