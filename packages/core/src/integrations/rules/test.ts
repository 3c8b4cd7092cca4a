/** Tries a rule on what happened in the last days, without doing anything. */
import { activityKinds } from '@parley/contracts/conversations/activities';
import { type Conversation, type SenderType, senderTypes } from '@parley/contracts/entities';
import { ruleTestEventsMax, ruleTestListed } from '@parley/contracts/rules/limits';
import type { RuleContent, RuleTest, ruleTestGaps } from '@parley/contracts/rules/rules';
import {
  feedsItself,
  isTriggered,
  type RuleTrigger,
  triggersOfActivity,
  triggersOfMessage,
} from '@parley/contracts/rules/triggers';
import { afterWorkingTime } from '@parley/contracts/schedules/working-time';
import { activitiesSince, conversationsById, messagesSince } from '@parley/db/rules/history';
import { listRunningRules } from '@parley/db/rules/rules';
import { conversationsInState } from '@parley/db/rules/runs';
import { sql } from 'kysely';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { scopeSql } from '../../permissions/scope.ts';
import { matchesFilter } from './active.ts';
import { holdsAt, rememberHours } from './conditions.ts';
import { checkedRule } from './manage.ts';

interface PastEvent {
  conversationId: string;
  trigger: RuleTrigger;
  at: Date;
  text: string | undefined;
}

const dayMs = 24 * 3600 * 1000;

/**
 * Compares a rule with the messages and activities of the last days. Conversations are compared as they are now, since
 * nobody stored how they were at each event; the answer names that and every other gap.
 *
 * @throws Problem as `checkedRule`
 */
export async function testRule(
  context: Context,
  caller: StaffCaller,
  { rule: content, days }: { rule: RuleContent; days: number },
): Promise<RuleTest> {
  await refuseWithout(context, caller, 'rules.manage');
  // Trying out sends nothing.
  const rule = await checkedRule(context, { ...caller, provenAt: Date.now() }, content);
  const since = new Date(Date.now() - days * dayMs);
  const within = await scopeSql(context, caller);
  return context.reads.run(async (db) => {
    const events = await eventsOf({ ...context, db }, rule, since);
    const isCut = events.length > ruleTestEventsMax;
    const counted = events.slice(0, ruleTestEventsMax);
    const ids = [...new Set(counted.map(({ conversationId }) => conversationId))];
    const conversations = await conversationsById(db, ids, within);
    const hoursOf = rememberHours({ ...context, db });
    const matched: (PastEvent & { conversation: Conversation })[] = [];
    let seen = 0;
    for (const event of counted) {
      const conversation = conversations.get(event.conversationId);
      if (!conversation) continue;
      seen += 1;
      const moment = { at: event.at, text: event.text, locale: async () => null, hours: () => hoursOf(conversation) };
      if (matchesFilter(rule, conversation) && (await holdsAt(rule, moment))) matched.push({ ...event, conversation });
    }
    const found = new Map(matched.map(({ conversation }) => [conversation.id, conversation]));
    const does = (type: string): boolean => rule.actions.some((action) => action.type === type);
    const open = [...found.values()].filter(({ status }) => status !== 'closed');
    return {
      events: seen,
      matches: matched.length,
      conversations: found.size,
      closed: does('close') ? open.length : 0,
      messages: does('message') ? matched.length : 0,
      gaps: [...gapsOf(rule, isCut), ...((await isCircle({ db }, rule)) ? (['circle'] as const) : [])],
      examples: firstOfEach(matched).map(({ conversation, trigger, at }) => ({
        conversationId: conversation.id,
        customer: conversation.customerName ?? conversation.customerEmail,
        trigger,
        at: at.toISOString(),
      })),
    };
  });
}

/** Whether the rule can start itself again, through the rules that are on too. */
async function isCircle({ db }: Pick<Context, 'db'>, rule: RuleContent): Promise<boolean> {
  // A rule that is tested once more is among those that are on, as it was saved.
  const others = (await listRunningRules(db)).filter(({ name }) => name !== rule.name);
  return feedsItself(rule, others);
}

const withoutHistory: readonly RuleTrigger[] = ['webhook', 'time_in_state', 'review_low'];

function gapsOf({ triggers }: RuleContent, isCut: boolean): (typeof ruleTestGaps)[number][] {
  const isUnknown = withoutHistory.some((each) => triggers.includes(each));
  return ['state_now', ...(isUnknown ? (['no_history'] as const) : []), ...(isCut ? (['cut'] as const) : []), 'rate'];
}

/** Returns the newest match of each conversation. */
function firstOfEach<Match extends PastEvent>(matched: readonly Match[]): Match[] {
  const newest = new Map<string, Match>();
  for (const match of matched) if (!newest.has(match.conversationId)) newest.set(match.conversationId, match);
  return [...newest.values()].slice(0, ruleTestListed);
}

/** Returns what the triggers took in the period, the newest first, one more than is looked at if there is more. */
async function eventsOf(context: Context, rule: RuleContent, since: Date): Promise<PastEvent[]> {
  const wanted = new Set(rule.triggers);
  if (rule.time) return timesOf(context, rule, since);
  const limit = ruleTestEventsMax + 1;
  const senders = senderTypes.filter((senderType) => takes(wanted, senderType));
  const onlyFirst = !senders.some((senderType) => takes(wanted, senderType, false));
  const kinds = activityKinds.filter((kind) => triggersOfActivity(kind).some((trigger) => wanted.has(trigger)));
  const [messages, activities] = await Promise.all([
    senders.length > 0 ? messagesSince(context.db, { since, senders, onlyFirst, limit }) : [],
    kinds.length > 0 ? activitiesSince(context.db, { since, kinds, limit }) : [],
  ]);
  const events = [
    ...messages.flatMap(({ conversationId, at, text, ...message }): PastEvent[] => {
      const trigger = triggersOfMessage(message).find((each) => wanted.has(each));
      return trigger ? [{ conversationId, at, text, trigger }] : [];
    }),
    ...activities.flatMap(({ conversationId, at, kind, ...activity }): PastEvent[] => {
      const trigger = triggersOfActivity(kind).find((each) => wanted.has(each) && isTriggered(each, activity));
      return trigger ? [{ conversationId, at, text: undefined, trigger }] : [];
    }),
  ];
  return events.toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

const takes = (wanted: ReadonlySet<RuleTrigger>, senderType: SenderType, opened = true): boolean =>
  triggersOfMessage({ senderType, opened, isMail: true, answersForm: true }).some((trigger) => wanted.has(trigger));

/** Returns the conversations that have been in the state for long enough since then, and still are. */
async function timesOf(context: Context, { time }: RuleContent, since: Date): Promise<PastEvent[]> {
  if (!time) return [];
  const waitMs = time.minutes * 60_000;
  const now = Date.now();
  const found = await conversationsInState(context.db, {
    state: time.state,
    from: new Date(since.getTime() - waitMs),
    until: new Date(now - waitMs),
    where: sql`true`,
    limit: ruleTestEventsMax + 1,
  });
  const hoursOf = rememberHours(context);
  const events: PastEvent[] = [];
  for (const each of found) {
    const at = time.isWorkingTime
      ? afterWorkingTime(await hoursOf(each), each.since, waitMs)
      : new Date(each.since.getTime() + waitMs);
    if (at && at.getTime() <= now)
      events.push({ conversationId: each.id, at, text: undefined, trigger: 'time_in_state' });
  }
  return events.toReversed();
}
