/** The filters that a directory finds accounts and groups by. */
import { refuseUnstorableText } from '@parley/contracts/text/text';
import type { Comparison, Condition } from '@parley/db/scim/conditions';
import type { GroupField } from '@parley/db/scim/groups';
import type { UserField } from '@parley/db/scim/users';
import { ConditionReader, truthOf } from './conditions.ts';
import { ScimProblem } from './problem.ts';
import { tokensOf } from './text.ts';

const userFields = new Map<string, UserField>([
  ['id', 'id'],
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['displayname', 'name'],
  ['name.formatted', 'name'],
  ['emails', 'email'],
  ['emails.value', 'email'],
  ['emails.type', 'emailType'],
  ['emails.primary', 'isPrimaryEmail'],
  ['active', 'isActive'],
]);
const groupFields = new Map<string, GroupField>([
  ['id', 'id'],
  ['displayname', 'displayName'],
  ['externalid', 'externalId'],
  ['members', 'member'],
  ['members.value', 'member'],
]);
const truths: ReadonlySet<string> = new Set<UserField>(['isActive', 'isPrimaryEmail']);

const refused = (detail: string) => new ScimProblem('invalidFilter', detail);

/** @example parseFilter('userName eq "ada@example.com"') @throws ScimProblem `invalidFilter` */
export const parseFilter = (filter: string): Condition<UserField> =>
  withFields(read(filter), userFields, 'Accounts are found by id, userName, externalId, displayName, emails, active.');

/** @example parseGroupFilter('displayName eq "Support"') @throws ScimProblem `invalidFilter` */
export const parseGroupFilter = (filter: string): Condition<GroupField> =>
  withFields(read(filter), groupFields, 'Groups are found by id, displayName, externalId, members.');

function read(filter: string): Condition<string> {
  refuseUnstorableText(filter);
  const reader = new ConditionReader(tokensOf(filter, 'invalidFilter'), 'invalidFilter');
  const condition = reader.condition();
  reader.end();
  return condition;
}

function withFields<Field extends string>(
  condition: Condition<string>,
  fields: ReadonlyMap<string, Field>,
  known: string,
): Condition<Field> {
  const within = (each: Condition<string>) => withFields(each, fields, known);
  if ('and' in condition) return { and: condition.and.map(within) };
  if ('or' in condition) return { or: condition.or.map(within) };
  if ('not' in condition) return { not: within(condition.not) };
  const field = fields.get(condition.field);
  if (field === undefined) throw refused(known);
  return comparisonOf(field, condition);
}

function comparisonOf<Field extends string>(
  field: Field,
  { field: attribute, operator, value }: Comparison<string>,
): Comparison<Field> {
  if (!truths.has(field)) {
    if (typeof value !== 'string') throw refused(`${attribute} is compared with a quoted text.`);
    return { field, operator, value };
  }
  if (operator === 'pr') return { field, operator, value };
  const truth = truthOf(String(value));
  if (truth === undefined) throw refused(`${attribute} is true or false.`);
  if (operator !== 'eq' && operator !== 'ne') throw refused(`${attribute} is compared by eq and ne.`);
  return { field, operator, value: truth };
}
