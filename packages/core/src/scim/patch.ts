/** Changes of users and groups: RFC 7644, section 3.5.2. */
import { ScimProblem } from './problem.ts';
import { type Draft, isIgnored, isObject, setAttribute, type Wanted } from './resource.ts';
import { plainName, type Token, tokensOf } from './text.ts';

const operationsMax = 100;
/** What every user has. */
const required = new Set(['username', 'active']);

/** One operation of a change; `op` is `add`, `replace` or `remove`. */
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

/** What it sets, one attribute after the other. */
function assignmentsOf(operation: unknown): Operation[] {
  if (!isObject(operation)) throw new ScimProblem('invalidSyntax', 'An operation is an object.');
  const { op: said, path, value } = operation;
  const op = typeof said === 'string' ? said.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(op)) {
    throw new ScimProblem('invalidSyntax', 'op is add, replace or remove.');
  }
  if (path !== undefined && typeof path !== 'string') throw new ScimProblem('invalidPath', 'path is a text.');
  if (path !== undefined && path !== '') return [{ op, path, value }];
  if (op === 'remove') throw new ScimProblem('noTarget', 'What is to be removed is missing.');
  if (!isObject(value)) throw new ScimProblem('invalidValue', 'Without a path the value is an object.');
  return Object.entries(value).map(([name, each]) => ({ op, path: name, value: each }));
}

/**
 * What a list of operations makes of a user; nothing of it when one of them does not hold.
 *
 * @throws ScimProblem `invalidSyntax`, `invalidPath`, `noTarget`, `mutability`, `invalidValue`
 */
export function readPatch(body: Record<string, unknown>, before: Wanted): Draft {
  const draft: Draft = {};
  for (const { op, path, value } of operationsIn(body)) {
    set(draft, pathOf(path, draft, before), op === 'remove' ? undefined : value, op);
  }
  return draft;
}

function set(draft: Draft, name: string, value: unknown, op: string): void {
  if (name === 'id' || name === 'meta' || name.startsWith('meta.')) {
    throw new ScimProblem('mutability', `${name} is not changed by a directory.`);
  }
  if (op === 'remove' && required.has(name)) throw new ScimProblem('mutability', `Every user has ${name}.`);
  // An address is what everybody here has: it is replaced, and stays when it is removed.
  if (op === 'remove' && name.startsWith('emails')) return;
  if (op !== 'remove' && name === 'displayname') delete draft.name;
  if (!setAttribute(draft, name, value)) throw new ScimProblem('invalidPath', 'No user has such an attribute.');
}

const pathMaxLength = 300;

/** A path: an attribute, what chooses among its values, and what of those. */
export interface Path {
  name: string;
  chosen?: [attribute: Token, operator: Token, value: Token];
  /** With its point. */
  behind: string;
}

const nowhere = () => new ScimProblem('invalidPath', 'This path leads nowhere.');

/** @example readPath('emails[type eq "work"].value') @throws ScimProblem `invalidPath` */
export function readPath(path: string): Path {
  if (path.length > pathMaxLength) throw nowhere();
  const [first, ...rest] = tokensOf(path, 'invalidPath');
  if (first?.kind !== 'word') throw nowhere();
  const name = plainName(first.text);
  if (rest.length === 0) return { name, behind: '' };
  const [open, attribute, operator, value, close, behind, ...more] = rest;
  const isFilter =
    open?.text === '[' &&
    open.kind === 'mark' &&
    close?.kind === 'mark' &&
    close.text === ']' &&
    more.length === 0 &&
    (behind === undefined || (behind.kind === 'word' && behind.text.startsWith('.')));
  if (!isFilter || !attribute || !operator || !value) throw nowhere();
  if (operator.text.toLowerCase() !== 'eq') throw new ScimProblem('invalidPath', 'Only `eq` compares here.');
  return { name, chosen: [attribute, operator, value], behind: behind?.text.toLowerCase() ?? '' };
}

/** A path as the plain name of what it leads to. */
function pathOf(path: string, draft: Draft, before: Wanted): string {
  const { name, chosen, behind } = readPath(path);
  if (!chosen || isIgnored(name)) return name + behind;
  if (name !== 'emails') throw nowhere();
  if (!isOurAddress(chosen, draft.email ?? before.email)) {
    throw new ScimProblem('noTarget', 'There is one address, of type work, and it is the primary one.');
  }
  return name + behind;
}

/** Whether a comparison takes in the one address that is kept. */
function isOurAddress([attribute, , value]: NonNullable<Path['chosen']>, email: string): boolean {
  switch (attribute.text.toLowerCase()) {
    case 'type':
      return value.text.toLowerCase() === 'work';
    case 'primary':
      return value.text.toLowerCase() === 'true';
    case 'value':
      return value.text.toLowerCase() === email.toLowerCase();
    default:
      return false;
  }
}
