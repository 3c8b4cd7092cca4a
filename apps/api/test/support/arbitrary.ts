/** Values made from a schema, and what spite makes of them. */
import { randomUUID } from 'node:crypto';
import { linePattern, namePattern } from '@parley/contracts/schema';
import type { TSchema } from 'typebox';
import * as fc from 'fast-check';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  maxProperties?: number;
  items?: Schema;
  maxItems?: number;
}

/** Mostly valid values; `ids` are of things that exist. */
export function arbitraryOf(schema: TSchema, ids: () => string[]): fc.Arbitrary<unknown> {
  return fromSchema(schema, ids);
}

function fromSchema(schema: Schema, ids: () => string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fromSchema(option, ids)));
  switch (schema.type ?? '') {
    case 'string':
      return text(schema, ids);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object': {
      const model = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, fromSchema(property, ids)]),
      );
      const whole = fc.record(model, { requiredKeys: schema.required ?? [] });
      if (schema.maxProperties !== 1) return whole;
      return fc
        .constantFrom(...Object.keys(model))
        .chain((name) => fc.record({ [name]: model[name] ?? fc.constant(null) }));
    }
    default:
      return fc.constant(null);
  }
}

function text({ format, pattern, maxLength = 60 }: Schema, ids: () => string[]): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids()), fc.constant(randomUUID()));
  if (format === 'email') return fc.emailAddress({ size: 'small' });
  if (pattern === linePattern || pattern === namePattern) {
    return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 60) });
  }
  // Patterns that look ahead match ways back into the dashboard.
  if (pattern?.includes('(?!')) return fc.constantFrom('/', '/conversations?filter=waiting');
  if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  return fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(maxLength, 60) });
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: [deep(levels - 1)] });

/** Values that only a hostile client sends. */
export const spite: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202e',
  '𝕬',
  'ﷺ'.repeat(50),
  'x'.repeat(20_000),
  "' or 1=1; --",
  '../../etc/passwd',
  '%00',
  '${7*7}',
  '<script>alert(1)</script>',
  'data:image/png;base64,AAAA',
  'https://',
  'http://[',
  'javascript:alert(1)',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '2026-99-99',
  [],
  {},
  [[]],
  [null],
  deep(8),
  deep(40),
  { constructor: { prototype: { admin: true } } },
  { toString: 1, valueOf: 2, hasOwnProperty: 3 },
  { length: -1 },
  Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`key${at}`, at])),
);

/** JSON bodies: as they were, with a part replaced by spite, with a name too many, or no JSON at all. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const asJson = value.map((body) => JSON.stringify(body) ?? 'null');
  const replaced = fc
    .tuple(value, spite, fc.nat())
    .map(([body, evil, at]) => JSON.stringify(replaceOne(body, evil, at)));
  const widened = fc
    .tuple(value, fc.string({ unit: 'binary', maxLength: 12 }), spite)
    .map(([body, name, evil]) =>
      JSON.stringify(typeof body === 'object' && body !== null ? { ...body, [name]: evil } : evil),
    );
  const raw = fc.constantFrom(
    '{',
    '',
    'null',
    '[]',
    '"text"',
    '{"__proto__":{"admin":true}}',
    '{"a":1,"a":2}',
    '{"constructor":{"prototype":{}}}',
    '\ufeff{}',
    '{"a":NaN}',
    '['.repeat(5000),
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
  );
  return fc.oneof(
    { weight: 3, arbitrary: asJson },
    { weight: 5, arbitrary: replaced },
    { weight: 2, arbitrary: widened },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: spite.map((evil) => JSON.stringify(evil)) },
  );
}

function replaceOne(body: unknown, evil: unknown, at: number): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return evil;
  const names = Object.keys(body);
  const name = names[at % Math.max(1, names.length)];
  if (name === undefined) return evil;
  const inner: unknown = Reflect.get(body, name);
  const isObject = typeof inner === 'object' && inner !== null;
  return { ...body, [name]: isObject && at % 3 > 0 ? replaceOne(inner, evil, Math.floor(at / 3)) : evil };
}
