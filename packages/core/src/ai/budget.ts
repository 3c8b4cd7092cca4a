/**
 * Limits what all automatic replies of the installation together may cost: a flood of visitors, each within their own
 * budget, must not become a bill. Counted in Redis, over all workers. Beyond the limit, representatives answer instead.
 */
import type { AiLimits } from '@parley/contracts/assistant/answers';
import type { Settings } from '@parley/contracts/settings/settings';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import { createRateLimiter, type LimitRequest } from '@parley/service/rate-limit';
import { keys } from '@parley/service/redis';
import type { AiBudget, ExternalContext, ModelEnvironment } from '../external/services.ts';

/** Returns the limits from the settings, capped by those of the environment; 0 for no limit. */
export function limitsOf(
  { budget, tokensPerVisitorAndDay }: Pick<ModelEnvironment, 'budget' | 'tokensPerVisitorAndDay'>,
  aiConfig: Pick<Settings['aiConfig'], keyof AiLimits>,
): AiLimits {
  const within = (limit: keyof AiLimits, ceiling: number): number => {
    const wanted = aiConfig[limit];
    if (wanted === null) return ceiling;
    return ceiling === 0 ? wanted : Math.min(wanted, ceiling);
  };
  return {
    repliesPerMinute: within('repliesPerMinute', budget.repliesPerMinute),
    repliesPerDay: within('repliesPerDay', budget.repliesPerDay),
    tokensPerDay: within('tokensPerDay', budget.tokensPerDay),
    tokensPerVisitorAndDay: within('tokensPerVisitorAndDay', tokensPerVisitorAndDay),
  };
}

type BudgetContext = Pick<ExternalContext, 'redis' | 'prefix'>;

const day = 24 * 60 * 60;
/** A day's tokens are back at midnight. */
const limitsLookedAtEverySeconds = 10 * 60;
/** Administrators read of it in the audit log this often at most. */
const notifyEverySeconds = 60 * 60;

const tokensKey = ({ prefix }: BudgetContext): string =>
  keys(prefix).key('ai-tokens', new Date().toISOString().slice(0, 10));

const limitOf = (name: string, max: number, perSeconds: number): LimitRequest => ({
  name,
  key: 'installation',
  max,
  perSeconds,
});

/** Counts a reply if all three limits allow it. Returns false when one is reached, and notifies the team. */
export async function takeFromBudget(context: ExternalContext, budget: AiBudget): Promise<boolean> {
  const reached = await reachedLimit(context, budget);
  if (!reached) return true;
  context.external.onAiBudgetSpent?.(reached);
  const isNews = await context.redis.set(
    keys(context.prefix).key('ai-budget-notified', reached),
    '1',
    'EX',
    notifyEverySeconds,
    'NX',
  );
  if (isNews) {
    context.log.warn({ limit: reached, max: budget[reached] }, 'the budget for automatic replies is spent');
    await insertAuditEntry(context.db, {
      actorId: null,
      actorName: null,
      action: 'assistant.budget_spent',
      subject: { type: 'assistant', id: reached },
      details: { max: budget[reached], reason: 'Conversations go to people until it is back.' },
    });
  }
  return false;
}

async function reachedLimit(context: BudgetContext, budget: AiBudget): Promise<keyof AiBudget | null> {
  const { repliesPerDay, repliesPerMinute } = budget;
  if (await isOutOfTokens(context, budget)) return 'tokensPerDay';
  const limiter = createRateLimiter(context.redis, context.prefix);
  const perDay = limitOf('ai_replies_day', repliesPerDay, day);
  if (repliesPerDay > 0 && !(await limiter.limit(perDay)).allowed) return 'repliesPerDay';
  if (repliesPerMinute > 0 && !(await limiter.limit(limitOf('ai_replies_minute', repliesPerMinute, 60))).allowed) {
    // It was not asked for after all.
    if (repliesPerDay > 0) await limiter.refund(perDay);
    return 'repliesPerMinute';
  }
  return null;
}

/**
 * Returns 0 if a rehearsal may ask the model now, otherwise the seconds to wait. Rehearsals use at most half of the
 * day's limits, so that answers to customers have the other half.
 */
export async function waitToRehearse(context: BudgetContext, budget: AiBudget): Promise<number> {
  const { repliesPerMinute, repliesPerDay, tokensPerDay } = budget;
  if (await isOutOfTokens(context, { tokensPerDay: Math.ceil(tokensPerDay / 2) })) return limitsLookedAtEverySeconds;
  const limiter = createRateLimiter(context.redis, context.prefix);
  for (const [name, max, perSeconds] of [
    ['ai_rehearsals_day', repliesPerDay, day],
    ['ai_rehearsals_minute', repliesPerMinute, 60],
  ] as const) {
    if (max === 0) continue;
    const { allowed, retryAfterSeconds } = await limiter.limit(limitOf(name, Math.ceil(max / 2), perSeconds));
    if (!allowed) return Math.max(1, retryAfterSeconds);
  }
  return 0;
}

/** Returns true if the model's budget for the day is spent. */
export async function isOutOfTokens(
  context: BudgetContext,
  { tokensPerDay }: Pick<AiBudget, 'tokensPerDay'>,
): Promise<boolean> {
  return tokensPerDay > 0 && Number((await context.redis.get(tokensKey(context))) ?? 0) >= tokensPerDay;
}

/** Adds the tokens of a call to those of the day. */
export async function countTokens(context: BudgetContext, tokens: number): Promise<void> {
  if (tokens <= 0) return;
  const key = tokensKey(context);
  await context.redis.incrby(key, Math.ceil(tokens));
  await context.redis.expire(key, 2 * day);
}
