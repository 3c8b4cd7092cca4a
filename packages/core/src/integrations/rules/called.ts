/** Calls from outside that trigger a rule: its address contains the key. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { newestOpenOf } from '@parley/db/conversations/newest-open';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import { findRuleByKey } from '@parley/db/rules/rules';
import { uuidv7 } from '@parley/db/uuid';
import type { Context } from '../../context.ts';
import { hashOfKey } from './manage.ts';

export interface RuleCall {
  id?: string | undefined;
  conversationId?: string | undefined;
  email?: string | undefined;
  text?: string | undefined;
}

/**
 * Triggers the rule of an address for a conversation, or for the newest open one of a customer. The same `id` triggers
 * it once.
 *
 * @throws Problem `not_found` for an unknown key, a rule that isn't on, and without such a conversation
 */
export async function callRule(context: Context, key: string, call: RuleCall): Promise<{ conversationId: string }> {
  const rule = await findRuleByKey(context.db, hashOfKey(key));
  if (!rule?.isOn || rule.problem || !rule.triggers.includes('webhook'))
    throw new Problem('not_found', localize('no_such_rule'));
  const conversationId = await conversationOf(context, call);
  if (!conversationId) throw new Problem('not_found', localize('rule_no_conversation'));
  await context.queues.add('rules', {
    eventId: call.id ?? uuidv7(),
    conversationId,
    triggers: ['webhook'],
    ruleId: rule.id,
    ...(call.text !== undefined && { text: call.text }),
  });
  return { conversationId };
}

async function conversationOf({ db }: Context, { conversationId, email }: RuleCall): Promise<string | undefined> {
  if (conversationId !== undefined)
    return (await findConversationScopes(db, [conversationId])).has(conversationId) ? conversationId : undefined;
  return email === undefined ? undefined : newestOpenOf(db, email.trim().toLowerCase());
}
