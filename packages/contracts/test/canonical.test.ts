import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { canonical } from '../src/text/canonical.ts';
import { CleanLine, Id, Nullable, OneOf, Strict } from '../src/schema.ts';
import { cleanLine } from '../src/text/clean-line.ts';

const capitals = '01960D2C-5F3A-7C41-9A53-2F6D1C0B7E11';
const id = capitals.toLowerCase();

test('ids are brought into lower case wherever a schema has one, and nothing else is', () => {
  const schema = Strict({
    id: Id,
    other: Type.Optional(Nullable(Id)),
    who: Type.Union([OneOf(['ME']), Id]),
    inside: Strict({ ids: Type.Array(Id) }),
    text: Type.String(),
  });
  const value = { id: capitals, other: null, who: capitals, inside: { ids: [capitals, capitals] }, text: capitals };
  expect(canonical(schema)?.(value)).toEqual({ id, other: null, who: id, inside: { ids: [id, id] }, text: capitals });
  expect(canonical(schema)?.({ who: 'ME', inside: 1 })).toEqual({ who: 'ME', inside: 1 });
  expect(canonical(schema)?.(null)).toBeNull();
  expect(canonical(Strict({ text: Type.String() }))).toBeUndefined();
});

test('a line that a program tells is one clean line afterwards', () => {
  expect(cleanLine('  Cart\r\n(3)\u2028\u0000 \u202eevil\u202c \ud83d')).toBe('Cart (3) evil');
  expect(cleanLine('नमस्ते \u200d 👩‍👧 שלום')).toBe('नमस्ते \u200d 👩‍👧 שלום');
  const titled = canonical(Strict({ title: Type.Optional(CleanLine({ maxLength: 300 })) }));
  expect(titled?.({ title: 'a\nb' })).toEqual({ title: 'a b' });
});
