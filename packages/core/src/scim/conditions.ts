/** Parses the filters of directories, and their conditions on values. RFC 7644, section 3.4.2.2 */
import type { ScimErrorType } from '@parley/contracts/users/scim';
import type { Comparison, Condition, Operator } from '@parley/db/scim/conditions';
import { ScimProblem } from './problem.ts';
import { plainName, type Token } from './text.ts';

const comparisonsMax = 20;
const depthMax = 10;
const operators = new Map<string, Operator>(
  (['eq', 'ne', 'co', 'sw', 'ew', 'pr'] as const).map((each) => [each, each]),
);

/** Reads tokens from the left to the right, each once. Attributes are answered by their plain names. */
export class ConditionReader {
  readonly #tokens: readonly Token[];
  readonly #type: ScimErrorType;
  #at = 0;
  #comparisons = 0;

  /** @param type of the ScimProblem that every method throws */
  constructor(tokens: readonly Token[], type: ScimErrorType) {
    this.#tokens = tokens;
    this.#type = type;
  }

  /**
   * Comparisons joined by `or`, and more closely by `and`. Within brackets that choose values there are none of the same
   * kind; `prefix` is then before every attribute.
   */
  condition(prefix?: string, depth = 0): Condition<string> {
    if (depth > depthMax) throw this.refused(`At most ${depthMax} brackets in one another.`);
    const all = [this.#conjunction(prefix, depth)];
    while (this.takes('word', 'or')) all.push(this.#conjunction(prefix, depth));
    return oneOr(all, { or: all });
  }

  /** The next token, which is a word. */
  word(missing: string): string {
    const token = this.#next();
    if (token?.kind !== 'word') throw this.refused(missing);
    return token.text;
  }

  /** Returns the attribute after the bracket, such as `.value`, in lower case; empty without one. */
  behind(): string {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word' || !token.text.startsWith('.')) return '';
    this.#at += 1;
    return token.text.toLowerCase();
  }

  /** Whether the next token is this one, and then goes on behind it. */
  takes(kind: Token['kind'], text: string): boolean {
    const token = this.#tokens[this.#at];
    const isThis = token?.kind === kind && token.text.toLowerCase() === text;
    if (isThis) this.#at += 1;
    return isThis;
  }

  expect(mark: string): void {
    if (!this.takes('mark', mark)) throw this.refused(`\`${mark}\` is missing.`);
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.refused('There is something behind the end.');
  }

  refused(detail: string): ScimProblem {
    return new ScimProblem(this.#type, detail);
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }

  #conjunction(prefix: string | undefined, depth: number): Condition<string> {
    const all = [this.#factor(prefix, depth)];
    while (this.takes('word', 'and')) all.push(this.#factor(prefix, depth));
    return oneOr(all, { and: all });
  }

  #factor(prefix: string | undefined, depth: number): Condition<string> {
    const isNegated = this.takes('word', 'not');
    if (this.takes('mark', '(')) {
      const inner = this.condition(prefix, depth + 1);
      this.expect(')');
      return isNegated ? { not: inner } : inner;
    }
    if (isNegated) throw this.refused('`not` has brackets behind it.');
    const attribute = (prefix ?? '') + plainName(this.word('A comparison begins with an attribute.'));
    if (prefix !== undefined || !this.takes('mark', '[')) return this.#comparison(attribute);
    const chosen = this.condition(`${attribute}.`, depth + 1);
    this.expect(']');
    const behind = this.behind();
    return behind === '' ? chosen : { and: [chosen, this.#comparison(attribute + behind)] };
  }

  #comparison(field: string): Comparison<string> {
    this.#comparisons += 1;
    if (this.#comparisons > comparisonsMax) throw this.refused(`At most ${comparisonsMax} comparisons.`);
    const operator = operators.get(this.word('An operator is missing.').toLowerCase());
    if (operator === undefined) throw this.refused(`Values are compared by ${[...operators.keys()].join(', ')}.`);
    return { field, operator, value: operator === 'pr' ? '' : this.#value() };
  }

  #value(): string | boolean {
    const token = this.#next();
    if (token?.kind === 'text') return token.text;
    const truth = token?.kind === 'word' ? truthOf(token.text) : undefined;
    if (truth === undefined) throw this.refused('A value is a quoted text, true or false.');
    return truth;
  }
}

function oneOr(all: readonly Condition<string>[], joined: Condition<string>): Condition<string> {
  const [first] = all;
  return first !== undefined && all.length === 1 ? first : joined;
}

/** Some directories write truth with a capital. Undefined for another word. */
export function truthOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
}

/** Whether a condition looks at nothing but these attributes. */
export function looksOnlyAt(condition: Condition<string>, attributes: ReadonlySet<string>): boolean {
  const within = (each: Condition<string>) => looksOnlyAt(each, attributes);
  if ('and' in condition) return condition.and.every(within);
  if ('or' in condition) return condition.or.every(within);
  if ('not' in condition) return within(condition.not);
  return attributes.has(condition.field);
}

/** Whether one of the values of an attribute is meant. Letters of either case are the same. */
export function isChosen(condition: Condition<string>, value: Readonly<Record<string, string>>): boolean {
  if ('and' in condition) return condition.and.every((each) => isChosen(each, value));
  if ('or' in condition) return condition.or.some((each) => isChosen(each, value));
  if ('not' in condition) return !isChosen(condition.not, value);
  const { field, operator } = condition;
  const here = Object.hasOwn(value, field) ? value[field]?.toLowerCase() : undefined;
  const wanted = String(condition.value).toLowerCase();
  if (here === undefined) return operator === 'ne';
  switch (operator) {
    case 'eq':
      return here === wanted;
    case 'ne':
      return here !== wanted;
    case 'co':
      return here.includes(wanted);
    case 'sw':
      return here.startsWith(wanted);
    case 'ew':
      return here.endsWith(wanted);
    case 'pr':
      return here !== '';
  }
}
