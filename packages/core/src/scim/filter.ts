/** The filters that a directory finds accounts and groups by: comparisons for equality, joined by `and`. */
import { refuseUnstorableText } from '@parley/contracts/text';
import type { GroupCondition } from '@parley/db/scim/groups';
import type { PersonCondition } from '@parley/db/scim/people';
import { ScimProblem } from './problem.ts';
import { plainName, type Token, tokensOf } from './text.ts';

const userFields = new Map<string, PersonCondition['field']>([
  ['id', 'id'],
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['displayname', 'name'],
  ['name.formatted', 'name'],
  ['emails', 'email'],
  ['emails.value', 'email'],
  ['active', 'isActive'],
]);
const groupFields = new Map<string, GroupCondition['field']>([
  ['id', 'id'],
  ['displayname', 'displayName'],
  ['externalid', 'externalId'],
  ['members', 'member'],
  ['members.value', 'member'],
]);
const conditionsMax = 5;

const refused = (detail: string) => new ScimProblem('invalidFilter', detail);

/** @example parseFilter('userName eq "ada@example.com"') @throws ScimProblem `invalidFilter` */
export function parseFilter(filter: string): PersonCondition[] {
  return comparisonsIn(filter).map(({ attribute, value }) => {
    const field = userFields.get(attribute);
    if (field === undefined) {
      throw refused('Accounts are found by id, userName, externalId, displayName, emails, active.');
    }
    return { field, value: field === 'isActive' ? truthOf(value) : textOf(value) };
  });
}

/** @example parseGroupFilter('displayName eq "Support"') @throws ScimProblem `invalidFilter` */
export function parseGroupFilter(filter: string): GroupCondition[] {
  return comparisonsIn(filter).map(({ attribute, value }) => {
    const field = groupFields.get(attribute);
    if (field === undefined) throw refused('Groups are found by id, displayName, externalId, members.');
    return { field, value: textOf(value) };
  });
}

interface Comparison {
  attribute: string;
  value: Token;
}

function comparisonsIn(filter: string): Comparison[] {
  refuseUnstorableText(filter);
  const tokens = tokensOf(filter, 'invalidFilter');
  const found: Comparison[] = [];
  while (tokens.length > 0) {
    if (found.length > 0 && tokens.shift()?.text.toLowerCase() !== 'and') throw refused('Only `and` joins here.');
    if (found.length >= conditionsMax) throw refused(`At most ${conditionsMax} comparisons.`);
    found.push(comparisonOf(tokens.splice(0, 3)));
  }
  if (found.length === 0) throw refused('The filter is empty.');
  return found;
}

function comparisonOf([attribute, operator, value]: Token[]): Comparison {
  if (attribute?.kind !== 'word' || operator?.kind !== 'word' || value === undefined || value.kind === 'mark') {
    throw refused('A comparison is an attribute, `eq` and a value.');
  }
  if (operator.text.toLowerCase() !== 'eq') throw refused('Only `eq` compares here.');
  return { attribute: plainName(attribute.text), value };
}

function truthOf({ text }: Token): boolean {
  const word = text.toLowerCase();
  if (word !== 'true' && word !== 'false') throw refused('`active` is true or false.');
  return word === 'true';
}

function textOf({ kind, text }: Token): string {
  if (kind !== 'text') throw refused('The value is a quoted text.');
  return text;
}
