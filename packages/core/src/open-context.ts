/** Builds the context of a process: every connection it needs, opened in one place and closed in one place. */
import { type Control, liveChannels, broadcastChannel } from '@parley/contracts/live';
import { createDatabase } from '@parley/db/database';
import { primaryOnly, type ReadRouter, routeReads } from '@parley/db/read-replica';
import { deleteOutboxEvents } from '@parley/db/outbox/delete';
import { type IdleRun, storeIdleRuns } from '@parley/db/rules/runs';
import type { BaseConfig } from '@parley/service/config';
import type { Logger } from '@parley/service/logger';
import { PubSub } from '@parley/service/pubsub';
import { closeRedis, connectRedis } from '@parley/service/redis';
import { createSecrets } from '@parley/service/secrets';
import * as Type from 'typebox';
import { followsThreads } from './integrations/followed-threads.ts';
import { followsMessages, forgetWebhooks } from './integrations/webhook/active.ts';
import { forgetAuthors } from './integrations/rules/authors.ts';
import { forgetRules, rulesFor } from './integrations/rules/active.ts';
import type { Context } from './context.ts';
import { Gatherer } from './events/gatherer.ts';
import { createQueues } from './queues.ts';
import { createSettingsReader, type SettingsReader } from './settings/read.ts';

/** Configuration of services with many database queries; its value is the context's `maxConnections`. */
export const poolConfig = {
  DATABASE_POOL_MAX: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 10,
    description: 'Connections to Postgres at most',
  }),
};

/** Configuration of the services that read much. */
export const readReplicaConfig = {
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://.+',
      description:
        'A Postgres that follows DATABASE_URL by streaming replication, for lists, searches, the overview and exports',
      examples: ['postgres://parley:password@replica:5432/parley'],
      secret: true,
    }),
  ),
};

export interface OpenContext extends Context {
  reads: ReadRouter;
  outboxCleaner: Gatherer<string>;
  idleRuns: Gatherer<IdleRun>;
  /** For listening; publishing goes through it too. */
  publisher: PubSub;
  settings: SettingsReader;
  /** Called for every control message of any process, including this one, after caches are cleared. */
  onControl(listener: (control: Control) => void): void;
  close(): Promise<void>;
}

export interface OpenContextOptions {
  config: BaseConfig;
  /** The service's name, shown in the database. */
  name: string;
  log: Logger;
  /** Postgres connections at most, to each. */
  maxConnections?: number;
  /** `DATABASE_READ_URL` */
  replicaUrl?: string | undefined;
  /** `AUDIT_ANCHOR_FILE` */
  auditAnchorFile?: string | undefined;
  /** Subscriptions were lost and hold again: something may have been missed. */
  onInterrupted?: () => void;
}

/** Opens the connections without waiting for them, so that a process can start before its dependencies do. */
export function openContext(options: OpenContextOptions): OpenContext {
  const { config, name, log } = options;
  const warn = (what: string) => (error: Error) => log.warn({ err: error }, `${what} connection failed`);
  const pool = { max: options.maxConnections ?? 10, applicationName: `parley-${name}` };
  const db = createDatabase(config.DATABASE_URL, { ...pool, onConnectionError: warn('database') });
  const reads = options.replicaUrl
    ? routeReads(db, createDatabase(options.replicaUrl, { ...pool, onConnectionError: warn('replica') }), {
        onUnusable: (reason) => log.warn({ err: reason }, 'the replica is left alone for a while'),
      })
    : primaryOnly(db);
  const redis = connectRedis(config.REDIS_URL, { role: 'commands', onError: warn('redis') });
  const subscriber = connectRedis(config.REDIS_URL, { role: 'subscriber', onError: warn('redis subscriber') });
  const waiting: ReturnType<typeof connectRedis>[] = [];
  const secrets = createSecrets(config);
  const settings = createSettingsReader({ db, secrets });
  const outboxCleaner = new Gatherer<string>({
    write: (ids) => deleteOutboxEvents(db, ids),
    onLost: (err, events) => log.warn({ err, events }, 'dispatched events left in the outbox for the sweep'),
  });
  const idleRuns = new Gatherer<IdleRun>({
    write: (runs) => storeIdleRuns(db, runs),
    onLost: (err, runs) => log.warn({ err, runs }, 'runs of rules that changed nothing were not logged'),
  });
  const forgetCopies = (): void => {
    settings.forget();
    forgetWebhooks({ db });
    forgetRules({ db });
    forgetAuthors({ db });
  };
  const controlListeners = new Set<(control: Control) => void>();

  const publisher = new PubSub({
    publisher: redis,
    subscriber,
    prefix: config.REDIS_PREFIX,
    lineOf: broadcastChannel,
    onInterrupted() {
      forgetCopies();
      options.onInterrupted?.();
    },
  });
  const queues = createQueues({
    prefix: config.REDIS_PREFIX,
    connection: redis,
    connect() {
      const connection = connectRedis(config.REDIS_URL, { role: 'bullmq', onError: warn('redis queue') });
      waiting.push(connection);
      return connection;
    },
  });

  // Not awaited: a process must come up while Redis is away, and subscribes as soon as it is there.
  publisher
    .subscribe(liveChannels.control, (text) => {
      const control = JSON.parse(text) as Control;
      if (control.type === 'settings_changed') forgetCopies();
      if (control.type === 'rights_changed' || control.type === 'end_sessions') forgetAuthors({ db });
      for (const listener of controlListeners) listener(control);
    })
    .catch(warn('control channel'));

  return {
    db,
    reads,
    redis,
    publisher,
    queues,
    followsMessages: async () => (await followsMessages({ db })) || (await followsThreads({ settings })),
    rulesFor: (stored, known) => rulesFor({ db, idleRuns }, stored, known),
    outboxCleaner,
    idleRuns,
    secrets,
    settings,
    log,
    prefix: config.REDIS_PREFIX,
    auditAnchorFile: options.auditAnchorFile,
    publicUrl: config.PUBLIC_URL.replace(/\/+$/, ''),
    onControl: (listener) => void controlListeners.add(listener),
    async close() {
      await queues.close();
      publisher.close();
      await Promise.allSettled([redis, subscriber, ...waiting].map(closeRedis));
      await Promise.all([outboxCleaner.settle(), idleRuns.settle()]);
      await Promise.all([reads.close(), db.destroy()]);
    },
  };
}
