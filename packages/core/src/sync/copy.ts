/** Copying from another installation, batch by batch, with progress on every screen. */
import { Problem } from '@parley/contracts/problems';
import { createDatabase } from '@parley/db/database';
import { pingDatabase } from '@parley/db/ping';
import { copyNextBatch, countSource } from '@parley/db/sync/copy';
import { copyNextFiles } from '@parley/db/sync/files';
import { syncedTables } from '@parley/db/sync/rows';
import { beginSyncRun, readSyncCounts, type SyncCounts } from '@parley/db/sync/state';
import { isConnectionError } from '@parley/service/errors';
import type { Context } from '../context.ts';
import { addOrLeave } from '../queues.ts';
import { publishChange } from '../live/publish-change.ts';
import type { ExternalContext } from '../external/services.ts';
import type { Copied } from './trigger.ts';

/** Names the source in the progress table: host, port and database, no user and no password. */
const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/**
 * Returns the problem of a source that can't be read, without host and password. It has no cause: an outage of our own
 * database is waited for, one of the source is not.
 */
function unreadable({ log }: Pick<Context, 'log'>, cause: unknown): Problem {
  log.warn({ err: cause }, 'the source of the copy cannot be read');
  const isAway =
    isConnectionError(cause) || (cause instanceof Error && 'code' in cause && /^(28|3D)/.test(String(cause.code)));
  const what = isAway
    ? 'The source database could not be reached or refused the login.'
    : 'The source is not a database of this version of Parley.';
  return new Problem('unavailable', what);
}

/** Progress is shown at most this often. */
const publishEveryMs = 500;

const sum = (counts: SyncCounts): number => Object.values(counts).reduce((total, count) => total + count, 0);

/**
 * Copies everything that is new or newer; the bytes of files follow one by one. After a kill the next run continues
 * behind the last whole batch, and the result counts both. `signal` stops between two batches.
 */
export async function copyFromSource(
  context: ExternalContext,
  sourceUrl: string,
  signal?: AbortSignal,
): Promise<Copied> {
  const source = createDatabase(sourceUrl, { max: 2, applicationName: 'parley-sync', statementTimeoutMs: 60_000 });
  try {
    const counts = await countSource(source).catch((cause: unknown) => {
      throw unreadable(context, cause);
    });
    const total = sum(counts);
    const name = nameOf(sourceUrl);
    await beginSyncRun(context.db, name);
    let publishedAt = 0;
    let done = sum(await readSyncCounts(context.db, name));
    const publishProgress = async (finished: boolean): Promise<void> => {
      if (!finished && Date.now() - publishedAt < publishEveryMs) return;
      publishedAt = Date.now();
      const frame = { type: 'progress', task: 'sync', done: finished ? total : Math.min(done, total), total } as const;
      await publishChange(context, { frame });
    };
    const reading = async <T>(step: () => Promise<T>): Promise<T> => {
      try {
        return await step();
      } catch (cause) {
        if (!isConnectionError(cause)) throw cause;
        // Either database may be unavailable: check ours first, otherwise it is the source.
        await pingDatabase(context.db);
        throw unreadable(context, cause);
      }
    };
    for (const table of syncedTables) {
      for (;;) {
        signal?.throwIfAborted();
        const batch = await reading(() => copyNextBatch(source, context.db, name, table));
        done += batch.rows + batch.messages;
        await publishProgress(false);
        if (batch.finished) break;
      }
    }
    // Files of this installation's own are checked before them.
    const behindOthers = { priority: 10 };
    for (let finished = false; !finished; ) {
      signal?.throwIfAborted();
      const canFetch = context.external.files !== null && context.external.sourceFiles !== null;
      const batch = await reading(() => copyNextFiles(source, context.db, name, { canFetch }));
      for (const id of batch.toFetch) await addOrLeave(context, 'files', { fileId: id }, behindOthers);
      done += batch.toFetch.length;
      await publishProgress(false);
      ({ finished } = batch);
    }
    await publishProgress(true);
    await publishChange(context, { control: { type: 'websites_changed' }, frame: { type: 'websites_updated' } });
    const { users, websites, conversations, messages, files } = await readSyncCounts(context.db, name);
    return { users, websites, conversations, messages, files };
  } finally {
    await source.destroy();
  }
}
