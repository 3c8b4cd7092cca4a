/** The filters that a directory finds accounts by: comparisons for equality, joined by `and`. */
import { refuseUnstorableText } from '@parley/contracts/text';
import type { PersonCondition } from '@parley/db/scim/people';
import { ScimProblem } from './problem.ts';
import { plainName, type Token, tokensOf } from './text.ts';

const fields = new Map<string, PersonCondition['field']>([
  ['id', 'id'],
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['displayname', 'name'],
  ['name.formatted', 'name'],
  ['emails', 'email'],
  ['emails.value', 'email'],
  ['active', 'isActive'],
]);
const conditionsMax = 5;

const refused = (detail: string) => new ScimProblem('invalidFilter', detail);

/** @example parseFilter('userName eq "ada@example.com"') @throws ScimProblem `invalidFilter` */
export function parseFilter(filter: string): PersonCondition[] {
  refuseUnstorableText(filter);
  const tokens = tokensOf(filter, 'invalidFilter');
  const conditions: PersonCondition[] = [];
  while (tokens.length > 0) {
    if (conditions.length > 0 && tokens.shift()?.text.toLowerCase() !== 'and') throw refused('Only `and` joins here.');
    if (conditions.length >= conditionsMax) throw refused(`At most ${conditionsMax} comparisons.`);
    conditions.push(conditionOf(tokens.splice(0, 3)));
  }
  if (conditions.length === 0) throw refused('The filter is empty.');
  return conditions;
}

function conditionOf([attribute, operator, value]: Token[]): PersonCondition {
  if (attribute?.kind !== 'word' || operator?.kind !== 'word' || value === undefined || value.kind === 'mark') {
    throw refused('A comparison is an attribute, `eq` and a value.');
  }
  const field = fields.get(plainName(attribute.text));
  if (field === undefined)
    throw refused('Accounts are found by id, userName, externalId, displayName, emails, active.');
  if (operator.text.toLowerCase() !== 'eq') throw refused('Only `eq` compares here.');
  if (field === 'isActive') {
    const word = value.text.toLowerCase();
    if (word !== 'true' && word !== 'false') throw refused('`active` is true or false.');
    return { field, value: word === 'true' };
  }
  if (value.kind !== 'text') throw refused('The value is a quoted text.');
  return { field, value: value.text };
}
