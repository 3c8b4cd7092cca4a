/** The rules that are on, as a process keeps them: asked for with every event. */
import type { Conversation, Message } from '@parley/contracts/entities';
import type { DomainEvent, NoteEvent } from '@parley/contracts/events';
import { matches } from '@parley/contracts/filter/filter-matches';
import { phrasesIn } from '@parley/contracts/filter/search-text';
import type { RuleOccurrence } from '@parley/contracts/jobs';
import { type RuleTrigger, triggersOfEvent } from '@parley/contracts/rules/triggers';
import { listRunningRules, type StoredRule } from '@parley/db/rules/rules';
import type { IdleRun } from '@parley/db/rules/runs';
import { uuidv7 } from '@parley/db/uuid';
import type { Context } from '../../context.ts';
import { messageWords } from '../../text/message-words.ts';
import { holdsWords } from './conditions.ts';
import { isAsWanted } from './idle.ts';

/** A lost announcement of a change costs at most this, as with the settings. */
const listTtlMs = 10_000;

/** Rules by trigger, each list in the order in which they run. */
type RuleSet = ReadonlyMap<RuleTrigger, readonly StoredRule[]>;
const sets = new WeakMap<Context['db'], { until: number; rules: Promise<RuleSet> }>();

async function readRules(db: Context['db']): Promise<RuleSet> {
  const byTrigger = new Map<RuleTrigger, StoredRule[]>();
  for (const rule of await listRunningRules(db)) {
    for (const trigger of rule.triggers) {
      const list = byTrigger.get(trigger);
      if (list) list.push(rule);
      else byTrigger.set(trigger, [rule]);
    }
  }
  return byTrigger;
}

/** Returns the rules that are on, from a copy that is read again when a change is announced. */
export async function activeRules({ db }: Pick<Context, 'db'>): Promise<RuleSet> {
  let kept = sets.get(db);
  if (!kept || kept.until < Date.now()) {
    kept = { until: Date.now() + listTtlMs, rules: readRules(db) };
    sets.set(db, kept);
    // Callers get the failure; it isn't cached.
    kept.rules.catch(() => sets.delete(db));
  }
  return kept.rules;
}

/** Forgets the copy; the next event reads the rules. */
export function forgetRules({ db }: Pick<Context, 'db'>): void {
  sets.delete(db);
}

/** Whether the conditions about the conversation itself hold. Rules have no reader: filters name none (`manage.ts`). */
export const matchesFilter = ({ filter }: Pick<StoredRule, 'filter'>, conversation: Conversation): boolean =>
  matches(filter, conversation, { me: '', now: Date.now(), follows: () => false });

interface Known {
  conversation?: Conversation | undefined;
  message?: Message | undefined;
}

/** Implements `Context.rulesFor`. */
export async function rulesFor(
  context: Pick<Context, 'db'> & { idleRuns: { add(run: IdleRun): void } },
  { id, event }: { id: string; event: DomainEvent | NoteEvent },
  { conversation: stored, message }: Known = {},
): Promise<RuleOccurrence | undefined> {
  // The answers to a form change the conversation after their message was stored.
  const conversation = 'formId' in event ? undefined : stored;
  const followed = triggersOfEvent(event);
  if (followed.length === 0) return undefined;
  const rules = await activeRules(context);
  const possible = followed.filter((trigger) => rules.has(trigger));
  if (possible.length === 0) return undefined;
  const isInText =
    message && 'seq' in event && event.seq === message.seq ? phrasesIn(messageWords(message)) : undefined;
  const following = new Set(
    possible
      .flatMap((trigger) => rules.get(trigger) ?? [])
      .filter(
        (rule) => (!conversation || matchesFilter(rule, conversation)) && (!isInText || holdsWords(rule, isInText)),
      ),
  );
  if (following.size === 0) return undefined;
  if (conversation && isInText && event.type === 'message.posted' && event.senderType === 'customer') {
    const idle = idleAmong([...following], possible, conversation);
    for (const run of idle ?? []) context.idleRuns.add({ ...run, conversationId: event.conversationId, eventId: id });
    if (idle) return undefined;
  }
  return {
    eventId: id,
    conversationId: event.conversationId,
    triggers: possible.filter((trigger) => rules.get(trigger)?.some((rule) => following.has(rule))),
    ...('seq' in event && { seq: event.seq }),
    ...('activityNo' in event && event.activityNo !== undefined && { activityNo: event.activityNo }),
  };
}

/**
 * Returns the runs of rules that follow a customer's message, if none of them would change the conversation; undefined if
 * one would, or if only the worker knows.
 */
function idleAmong(
  rules: readonly StoredRule[],
  possible: readonly RuleTrigger[],
  conversation: Conversation,
): Pick<IdleRun, 'id' | 'ruleId' | 'trigger'>[] | undefined {
  const runs: Pick<IdleRun, 'id' | 'ruleId' | 'trigger'>[] = [];
  for (const rule of rules.toSorted((one, other) => one.place - other.place)) {
    const trigger = possible.find((each) => rule.triggers.includes(each));
    const isForWorker = trigger === 'mail_received' || rule.hours !== null || rule.languages.length > 0;
    if (!trigger || isForWorker || !isAsWanted(rule.actions, conversation)) return undefined;
    runs.push({ id: uuidv7(), ruleId: rule.id, trigger });
    if (rule.stops) break;
  }
  return runs;
}
