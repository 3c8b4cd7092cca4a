/**
 * Computes the facts of conversations, from which reports are made. A trigger marks the conversations that a change
 * concerns; all state is in the database, so a process that dies loses nothing.
 */
import type { Transaction } from '@parley/db/database';
import { lockFacts, readFactSources, restartFactWalk, takeMarks, walkFacts, writeFacts } from '@parley/db/stats/facts';
import type { Context } from '../context.ts';
import { computeFacts } from './compute-facts.ts';

/** Conversations, and marks of them, in one transaction. */
const atOnce = 200;
/** A run ends before the next begins. */
const runMs = 4_000;

type FactsContext = Pick<Context, 'db' | 'settings'>;

/** Computes the facts of marked conversations, then walks on if all are to be computed. Returns the number of both. */
export async function updateFacts(context: FactsContext): Promise<number> {
  const end = Date.now() + runMs;
  let done = 0;
  for (const take of [takeMarks, walkFacts])
    for (let count = 1; count > 0 && Date.now() < end; done += count) count = await computeTaken(context, take);
  return done;
}

/** Computes the facts of all conversations again. Returns their number. */
export async function rebuildFacts(context: FactsContext): Promise<number> {
  await restartFactWalk(context.db);
  let done = 0;
  for (let count = 1; count > 0; done += count) count = await computeTaken(context, walkFacts);
  return done;
}

function computeTaken(
  context: FactsContext,
  take: (transaction: Transaction, limit: number) => Promise<string[]>,
): Promise<number> {
  return context.db.transaction().execute(async (transaction) => {
    await lockFacts(transaction);
    const ids = await take(transaction, atOnce);
    if (ids.length === 0) return 0;
    const sources = await readFactSources(transaction, ids);
    await writeFacts(transaction, ids, await computeFacts(context, sources));
    return ids.length;
  });
}
