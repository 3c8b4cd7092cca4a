/** Changes of users and groups: RFC 7644, section 3.5.2. */
import { isObject } from '@parley/contracts/json';
import type { Condition } from '@parley/db/scim/conditions';
import { emailType } from '@parley/db/scim/users';
import { ConditionReader, isChosen } from './conditions.ts';
import { ScimProblem } from './problem.ts';
import { type Draft, setAttribute, type Wanted } from './resource.ts';
import { isCoreSchema, plainName, tokensOf } from './text.ts';

const operationsMax = 100;
/** Attributes that every user has. */
const required = new Set(['username', 'active']);
/** Stored attributes of a user that have neither parts nor several values. */
const single = new Set(['username', 'active', 'externalid', 'displayname']);

/** Operation of a change; `op` is `add`, `replace` or `remove`. */
export interface Operation {
  op: string;
  path: string;
  value: unknown;
}

/** @throws ScimProblem `invalidSyntax`, `invalidPath`, `noTarget`, `invalidValue` */
export function operationsIn(body: Record<string, unknown>): Operation[] {
  const named = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const operations = named.get('operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > operationsMax) {
    throw new ScimProblem('invalidSyntax', `Operations is a list of 1 to ${operationsMax}.`);
  }
  return operations.flatMap(assignmentsOf);
}

/** Splits an operation into one per attribute. */
function assignmentsOf(operation: unknown): Operation[] {
  if (!isObject(operation)) throw new ScimProblem('invalidSyntax', 'An operation is an object.');
  const named = new Map(Object.entries(operation).map(([name, each]) => [name.toLowerCase(), each]));
  const [verb, path, value] = [named.get('op'), named.get('path'), named.get('value')];
  const op = typeof verb === 'string' ? verb.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(op)) {
    throw new ScimProblem('invalidSyntax', 'op is add, replace or remove.');
  }
  const hasPath = path !== undefined && path !== null && path !== '';
  if (hasPath && typeof path !== 'string') throw new ScimProblem('invalidPath', 'path is a text.');
  if (hasPath) return [{ op, path, value }];
  if (op === 'remove') throw new ScimProblem('noTarget', 'What is to be removed is missing.');
  if (!isObject(value)) throw new ScimProblem('invalidValue', 'Without a path the value is an object.');
  return Object.entries(value).flatMap(([name, each]) =>
    // Attributes of the core schema may be nested under its name.
    isCoreSchema(name) && isObject(each)
      ? Object.entries(each).map(([inner, one]) => ({ op, path: inner, value: one }))
      : [{ op, path: name, value: each }],
  );
}

/**
 * Applies a list of operations to a user; none of them if one is invalid. Attributes that are not stored are ignored: a
 * directory that is refused for one tries again, and stops managing the account in the end.
 *
 * @throws ScimProblem `invalidSyntax`, `invalidPath`, `noTarget`, `mutability`, `invalidValue`
 */
export function readPatch(body: Record<string, unknown>, before: Wanted & { id: string }): Draft {
  const draft: Draft = {};
  for (const { op, path, value } of operationsIn(body)) {
    const { name, chosen, behind } = readPath(path);
    if (single.has(name.split('.', 1)[0] ?? '') && (chosen || name.includes('.') || behind !== '')) throw nowhere();
    if (chosen && !isOurAddress(name, chosen, draft.email ?? before.email)) continue;
    set(draft, { name: name + behind, value: op === 'remove' ? undefined : value, op, id: before.id });
  }
  return draft;
}

function set(draft: Draft, { name, value, op, id }: { name: string; value: unknown; op: string; id: string }): void {
  // Okta sends it with every change.
  if (name === 'id' && value !== id) throw new ScimProblem('mutability', 'id is not changed by a directory.');
  if (op === 'remove' && required.has(name)) throw new ScimProblem('mutability', `Every user has ${name}.`);
  // Every user has an address: it can be replaced, not removed.
  if (op === 'remove' && name.startsWith('emails')) return;
  if (op !== 'remove' && name === 'displayname') delete draft.name;
  setAttribute(draft, name, value, op === 'add');
}

const pathMaxLength = 300;

/** Path: an attribute, a condition on its values, and a part of those. */
export interface Path {
  name: string;
  /** Condition on the attributes of each value, such as `type`. */
  chosen?: Condition<string>;
  /** With its point. */
  behind: string;
}

const nowhere = () => new ScimProblem('invalidPath', 'This path leads nowhere.');

/** @example readPath('emails[type eq "work"].value') @throws ScimProblem `invalidPath` */
export function readPath(path: string): Path {
  if (path.length > pathMaxLength) throw nowhere();
  const reader = new ConditionReader(tokensOf(path, 'invalidPath'), 'invalidPath');
  const name = plainName(reader.word('A path begins with an attribute.'));
  const chosen = reader.takes('mark', '[') ? reader.condition('') : undefined;
  if (chosen) reader.expect(']');
  const behind = reader.behind();
  reader.end();
  return { name, behind, ...(chosen && { chosen }) };
}

/** Whether the one address that is kept is among the values that a path chooses. */
const isOurAddress = (name: string, chosen: Condition<string>, email: string): boolean =>
  name === 'emails' && isChosen(chosen, { type: emailType, primary: 'true', value: email });
