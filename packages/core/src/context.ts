/** Context of every use case. Built once per process and passed to each use case as its first argument. */
import type { Conversation, Message } from '@parley/contracts/entities';
import type { DomainEvent, NoteEvent } from '@parley/contracts/events';
import type { RuleOccurrence } from '@parley/contracts/jobs';
import type { Control } from '@parley/contracts/live';
import type { Settings } from '@parley/contracts/settings/settings';
import type { Database } from '@parley/db/database';
import type { ReadRouter } from '@parley/db/read-replica';
import type { Logger } from '@parley/service/logger';
import type { RedisConnection } from '@parley/service/redis';
import type { Secrets } from '@parley/service/secrets';
import type { Queues } from './queues.ts';

/** Sends to all subscribers, on this and every other process. */
export interface Publisher {
  publish(channel: string, text: string): Promise<void>;
}

/** Listens to what any process publishes. Texts are lost while Redis is away. */
export interface Subscriber {
  /** Resolves when Redis has confirmed; from then on nothing published is missed. */
  subscribe(channel: string, listener: (text: string) => void): Promise<void>;
  unsubscribe(channel: string, listener: (text: string) => void): Promise<void>;
}

export interface Context {
  db: Database;
  /** Database for large reads: lists, searches, statistics, exports. Uses a replica if there is one. */
  reads: Pick<ReadRouter, 'run'>;
  redis: RedisConnection;
  /** Channel names are given without the installation's prefix. */
  publisher: Publisher & Subscriber;
  queues: Queues;
  /** Returns whether an integration follows messages at the moment; only then is each message worth a job. */
  followsMessages(): Promise<boolean>;
  /**
   * Returns what the worker needs to run rules for an event; undefined if none that is on can follow it. Decided in
   * memory. What depends on an unknown conversation or message is decided by the worker.
   */
  rulesFor(
    stored: { id: string; event: DomainEvent | NoteEvent },
    known?: { conversation?: Conversation | undefined; message?: Message | undefined },
  ): Promise<RuleOccurrence | undefined>;
  /** Removes the outbox rows of dispatched events. */
  outboxCleaner: { add(eventId: string): void };
  secrets: Secrets;
  /** The settings with their secrets readable; cached per process until a change is announced. */
  settings: { read(): Promise<Settings>; forget(): void };
  log: Logger;
  /** Starts the name of every Redis key and channel. */
  prefix: string;
  /** `AUDIT_ANCHOR_FILE` */
  auditAnchorFile?: string | undefined;
  /** Public address of the dashboard and the widget, without a trailing slash. */
  publicUrl: string;
}

/** Sends every process a control message about sessions or caches. */
export async function publishControl(context: Pick<Context, 'publisher'>, control: Control): Promise<void> {
  await context.publisher.publish('control', JSON.stringify(control));
}
