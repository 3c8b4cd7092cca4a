import * as Type from 'typebox';
import { ruleTestDaysMax, rulesMax } from '../rules/limits.ts';
import { Rule, RuleContent, ruleFields, RuleRun, RuleTest } from '../rules/rules.ts';
import { route } from '../route.ts';
import { allOptional, Described, expected, Id, IdParam, NoContent, PageLimit, Strict } from '../schema.ts';

const tag = { name: 'Rules', description: 'What is done by itself when something happens to a conversation.' };
const params = Strict({ id: IdParam });
const permission = 'rules.manage';

export const listRules = route({
  method: 'GET',
  path: '/api/rules',
  access: 'staff',
  permission,
  tag,
  summary: 'List the rules in the order in which they run',
  responses: { 200: Type.Array(Rule) },
});

export const addRule = route({
  method: 'POST',
  path: '/api/rules',
  access: 'staff',
  permission,
  tag,
  summary: 'Create a rule behind the others; it has the rights of its author',
  description: 'A rule that sends messages or calls webhooks needs a recent proof of who calls.',
  refusals: ['conflict', 'step_up_required'],
  body: RuleContent,
  responses: { 201: Rule },
});

export const updateRule = route({
  method: 'PATCH',
  path: '/api/rules/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Change a rule; from then on it has the rights of the caller',
  description: 'A rule that sends messages or calls webhooks needs a recent proof of who calls.',
  refusals: ['conflict', 'step_up_required'],
  params,
  body: Strict({ ...allOptional(ruleFields), ...expected(ruleFields) }, { minProperties: 1 }),
  responses: { 200: Rule },
});

export const orderRules = route({
  method: 'PUT',
  path: '/api/rules/order',
  access: 'staff',
  permission,
  tag,
  summary: 'Set the order in which the rules run',
  refusals: ['conflict'],
  body: Strict({ ids: Type.Array(Id, { maxItems: rulesMax, uniqueItems: true }) }),
  responses: { 204: NoContent },
});

export const deleteRule = route({
  method: 'DELETE',
  path: '/api/rules/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Delete a rule with the log of its runs',
  params,
  responses: { 204: NoContent },
});

export const testRule = route({
  method: 'POST',
  path: '/api/rules/test',
  access: 'staff',
  permission,
  tag,
  summary: 'Try a rule on the events of the last days, without doing anything',
  body: Strict({
    days: Type.Integer({ minimum: 1, maximum: ruleTestDaysMax }),
    rule: RuleContent,
  }),
  responses: { 200: RuleTest },
});

export const listRuleRuns = route({
  method: 'GET',
  path: '/api/rules/:id/runs',
  access: 'staff',
  permission,
  tag,
  summary: 'List the newest runs of a rule, with what was done and why not',
  params,
  query: Strict({
    before: Type.Optional(Described(Id, 'Runs before this one.')),
    limit: Type.Optional(PageLimit(100)),
  }),
  responses: { 200: Type.Array(RuleRun) },
});

export const renewRuleAddress = route({
  method: 'POST',
  path: '/api/rules/:id/address',
  access: 'staff',
  permission,
  byKey: false,
  stepUp: true,
  tag,
  summary: 'Make a new address for calls that trigger a rule; it is returned only this once, and the previous one ends',
  params,
  responses: { 200: Type.Object({ url: Type.String() }) },
});

export const callRule = route({
  method: 'POST',
  path: '/api/rule-calls/:key',
  // The address itself is the proof: it contains a key that only its receiver has.
  access: 'anyone',
  tag,
  summary: 'Trigger a rule for a conversation, or for the newest open one of a customer; each `id` counts once',
  refusals: ['not_found'],
  params: Strict({ key: Described(Type.String({ minLength: 20, maxLength: 100 }), 'Key of the rule’s address.') }),
  body: Strict({
    /** Makes a call repeatable. */
    id: Type.Optional(Id),
    conversationId: Type.Optional(Id),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    /** Compared with the rule’s words and languages. */
    text: Type.Optional(Type.String({ maxLength: 10_000 })),
  }),
  responses: { 202: Type.Object({ conversationId: Id }) },
});
