/**
 * The few schema shapes that every contract is built from.
 * Kept to plain builders so that a browser bundle which reaches a schema carries about 3 kB of schema code. `Type.Omit`,
 * `Type.Partial`, `Type.Pick` and `Type.Record` would bring the whole type engine along, so no contract uses them.
 */
import * as Type from 'typebox';

/** An object that refuses properties it does not name. */
export const Strict = <P extends Type.TProperties>(properties: P, options: Type.TObjectOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** Returns the properties, each made optional. */
export const allOptional = <P extends Type.TProperties>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof P]: Type.TOptional<P[K]>;
  };

/** Returns the properties except these. */
export const without = <P extends Type.TProperties, const K extends keyof P>(properties: P, ...left: readonly K[]) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !left.some((each) => each === name))) as Omit<P, K>;

/**
 * Returns the field of a change with the values that the caller has seen. If a current value differs, nothing is
 * changed, and the 409 contains the conflicting change and the current values.
 */
export const expected = <P extends Type.TProperties>(properties: P) => ({
  expected: Type.Optional(Strict(allOptional(properties))),
});

/** The schema or `null`. */
export const Nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const OneOf = <const V extends string[]>(
  values: readonly [...V],
  options: Type.TSchemaOptions = {},
): Type.TEnum<V> => Type.Enum(values, options);

/** A UUID. Taken in any case, kept and answered in lower case (`canonical`). */
export const Id = Type.String({ format: 'uuid', examples: ['01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11'] });

/**
 * Invisible characters, and those that turn the text around them: controls, line separators, marks of direction.
 * Spelled out for readers of the OpenAPI document who don't know the names of Unicode's classes.
 */
export const unseen = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
/** Space characters of one line. */
const spaces = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';

/** Some text on one line, perhaps none. */
export const linePattern = `^[^${unseen}]*$`;
/** Some text on one line. */
export const namePattern = `^[${spaces}]*[^${spaces}${unseen}][^${unseen}]*$`;

/** Name typed by a user: one line, shown beside texts of others. */
export const Name = (options: { maxLength: number }) => Type.String({ minLength: 1, ...options, pattern: namePattern });

/** Single line from a program, such as a page title; cleaned (`cleanLine`) where a `Name` would be refused. */
export const CleanLine = (options: { minLength?: number; maxLength: number }) =>
  Type.String({ ...options, 'x-cleaned': true });

/** An ISO 8601 instant in UTC. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-21T09:30:00.000Z'] });

/** A position in a conversation: 1 for its first message, without gaps. */
export const Seq = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** Returns a copy of the schema with these annotations. */
const annotated = <S extends Type.TSchema, A extends Type.TSchemaOptions>(schema: S, annotations: A): S & A =>
  Object.create(Object.getPrototypeOf(schema), {
    ...Object.getOwnPropertyDescriptors(schema),
    ...Object.getOwnPropertyDescriptors(annotations),
  });

/** Returns the schema of a parameter with the text that the API documentation has for it. */
export const Described = <S extends Type.TSchema>(schema: S, description: string) => annotated(schema, { description });

/** Returns the schema of a parameter that has this value where a call leaves it out. */
export const Defaulted = <S extends Type.TSchema, const V extends Type.Static<S>>(schema: S, value: V) =>
  annotated(Type.Optional(schema), { default: value });

/** The `id` of a path. */
export const IdParam = Described(Id, 'Which one.');

/** Returns the schema of the `limit` of a page. */
export const PageLimit = (maximum: number, usual = 50) =>
  Defaulted(Type.Integer({ minimum: 1, maximum, description: 'How many at most.' }), usual);

/** An answer without a body. */
export const NoContent = Type.Null({ description: 'No content' });
