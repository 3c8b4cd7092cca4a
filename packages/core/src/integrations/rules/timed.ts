/** Runs rules for conversations that have been in a state for long enough. */
import { afterWorkingTime } from '@parley/contracts/schedules/working-time';
import { filterSql } from '@parley/db/conversations/filter';
import { findConversation } from '@parley/db/conversations/read';
import { noteSweep, type StoredRule } from '@parley/db/rules/rules';
import { conversationsInState, type InState, isStillIn, runsFor } from '@parley/db/rules/runs';
import type { Context } from '../../context.ts';
import { derivedId } from '../../derived-id.ts';
import type { SharedTransaction } from '../../events/shared-transaction.ts';
import { findWorkingHours } from '../../settings/schedules.ts';
import { activeRules, matchesFilter } from './active.ts';
import { holdsAt, rememberHours } from './conditions.ts';
import { runRule } from './run.ts';

const minuteMs = 60_000;
/** Changes that were committed late are still found. */
const overlapMs = 10 * minuteMs;
/** Working time is at most this much longer by the clock: holidays beyond it are looked over. */
const closedAtMostMs = 14 * 24 * 60 * minuteMs;
const pageSize = 200;

/** Runs every timed rule where it is due. Two workers may do so at once. Returns the number of runs that acted. */
export async function runTimedRules(context: Context): Promise<number> {
  const rules = (await activeRules(context)).get('time_in_state') ?? [];
  let acted = 0;
  for (const rule of rules) acted += await runTimedRule(context, rule);
  return acted;
}

async function runTimedRule(context: Context, rule: StoredRule): Promise<number> {
  const { time, onSince } = rule;
  if (!time || !onSince) return 0;
  const now = new Date();
  const waitMs = time.minutes * minuteMs;
  const sweptAt = Math.max(onSince.getTime(), (rule.sweptAt ?? onSince).getTime() - overlapMs);
  const from = new Date(sweptAt - waitMs - (time.isWorkingTime ? closedAtMostMs : 0));
  const until = new Date(now.getTime() - waitMs);
  const where = filterSql(rule.filter, { me: '', now: now.getTime() });
  const hoursOf = rememberHours(context);
  let acted = 0;
  let after: InState | undefined;
  for (;;) {
    const page = await conversationsInState(context.db, {
      state: time.state,
      from,
      until,
      after,
      where,
      limit: pageSize,
    });
    const withIds = page.map((each) => ({ ...each, eventId: derivedId(rule.id, each.id, each.since.toISOString()) }));
    const done = await runsFor(
      context.db,
      rule.id,
      withIds.map(({ eventId }) => eventId),
    );
    for (const each of withIds) {
      if (done.has(each.eventId)) continue;
      if (time.isWorkingTime) {
        const due = afterWorkingTime(await hoursOf(each), each.since, waitMs);
        if (!due || due > now || due < onSince) continue;
      }
      if ((await runFor(context, rule, each)) === 'done') acted += 1;
    }
    after = page.at(-1);
    if (page.length < pageSize) break;
  }
  await noteSweep(context.db, rule.id, now);
  return acted;
}

async function runFor(context: Context, rule: StoredRule, found: InState & { eventId: string }) {
  const { id, since, eventId, websiteId, teamId } = found;
  const moment = {
    at: new Date(),
    text: undefined,
    locale: async () => null,
    hours: () => findWorkingHours(context, { websiteId, teamId }),
  };
  if (!(await holdsAt(rule, moment))) return 'skipped';
  const chain = { rootEventId: eventId, depth: 0, ruleIds: new Set<string>() };
  const occasion = { trigger: 'time_in_state', eventId, conversationId: id, chain } as const;
  const state = rule.time?.state;
  const holds = async ({ transaction }: SharedTransaction): Promise<boolean> => {
    if (!state || !(await isStillIn(transaction, { state, id, since }))) return false;
    const conversation = await findConversation(transaction, id);
    return conversation !== undefined && matchesFilter(rule, conversation);
  };
  return runRule(context, rule, occasion, { holds });
}
