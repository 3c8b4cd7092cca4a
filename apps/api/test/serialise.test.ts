/** Serializers are compiled at the first answer, too late to learn that they can't be. */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { expect, it } from 'vitest';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { serialisable } from '../src/serialise.ts';

const answers = contractRoutes.flatMap(([, { method, path: url, raw, responses }]) =>
  raw
    ? []
    : Object.entries(serialisable(responses)).map(([httpStatus, schema]) => ({ method, url, httpStatus, schema })),
);

it('every answer that a route declares can be written', () => {
  expect(answers.length).toBeGreaterThan(100);
  const compile = SerializerSelector()();
  for (const answer of answers) expect(compile(answer), `${answer.method} ${answer.url}`).toBeTypeOf('function');
});
