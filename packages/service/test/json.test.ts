import { expect, test } from 'vitest';
import { hasDuplicateKeys, utf8Text } from '../src/json.ts';

const repeats = (text: string): boolean => hasDuplicateKeys(text, JSON.parse(text));

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":1}',
  '[{"x":{"y":1,"z":[],"y":1}}]',
  '{"__proto__":1,"__proto__":2}',
  '{"":1,"":2}',
  '{"a\\"":1,"a\\"":2}',
])('a name given twice is noticed: %s', (text) => {
  expect(repeats(text)).toBe(true);
});

test.each([
  '{}',
  '[]',
  '"a:b"',
  'null',
  '{"a":{"a":{"a":[{"a":1},{"a":1}]}}}',
  '{"a:":":","b":"\\"a\\":1","c\\\\":"\\\\"}',
  '{"__proto__":1,"constructor":2,"1":1,"01":2}',
  ' { "a" : 1 , "b" : [ { "a" : 1 } ] } ',
])('names given once are not: %s', (text) => {
  expect(repeats(text)).toBe(false);
});

test.each([
  ['backslashes', `{"a":"${'\\\\'.repeat(500_000)}"}`],
  ['quotes', `{"a":"${'\\"'.repeat(500_000)}"}`],
  ['depth', `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`],
  ['names', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['a picture', `{"image":"${'x'.repeat(10_000_000)}"}`],
])('a lot of %s is read in linear time', (_what, text) => {
  const parsed: unknown = JSON.parse(text);
  const began = performance.now();
  expect(hasDuplicateKeys(text, parsed)).toBe(false);
  // A machine under load takes a second; anything quadratic would take minutes.
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('bytes that are no UTF-8 are no text', () => {
  expect(utf8Text(Buffer.from('grüß dich 😀'))).toBe('grüß dich 😀');
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80]])
    expect(utf8Text(Buffer.from([0x22, ...bytes, 0x22]))).toBeUndefined();
});
