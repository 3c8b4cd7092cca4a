/** Filters from outside. Apart from the filter itself, which the dashboard's first script holds without this. */
import { isDay } from '../conversations/attributes.ts';
import { duration, type Filter, type FilterCondition, filterLimits } from './filter.ts';
import {
  builtInFields,
  type FilterableAttribute,
  type FilterField,
  type FilterOperator,
  type FilterValueKind,
  isAttributeField,
  kindOf,
  operatorsOf,
} from './filter-fields.ts';
import { attributeTextMaxLength } from '../conversations/limits.ts';
import { isObject } from '../json.ts';
import type { FieldError } from '../problems.ts';
import { filterTexts } from '../i18n/filters.ts';
import { fill, type ValuesOf } from '../i18n/messages.ts';

const isField = (name: unknown): name is FilterField =>
  typeof name === 'string' && (isAttributeField(name) || builtInFields.some((field) => field === name));
const isOperator = (name: unknown, operators: object): name is FilterOperator =>
  typeof name === 'string' && Object.hasOwn(operators, name);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
interface Parsing {
  attributes: readonly FilterableAttribute[] | undefined;
  errors: FieldError[];
  conditions: number;
}

/**
 * A filter from outside, in its one form: ids in lower case, instants in UTC. Or what is wrong with it, by the path of
 * each part and with the name of the field.
 *
 * @param attributes the declared ones; without them, every attribute passes with any value that some type takes
 */
export function parseFilter(
  value: unknown,
  attributes?: readonly FilterableAttribute[],
): { filter: Filter } | { errors: FieldError[] } {
  const parsing: Parsing = { attributes, errors: [], conditions: 0 };
  const filter = parsed(value, 'filter', 0, parsing);
  return filter && parsing.errors.length === 0 ? { filter } : { errors: parsing.errors };
}

type FilterMessageKey = keyof typeof filterTexts;

function refuse<Code extends FilterMessageKey>(
  parsing: Parsing,
  path: string,
  code: Code,
  values: ValuesOf<(typeof filterTexts)[Code]>,
): undefined {
  if (parsing.errors.length >= 20) return;
  const message = fill(filterTexts[code], values, 'en');
  parsing.errors.push({ path: path.slice(0, 200), message, localized: { code, values } });
}

function parsed(value: unknown, path: string, depth: number, parsing: Parsing): Filter | undefined {
  if (!isObject(value)) return refuse(parsing, path, 'filter_shape', {});
  if (depth > filterLimits.depth) return refuse(parsing, path, 'filter_too_deep', { count: filterLimits.depth });
  const names = Object.keys(value);
  const [name] = names;
  if (names.length === 1 && (name === 'all' || name === 'any')) {
    const list: unknown = value[name];
    if (!Array.isArray(list)) return refuse(parsing, `${path}.${name}`, 'must_be_list', {});
    if (list.length > filterLimits.conditions) return tooMany(parsing, path);
    const parts = list.map((part: unknown, index) => parsed(part, `${path}.${name}.${index}`, depth + 1, parsing));
    const whole = parts.filter((part) => part !== undefined);
    return name === 'all' ? { all: whole } : { any: whole };
  }
  if (names.length === 1 && name === 'not') {
    const not = parsed(value[name], `${path}.not`, depth + 1, parsing);
    return not && { not };
  }
  return condition(value, path, parsing);
}

const tooMany = (parsing: Parsing, path: string): undefined =>
  refuse(parsing, path, 'filter_too_many', { count: filterLimits.conditions });

function condition(given: Record<string, unknown>, path: string, parsing: Parsing): FilterCondition | undefined {
  parsing.conditions += 1;
  if (parsing.conditions > filterLimits.conditions) return tooMany(parsing, path);
  const { field, op, value, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined) return refuse(parsing, `${path}.${other}`, 'is_not_known', {});
  if (!isField(field)) {
    const names = builtInFields.join(', ');
    return typeof field === 'string'
      ? refuse(parsing, `${path}.field`, 'filter_field_unknown', { name: field.slice(0, 60), names })
      : refuse(parsing, `${path}.field`, 'filter_field_missing', { names });
  }
  const type = typeOf(field, parsing);
  if (type === null) return refuse(parsing, `${path}.field`, 'filter_attribute_unknown', { key: field });
  const operators = operatorsOf(field, type);
  if (!isOperator(op, operators))
    return refuse(parsing, `${path}.op`, 'filter_operators', { field, names: Object.keys(operators).join(', ') });
  const kinds = operators[op] ?? [];
  const read = kinds.map((kind) => valueOf(field, kind, value)).find((each) => each !== undefined);
  if (read === undefined) return refuseValue(parsing, `${path}.value`, { field, op, kind: kinds[0] });
  return { field, op, value: read };
}

/** Returns the type of an attribute that is compared: undefined if any will do, null for an attribute that isn't declared. */
function typeOf(field: FilterField, { attributes }: Parsing): FilterableAttribute['type'] | undefined | null {
  const kind = kindOf(field);
  if (kind.kind !== 'attribute' || !attributes) return undefined;
  return attributes.find(({ subject, key }) => subject === kind.subject && key === kind.key)?.type ?? null;
}

interface Compared {
  field: FilterField;
  op: FilterOperator;
  kind: FilterValueKind | undefined;
}

/** Refuses a value with an error that explains which values the operator takes. */
function refuseValue(parsing: Parsing, path: string, { field, op, kind }: Compared): undefined {
  if (kind === 'text') return refuse(parsing, path, 'filter_text', { field, op, count: filterLimits.text });
  if (kind === 'boolean') return refuse(parsing, path, 'filter_boolean', { field, op });
  if (kind === 'instant') return refuse(parsing, path, 'filter_instant', { field, op });
  if (kind === 'duration') return refuse(parsing, path, 'filter_duration', { field, op });
  if (kind === 'word') return refuse(parsing, path, 'filter_text', { field, op, count: attributeTextMaxLength });
  if (kind === 'words') return refuse(parsing, path, 'filter_texts', { field, op, count: filterLimits.values });
  if (kind === 'number') return refuse(parsing, path, 'filter_number', { field, op });
  if (kind === 'day') return refuse(parsing, path, 'filter_day', { field, op });
  const of = kindOf(field);
  const words = of.kind === 'choice' ? of.values : ['UUID', ...(of.kind === 'id' ? of.words : [])];
  return refuse(parsing, path, kind === 'some' ? 'filter_some' : 'filter_one', { field, op, values: words.join(', ') });
}

/** Returns the canonical value; undefined if the operator doesn't take it. */
function valueOf(field: FilterField, type: FilterValueKind, value: unknown): FilterCondition['value'] | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (type === 'some' || type === 'words') {
    if (!Array.isArray(value) || value.length === 0 || value.length > filterLimits.values) return undefined;
    const read = value.map((each: unknown) => (type === 'some' ? oneOf(field, each) : wordOf(each)));
    return read.every((each) => each !== undefined) ? read : undefined;
  }
  if (typeof value !== 'string') return undefined;
  if (type === 'one') return oneOf(field, value);
  if (type === 'word') return wordOf(value);
  if (type === 'text') return value.length <= filterLimits.text ? wordOf(value) : undefined;
  if (type === 'day') return isDay(value) ? value : undefined;
  if (type === 'duration') return duration.test(value) ? value : undefined;
  const at = instant.test(value) ? Date.parse(value) : Number.NaN;
  // Years before the calendar and behind what can be stored are of no use to anybody.
  return Number.isFinite(at) && at > 0 ? new Date(at).toISOString() : undefined;
}

/** A text that Postgres can store: without NUL. */
const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= attributeTextMaxLength && !value.includes('\0') ? value : undefined;

function oneOf(field: FilterField, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const kind = kindOf(field);
  if (kind.kind === 'choice') return kind.values.includes(value) ? value : undefined;
  if (kind.kind !== 'id' && kind.kind !== 'set') return undefined;
  if (kind.kind === 'id' && kind.words.some((word) => word === value)) return value;
  return uuid.test(value) ? value.toLowerCase() : undefined;
}
