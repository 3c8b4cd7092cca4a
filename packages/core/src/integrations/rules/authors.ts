/** Authors of rules with their rights, as a process keeps them: asked for with every run. */
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { presentCaller } from '../../permissions/permissions.ts';
import { storedRights } from '../../permissions/rights.ts';

/** A lost announcement of a change costs at most this, as with the accounts of sessions. A former user's run isn't stored. */
const authorTtlMs = 5_000;

const authors = new WeakMap<Context['db'], Map<string, { until: number; caller: Promise<StaffCaller> }>>();

/** Returns the author of a rule with their rights, from a copy that is read again when a change is announced. */
export async function presentAuthor(context: Pick<Context, 'db' | 'settings'>, userId: string): Promise<StaffCaller> {
  const ofDatabase = authors.get(context.db) ?? new Map<string, { until: number; caller: Promise<StaffCaller> }>();
  authors.set(context.db, ofDatabase);
  let kept = ofDatabase.get(userId);
  if (!kept || kept.until < Date.now()) {
    kept = { until: Date.now() + authorTtlMs, caller: readAuthor(context, userId) };
    ofDatabase.set(userId, kept);
    // Callers get the failure; it isn't cached.
    kept.caller.catch(() => ofDatabase.delete(userId));
  }
  return kept.caller;
}

/** @throws Problem as `presentCaller` */
async function readAuthor(context: Pick<Context, 'db' | 'settings'>, userId: string): Promise<StaffCaller> {
  const caller = await presentCaller(context, { userId });
  const rights = await storedRights(context, caller.user);
  return rights ? { ...caller, rights } : caller;
}

/** Forgets the copies; the next run reads its author. */
export function forgetAuthors({ db }: Pick<Context, 'db'>): void {
  authors.delete(db);
}
