/** Refused and accepted visitor messages, as last members of a JSON object, for the tests of both endpoints. */

export const refusedMessages: readonly (readonly [what: string, members: string])[] = [
  ['a NUL', '"content":"a\\u0000b"'],
  ['the first half of a surrogate pair', '"content":"\\ud800"'],
  ['the second half of a surrogate pair', '"content":"x\\udc00y"'],
  ['a name given twice', '"content":"one","content":"two"'],
  ['a name given twice, once in disguise', '"content":"one","c\\u006fntent":"two"'],
  ['a name given twice deep inside', '"content":{"a":[{"b":1,"b":2}]}'],
  ['a prototype', '"content":"a","__proto__":{"x":1}'],
  ['a constructor', '"content":"a","constructor":{"prototype":{"x":1}}'],
  ['a name nobody knows', '"content":"a","role":"admin"'],
  ['a number', '"content":1'],
  ['a list', '"content":["a"]'],
  ['deep nesting', `"content":${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['nothing but spaces', '"content":" \\u3000\\n\\t "'],
  ['nothing', '"content":""'],
  ['too much', `"content":"${'x'.repeat(10_001)}"`],
  ['JSON that ends early', '"content":"a'],
];

export const takenMessages: readonly (readonly [what: string, members: string, stored: string])[] = [
  ['several lines', '"content":"one\\ntwo\\r\\nthree"', 'one\ntwo\r\nthree'],
  ['marks of direction', '"content":"\\u202eabc\\u202c \\u200fשלום"', '\u202eabc\u202c \u200fשלום'],
  ['a whole surrogate pair', '"content":"\\ud83d\\ude00"', '😀'],
  ['quotes, colons and backslashes', '"content":"a\\\\\\":\\"b\\":\\\\"', 'a\\":"b":\\'],
  ['what looks like a name given twice', '"content":"{\\"a\\":1,\\"a\\":2}"', '{"a":1,"a":2}'],
];
