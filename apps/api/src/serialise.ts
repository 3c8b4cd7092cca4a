/** Response schemas as Fastify's serialiser writes them fastest. */
import { isObject, type Json } from '@parley/contracts/json';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { Route } from '@parley/contracts/route';
import type { FastifySchema, FastifySerializerCompiler } from 'fastify';

/**
 * The contract's answers for the serialiser. "This or null" becomes a nullable schema, which needs no trial of either
 * branch; names of shared schemas go, because one answer may hold the same schema twice.
 */
export function serialisable(responses: Route['responses']): Json {
  return Object.fromEntries(Object.entries(responses).map(([status, schema]) => [status, simplify(schema)]));
}

/** Fastify's own, made when a route answers first: made at start, those of all routes take a fifth of it. */
export function lazySerializerCompiler(): FastifySerializerCompiler<FastifySchema> {
  const compile = SerializerSelector()();
  return ({ httpStatus = 'default', ...route }) => {
    let write: ReturnType<typeof compile> | undefined;
    return (answer) => (write ??= compile({ ...route, httpStatus }))(answer);
  };
}

function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (!isObject(schema)) return schema;
  const { $id: _named, anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const others = anyOf.filter((option) => !(isObject(option) && option['type'] === 'null'));
    const [only] = others;
    if (others.length === 1 && others.length < anyOf.length && isObject(only)) {
      const simplified = simplify(only);
      // Only a schema with one type can be nullable; another one has null among its own branches.
      if (isObject(simplified) && Array.isArray(simplified['anyOf']))
        return { ...simplified, anyOf: [...simplified['anyOf'], { type: 'null' }] };
      return isObject(simplified) ? { ...simplified, nullable: true } : simplified;
    }
    return { ...rest, anyOf: anyOf.map(simplify) };
  }
  // Every enumeration of the contracts is one of texts.
  if (Array.isArray(rest['enum']) && rest['type'] === undefined) return { ...rest, type: 'string' };
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, property]) => [name, simplify(property)]))
        : key === 'items' || key === 'additionalProperties' || key === 'patternProperties'
          ? simplify(value)
          : value,
    ]),
  );
}
