/** Filters and conversations made by chance, the same ones for the same seed. */
import type { Filter, FilterCondition } from '@parley/contracts/filter/filter';
import {
  attributeField,
  builtInFields,
  type FilterableAttribute,
  type FilterField,
  kindOf,
  operatorNames,
} from '@parley/contracts/filter/filter-fields';
import { uuidv7 } from '../../src/uuid.ts';

export interface Chance {
  below: (max: number) => number;
  pick: <T>(list: readonly T[]) => T;
  happens: (share: number) => boolean;
}

/** mulberry32. */
export function chance(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (max: number): number => Math.floor(next() * max);
  return { below, pick: (list) => list[below(list.length)]!, happens: (share) => next() < share };
}

export interface Known {
  users: readonly string[];
  websites: readonly string[];
  tags: readonly string[];
  teams: readonly string[];
  companies: readonly string[];
  now: number;
}

/** Attributes of both kinds and each type, as filters know them. */
export const attributes: readonly FilterableAttribute[] = (['conversation', 'contact', 'company'] as const).flatMap(
  (subject) =>
    (['text', 'number', 'date', 'yes_no', 'choice'] as const).map((type) => ({
      subject,
      key: `${subject}_${type}`,
      type,
    })),
);
export const attributeFields = attributes.map(attributeField);

/** Values that many rows and conditions share. */
export function someAttributeValue({ pick }: Chance, type: FilterableAttribute['type']): string | number | boolean {
  if (type === 'number') return pick([-1.5, 0, 0.1, 3, 12, 1e21]);
  if (type === 'yes_no') return pick([true, false]);
  if (type === 'date') return pick(['1999-12-31', '2026-01-01', '2026-02-28', '2026-11-22']);
  if (type === 'choice') return pick(['Free', 'Pro', 'true']);
  return pick(['', 'Acme', 'acme', 'Éxa Müller-Groß', "O'Neill & Sons", '{"a":1}', '12', 'true', '\\', 'z', 'Z']);
}

/** Instants that many rows and conditions share, so that their edges are met. */
export const someInstant = ({ pick, below, happens }: Chance, now: number): string =>
  new Date(
    now - (happens(0.5) ? pick([0, 1, 60_000, 900_000, 3_600_000, 86_400_000]) : below(10 * 86_400_000)),
  ).toISOString();

function valueOf(field: FilterField, op: string, random: Chance, known: Known): FilterCondition['value'] {
  const kind = kindOf(field);
  if (kind.kind === 'attribute' && op !== 'known' && op !== 'contains') {
    const type = typeOf(field) ?? 'text';
    return op === 'in'
      ? Array.from({ length: 1 + random.below(3) }, () => String(someAttributeValue(random, type)))
      : someAttributeValue(random, type);
  }
  if (kind.kind === 'word' && op !== 'known') {
    const words = ['DE', 'google.com', 'news', 'email', 'spring'];
    return op === 'in' ? [random.pick(words), random.pick(words)] : random.pick(words);
  }
  if (op === 'known' || kind.kind === 'flag') return random.happens(0.5);
  if (kind.kind === 'instant') {
    return op === 'before' || op === 'after'
      ? someInstant(random, known.now)
      : random.pick(['PT0M', 'PT15M', 'PT1H', 'P1D', 'P7D', 'P9999D']);
  }
  if (op === 'contains')
    return random.pick(['', '?!', 'j', 'ja', 'JANE', 'example com', 'com jane', '@example.c', 'éxa', 'com j']);
  const words: readonly string[] =
    kind.kind === 'choice'
      ? kind.values
      : [
          ...(kind.kind === 'id' ? kind.words : []),
          ...({
            assignee: known.users,
            website: known.websites,
            tag: known.tags,
            team: known.teams,
            company: known.companies,
          }[field as string] ?? []),
          uuidv7(),
        ];
  return op === 'in' || op === 'has_any'
    ? Array.from({ length: 1 + random.below(3) }, () => random.pick(words))
    : random.pick(words);
}

/** Returns a filter of any shape, up to four groups deep, over `fields`. */
export function someFilter(
  random: Chance,
  known: Known,
  fields: readonly FilterField[] = [...builtInFields, ...attributeFields],
  depth = 0,
): Filter {
  const shape = depth > 3 ? 3 : random.below(5);
  const parts = () => Array.from({ length: random.below(4) }, () => someFilter(random, known, fields, depth + 1));
  if (shape === 0) return { all: parts() };
  if (shape === 1) return { any: parts() };
  if (shape === 2) return { not: someFilter(random, known, fields, depth + 1) };
  const field = random.pick(fields);
  const op = random.pick(operatorNames(field, typeOf(field)));
  return { field, op, value: valueOf(field, op, random, known) };
}

const typeOf = (field: FilterField) => attributes.find((each) => attributeField(each) === field)?.type;
