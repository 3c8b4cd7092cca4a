import type { AttributeContent } from '../conversations/attributes.ts';
import { durationMs, type Filter, type FilterCondition } from './filter.ts';
import { type Filterable, type FilterKnowledge, kindOf } from './filter-fields.ts';
import { holdsPhrase } from './search-text.ts';

/** Whether a filter includes a conversation, with the same result as its SQL. For filters from `parseFilter` only. */
export function matches(filter: Filter, conversation: Filterable, known: FilterKnowledge): boolean {
  if ('all' in filter) return filter.all.every((part) => matches(part, conversation, known));
  if ('any' in filter) return filter.any.some((part) => matches(part, conversation, known));
  if ('not' in filter) return !matches(filter.not, conversation, known);
  return holds(filter, conversation, known);
}

/** The ids that a condition names; null for none. */
export const namedIds = (value: FilterCondition['value'], me: string): (string | null)[] =>
  [value].flat().map((each) => (each === 'me' ? me : typeof each !== 'string' || isNone(each) ? null : each));
const isNone = (word: string): boolean => word === 'nobody' || word === 'none';

function holds({ field, op, value }: FilterCondition, conversation: Filterable, known: FilterKnowledge): boolean {
  const kind = kindOf(field);
  switch (kind.kind) {
    case 'choice':
      return [value].flat().some((each) => each === kind.of(conversation));
    case 'flag':
      return kind.of(conversation, known) === value;
    case 'id':
      return namedIds(value, known.me).includes(kind.of(conversation));
    case 'set': {
      const ids = kind.of(conversation);
      return op === 'known' ? ids.length > 0 === value : [value].flat().some((id) => ids.some((each) => each === id));
    }
    case 'text':
      return holdsPhrase(kind.of(conversation), String(value));
    case 'word': {
      const word = kind.of(conversation);
      return op === 'known' ? (word !== null) === value : [value].flat().some((each) => each === word);
    }
    case 'presence':
      return (kind.of(conversation) !== null) === value;
    case 'attribute':
      return holdsOfAttribute(op, value, kind.of(conversation));
    case 'instant':
      return holdsOfInstant(op, value, kind.of(conversation), known.now);
  }
}

function holdsOfAttribute(
  op: FilterCondition['op'],
  value: FilterCondition['value'],
  actual: AttributeContent | undefined,
): boolean {
  if (op === 'known') return (actual !== undefined) === value;
  if (actual === undefined) return false;
  if (op === 'contains') return holdsPhrase(String(actual), String(value));
  if (Array.isArray(value)) return value.some((each) => each === actual);
  if (typeof actual !== typeof value) return false;
  // Days as texts are in the order of time.
  if (op === 'less_than' || op === 'before') return actual < value;
  return op === 'greater_than' || op === 'after' ? actual > value : actual === value;
}

function holdsOfInstant(
  op: FilterCondition['op'],
  value: FilterCondition['value'],
  actual: string | null,
  now: number,
): boolean {
  if (op === 'known') return (actual !== null) === value;
  if (actual === null || typeof value !== 'string') return false;
  const at = Date.parse(actual);
  if (op === 'before') return at < Date.parse(value);
  if (op === 'after') return at > Date.parse(value);
  const since = now - durationMs(value);
  return op === 'older_than' ? at < since : at >= since;
}
