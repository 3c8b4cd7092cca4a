import { expect, test } from 'vitest';
import { answerFault, askedFields, checkAnswers } from '../src/forms/answers.ts';
import type { ShownField } from '../src/forms/forms.ts';

const field = (change: Partial<ShownField>): ShownField => ({
  id: 'a',
  kind: 'text',
  label: 'A',
  isRequired: true,
  ...change,
});
const options = ['x', 'y', 'z'].map((id) => ({ id, label: id.toUpperCase() }));

test.each([
  [field({}), '  ', 'required'],
  [field({}), undefined, 'required'],
  [field({ isRequired: false }), '', undefined],
  [field({ min: 3 }), 'ab', 'tooShort'],
  [field({ max: 3 }), 'abcd', 'tooLong'],
  [field({}), 12, 'required'],
  [field({ kind: 'email' }), 'grace@example.com', undefined],
  [field({ kind: 'email' }), 'grace@localhost', 'email'],
  [field({ kind: 'phone' }), '+43 (1) 234-5678', undefined],
  [field({ kind: 'phone' }), 'call me', 'phone'],
  [field({ kind: 'phone' }), '------', 'phone'],
  [field({ kind: 'date' }), '2026-02-28', undefined],
  [field({ kind: 'date' }), '2026-02-30', 'date'],
  [field({ kind: 'number', min: 0 }), -1, 'tooSmall'],
  [field({ kind: 'number', max: 9 }), 10, 'tooLarge'],
  [field({ kind: 'number' }), Number.NaN, 'number'],
  [field({ kind: 'number' }), '7', 'number'],
  [field({ kind: 'choice', options }), 'x', undefined],
  [field({ kind: 'choice', options }), 'w', 'option'],
  [field({ kind: 'choices', options, max: 2 }), ['x', 'y', 'z'], 'tooMany'],
  [field({ kind: 'choices', options }), ['x', 'x'], 'option'],
  [field({ kind: 'consent' }), false, 'consent'],
  [field({ kind: 'consent' }), true, undefined],
])('an answer is checked by the kind of its field (%#)', (given, value, code) => {
  expect(answerFault(given, value)?.code).toBe(code);
});

test('a field is asked only after the answers it depends on, and one that isn’t asked has no value', () => {
  const fields = [
    field({ id: 'a', kind: 'choice', options }),
    field({ id: 'b', showIf: { field: 'a', is: ['x'] } }),
    field({ id: 'c', showIf: { field: 'b', is: ['deep'] } }),
  ];
  const asked = (a: string) =>
    askedFields(
      fields,
      new Map([
        ['a', a],
        ['b', 'deep'],
      ]),
    ).map(({ id }) => id);
  expect(asked('x')).toEqual(['a', 'b', 'c']);
  expect(asked('y')).toEqual(['a']);
  const answers = [
    { field: 'a', value: 'y' },
    { field: 'b', value: 'deep' },
    { field: 'unknown', value: 'z' },
  ];
  expect(checkAnswers(fields, answers)).toEqual({ given: [{ field: fields[0], value: 'y' }], faults: [] });
});
