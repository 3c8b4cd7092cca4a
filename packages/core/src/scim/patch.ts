/** Changes of a user: RFC 7644, section 3.5.2. */
import { ScimProblem } from './problem.ts';
import { type Draft, isIgnored, isObject, setAttribute, type Wanted } from './resource.ts';
import { plainName, type Token, tokensOf } from './text.ts';

const operationsMax = 100;
/** What every user has. */
const required = new Set(['username', 'active']);

/**
 * What a list of operations makes of a user; nothing of it when one of them does not hold.
 *
 * @throws ScimProblem `invalidSyntax`, `invalidPath`, `noTarget`, `mutability`, `invalidValue`
 */
export function readPatch(body: Record<string, unknown>, before: Wanted): Draft {
  const named = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const operations = named.get('operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > operationsMax) {
    throw new ScimProblem('invalidSyntax', `Operations is a list of 1 to ${operationsMax}.`);
  }
  const draft: Draft = {};
  for (const operation of operations) perform(draft, operation, before);
  return draft;
}

function perform(draft: Draft, operation: unknown, before: Wanted): void {
  if (!isObject(operation)) throw new ScimProblem('invalidSyntax', 'An operation is an object.');
  const { op, path, value } = operation;
  const what = typeof op === 'string' ? op.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(what)) {
    throw new ScimProblem('invalidSyntax', 'op is add, replace or remove.');
  }
  if (path !== undefined && typeof path !== 'string') throw new ScimProblem('invalidPath', 'path is a text.');
  if (path !== undefined && path !== '') {
    set(draft, pathOf(path, draft, before), what === 'remove' ? undefined : value, what);
    return;
  }
  if (what === 'remove') throw new ScimProblem('noTarget', 'What is to be removed is missing.');
  if (!isObject(value)) throw new ScimProblem('invalidValue', 'Without a path the value is an object.');
  for (const [name, each] of Object.entries(value)) set(draft, pathOf(name, draft, before), each, what);
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

/** A path as the plain name of what it leads to. */
function pathOf(path: string, draft: Draft, before: Wanted): string {
  const refused = () => new ScimProblem('invalidPath', 'This path leads nowhere.');
  if (path.length > pathMaxLength) throw refused();
  const [first, ...rest] = tokensOf(path, 'invalidPath');
  if (first?.kind !== 'word') throw refused();
  const name = plainName(first.text);
  if (rest.length === 0) return name;
  const [open, attribute, operator, value, close, behind, ...more] = rest;
  const isFilter =
    open?.text === '[' &&
    open.kind === 'mark' &&
    close?.kind === 'mark' &&
    close.text === ']' &&
    more.length === 0 &&
    (behind === undefined || (behind.kind === 'word' && behind.text.startsWith('.')));
  if (!isFilter) throw refused();
  const target = `${name}${behind?.text.toLowerCase() ?? ''}`;
  if (isIgnored(name)) return target;
  if (name !== 'emails') throw refused();
  if (!isOurAddress([attribute, operator, value], draft.email ?? before.email)) {
    throw new ScimProblem('noTarget', 'There is one address, of type work, and it is the primary one.');
  }
  return target;
}

/** Whether a comparison takes in the one address that is kept. */
function isOurAddress([attribute, operator, value]: (Token | undefined)[], email: string): boolean {
  if (operator?.text.toLowerCase() !== 'eq' || attribute === undefined || value === undefined) {
    throw new ScimProblem('invalidPath', 'Only `eq` compares here.');
  }
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
