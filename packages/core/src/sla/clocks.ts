/**
 * Runs the clocks of conversations. A trigger marks those with clocks to compute again; here they are computed, and the
 * team is told of what is due. All state is in the database, so a process that dies loses nothing.
 */
import { findListed } from '@parley/db/conversations/read';
import { transition as transitionInDb } from '@parley/db/conversations/transition';
import { claimStale, takeAlarm, walkOn, writeClocks } from '@parley/db/sla/clocks';
import type { Context } from '../context.ts';
import { dispatch } from '../events/dispatch.ts';
import { publishChange } from '../live/publish-change.ts';
import { activePolicies, conditionsOf } from './active-policies.ts';
import { computeClocks } from './compute-clocks.ts';
import { renewPromises } from './promises.ts';
import { settlePromises } from './settle-promises.ts';

/** Conversations that are computed in one transaction: senders of messages wait for it. */
const computedAtOnce = 50;
const walkedAtOnce = 1_000;

/** Computes what has changed, then tells what is due. Returns the number of both. */
export async function runClocks(context: Context): Promise<number> {
  let done = 0;
  do {
    done += await computeStale(context);
  } while ((await walkOn(context.db, walkedAtOnce)) > 0);
  return done + (await tellDue(context)) + (await renewPromises(context));
}

async function computeStale(context: Context): Promise<number> {
  let computed = 0;
  for (;;) {
    const policies = await activePolicies(context);
    const { count, changed } = await context.db.transaction().execute(async (db) => {
      const claimed = await claimStale(db, conditionsOf(policies), computedAtOnce);
      if (claimed.length === 0) return { count: 0, changed: [] };
      const clocks = await computeClocks(context, db, claimed, policies);
      await settlePromises(db, claimed, clocks);
      return { count: claimed.length, changed: await writeClocks(db, clocks) };
    });
    for (const known of changed.length === 0 ? [] : await findListed(context.db, changed)) {
      await publishChange(context, { frame: { type: 'conversation_updated', ...known } });
    }
    computed += count;
    if (count < computedAtOnce) return computed;
  }
}

/** Records what is due as activities, each once and in a transaction of its own. */
async function tellDue(context: Context): Promise<number> {
  for (let told = 0; ; told++) {
    const done = await context.db.transaction().execute(async (db) => {
      const alarm = await takeAlarm(db);
      if (!alarm) return undefined;
      const { conversationId, kind, dueAt, isBreach, policy } = alarm;
      return transitionInDb(db, conversationId, [{ type: 'note_due', isBreach }], {
        cause: { by: 'rule', rule: 'sla' },
        due: { kind, at: dueAt.toISOString(), policy: kind === 'promise' ? null : policy },
      });
    });
    if (!done) return told;
    if (done.outcome === 'done') await dispatch(context, done.event, done);
  }
}
