import { describe, expect, it } from 'vitest';
import { type Filter, filterLimits } from '../src/filter/filter.ts';
import { parseFilter } from '../src/filter/filter-parse.ts';

const refusal = (value: unknown) => {
  const parsed = parseFilter(value);
  return 'errors' in parsed ? parsed.errors : [];
};
const nested = (depth: number): Filter => (depth === 0 ? { all: [] } : { not: nested(depth - 1) });

describe('a filter from outside', () => {
  it('is taken in its one form', () => {
    const id = '01960D2C-5F3A-7C41-9A53-2F6D1C0B7E11';
    const given = {
      any: [
        { field: 'assignee', op: 'in', value: ['me', id] },
        { not: { field: 'createdAt', op: 'after', value: '2026-11-22T10:00:00+02:00' } },
      ],
    };
    expect(parseFilter(given)).toEqual({
      filter: {
        any: [
          { field: 'assignee', op: 'in', value: ['me', id.toLowerCase()] },
          { not: { field: 'createdAt', op: 'after', value: '2026-11-22T08:00:00.000Z' } },
        ],
      },
    });
  });

  it.each([
    ['an unknown field', { field: 'colour', op: 'is', value: 'red' }, 'filter.field', 'colour'],
    ['a field of objects', { field: 'constructor', op: 'is', value: 'red' }, 'filter.field', 'constructor'],
    ['an unknown operator', { field: 'status', op: 'like', value: 'a' }, 'filter.op', 'status'],
    ['an operator of objects', { field: 'status', op: 'toString', value: 'a' }, 'filter.op', 'status'],
    ['an operator of another field', { field: 'createdAt', op: 'known', value: true }, 'filter.op', 'createdAt'],
    ['a value of the wrong type', { field: 'unread', op: 'is', value: 'yes' }, 'filter.value', 'unread'],
    ['a number', { field: 'status', op: 'is', value: 1 }, 'filter.value', 'status'],
    ['a value that is none', { field: 'status', op: 'in', value: ['open'] }, 'filter.value', 'status'],
    ['a list of none', { field: 'status', op: 'in', value: [] }, 'filter.value', 'status'],
    ['an id that is none', { field: 'assignee', op: 'is', value: 'ada' }, 'filter.value', 'assignee'],
    ['a word of another field', { field: 'website', op: 'is', value: 'me' }, 'filter.value', 'website'],
    [
      'a day that is none',
      { field: 'updatedAt', op: 'before', value: '2026-13-45T00:00:00Z' },
      'filter.value',
      'updatedAt',
    ],
    ['a duration that is none', { field: 'updatedAt', op: 'newer_than', value: '7 days' }, 'filter.value', 'updatedAt'],
    ['a name nobody knows', { field: 'status', op: 'is', value: 'active', or: 1 }, 'filter.or', 'known'],
    ['two groups in one', { all: [], any: [] }, 'filter.all', 'known'],
    ['a group of no list', { all: {} }, 'filter.all', 'list'],
    ['something deep inside', { all: [{ not: { any: [{ field: 'x' }] } }] }, 'filter.all.0.not.any.0.field', 'x'],
    ['nothing', null, 'filter', 'condition'],
    ['a list', [], 'filter', 'condition'],
  ])('is refused with %s, which is named', (_, value, path, word) => {
    const [error] = refusal(value);
    expect(error?.path).toBe(path);
    expect(error?.message).toContain(word);
  });

  it('may be so deep and so long, and no more', () => {
    expect(refusal(nested(filterLimits.depth))).toEqual([]);
    expect(refusal(nested(filterLimits.depth + 1))).toHaveLength(1);
    const conditions = (count: number) => ({
      all: Array.from({ length: count }, () => ({ field: 'unread', op: 'is', value: true })),
    });
    expect(refusal(conditions(filterLimits.conditions))).toEqual([]);
    expect(refusal(conditions(filterLimits.conditions + 1)).length).toBeGreaterThan(0);
    expect(refusal(nested(1_000)).length).toBe(1);
  });
});
