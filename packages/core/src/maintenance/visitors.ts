/** Forgetting visitors nothing is left of. */
import { deleteVisitorsWithoutConversation, visitorsToForget } from '@parley/db/maintenance/outdated';
import type { Context } from '../context.ts';
import { isVisitorOnline } from '../presence/visitors.ts';

const batchSize = 200;
const dayMs = 24 * 3600 * 1000;

/**
 * Deletes visitors without a conversation who are not on any page: anonymous ones after a day, the others after the
 * retention (`namedBefore`, null for never). Returns the number of them.
 */
export async function forgetVisitors(context: Context, namedBefore: Date | null): Promise<number> {
  const rule = { anonymousBefore: new Date(Date.now() - dayMs), namedBefore };
  let forgotten = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await visitorsToForget(context.db, rule, after, batchSize);
    const here = await Promise.all(ids.map((id) => isVisitorOnline(context, id)));
    const gone = ids.filter((_, index) => !here[index]);
    if (gone.length > 0) forgotten += await deleteVisitorsWithoutConversation(context.db, gone);
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) return forgotten;
    after = last;
  }
}
