/** OpenAPI 3.1 from the contracts: what is declared once for both ends is also what the documentation says. */
import { isObject, type Json } from '@parley/contracts/json';
import { permissionsOf, takesKeys } from '@parley/contracts/users/api-keys';
import { idempotencyHours } from '@parley/contracts/routes/limits';
import { type ProblemCode, ProblemDetails, problems } from '@parley/contracts/problems';
import { type Access, isRoute, type Route } from '@parley/contracts/route';
import * as routes from '@parley/contracts/routes';
import { ScimError } from '@parley/contracts/users/scim';
import { asksForProof, recentProof } from '@parley/contracts/users/step-up';
import { IsOptional } from 'typebox';
import { reference } from './schemas.ts';

/** Every route of the contracts with its name, the operation's id. */
export const contractRoutes: readonly (readonly [string, Route])[] = Object.entries(routes).flatMap(([name, value]) =>
  isRoute(value) ? [[name, value] as const] : [],
);

const accessWords: Record<Access, string> = {
  anyone: 'Anyone may call this.',
  link: 'For holders of the signed address, which contains its user and its end.',
  scim: 'For a directory, by a token of Settings, Single sign-on. Speaks SCIM 2.0 (RFC 7644).',
  website: 'For pages of a registered, active website (by `Origin`).',
  visitor: 'For a visitor, by token, from a page of a registered, active website.',
  staff: 'For people of the team who are signed in.',
  self: 'For the person concerned.',
};

/** Returns the security requirements of a route. OpenAPI 3.1 allows roles for schemes other than OAuth. */
function securityOf(route: Route): Json[] {
  const { access, accepts } = route;
  if (accepts) return accepts.map((credential) => (credential === 'none' ? {} : { [credential]: [] }));
  if (access === 'scim') return [{ directoryToken: [] }];
  if (access === 'visitor') return [{ visitorToken: [] }];
  if (access === 'anyone' || access === 'link' || access === 'website') return [];
  return takesKeys(route) ? [{ session: [] }, { apiKey: permissionsOf(route) }] : [{ session: [] }];
}

const refusedBodies = ['malformed', 'request_timeout', 'too_large', 'unsupported_type', 'invalid'] as const;

const ofRepeated = ['malformed', 'idempotency_key_reused', 'call_in_progress', 'call_outcome_unknown'] as const;

/** How a route can refuse besides what each can (`always`). */
function refusals(route: Route): ProblemCode[] {
  const { access, teamNetwork, permission, beforeSecondFactor, params, query, body, streams, method } = route;
  const codes = new Set<ProblemCode>();
  if (access === 'website' || access === 'visitor') codes.add('website_not_allowed');
  if (access !== 'anyone' && access !== 'website' && access !== 'link') codes.add('signed_out');
  if (isOfTeam(route)) for (const code of ['key_refused', 'forbidden', 'network_not_allowed'] as const) codes.add(code);
  if (teamNetwork) codes.add('network_not_allowed');
  if (!takesKeys(route)) codes.add('session_required');
  if (isRepeatable(route)) for (const code of ofRepeated) codes.add(code);
  if (access === 'self' || (permission && permission !== 'signed_in')) codes.add('forbidden');
  if (method !== 'GET' && method !== 'HEAD' && access !== 'visitor' && access !== 'website') codes.add('forbidden');
  if (isOfTeam(route) && !beforeSecondFactor) codes.add('second_factor_required');
  if (asksForProof(route)) codes.add('step_up_required');
  if (params) codes.add('not_found');
  if (body || streams) for (const code of refusedBodies) codes.add(code);
  if (query) codes.add('invalid');
  if (isObject(body) && isObject(body.properties) && 'expected' in body.properties) codes.add('conflict');
  return [...codes];
}

const header = (type: 'string' | 'integer', description: string): Json => ({ description, schema: { type } });

/** Response headers that all routes have. */
const headers = {
  Link: header('string', 'The next page, `rel="next"` (RFC 8288); absent on the last one.'),
  'Retry-After': header('integer', 'Seconds until it is worth trying again.'),
  'RateLimit-Limit': header('integer', 'Calls that may be made at once.'),
  'RateLimit-Remaining': header('integer', 'Calls that may still be made right now.'),
  'RateLimit-Reset': header('integer', 'Seconds until all of them may be made again.'),
  'RateLimit-Policy': header('string', 'Calls per window in seconds, as in `60;w=60`.'),
};
type Header = keyof typeof headers;

const headersOfProblem: Partial<Record<ProblemCode, Header[]>> = {
  call_in_progress: ['Retry-After'],
  rate_limited: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'],
  unavailable: ['Retry-After'],
};

const withHeaders = (names: readonly Header[]): Json =>
  names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };

/** The whole document. `publicUrl` is where this installation is reached. */
export function openapiDocument(publicUrl: string): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const [name, route] of contractRoutes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, components) };
  }
  reference(ProblemDetails, components);
  reference(ScimError, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1.0.0',
      description:
        'Everything the dashboard and the widget do, for your own programs. Times are ISO 8601 in UTC, ids are UUIDs. ' +
        'Every refusal is `application/problem+json` (RFC 9457) with a `code` to decide by and a `detail` to show. ' +
        'A method that a path does not have is refused as `urn:parley:problem:method_not_allowed`, with `Allow`. ' +
        'A call that is limited tells in `RateLimit-*` headers what is left, when it succeeds too.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(contractRoutes.map(([, { tag }]) => tag))],
    paths,
    components: {
      schemas: Object.fromEntries(components),
      headers,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          description:
            `Made up by the caller, a UUID say. For ${idempotencyHours} hours the same call under the same key is not made ` +
            'again but answered as it was, with `Idempotency-Replayed: true`.',
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'parley_session', description: 'Set by `POST /api/login`.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, made in the dashboard: `Authorization: Bearer parley_…`. What is named beside it are the ' +
            'permissions that the key needs.',
        },
        directoryToken: { type: 'http', scheme: 'bearer', description: 'Made in Settings, Single sign-on.' },
        visitorToken: { type: 'http', scheme: 'bearer', description: 'Answered by `POST /api/visitor/session`.' },
      },
    },
  };
}

/** Describes who may call, with the permission that their role needs. */
function whoMay({ access, permission, conversations }: Route): string {
  if (!permission || permission === 'signed_in') return accessWords[access];
  const needed =
    access === 'self' ? ` Others need the permission \`${permission}\`.` : ` Needs the permission \`${permission}\`.`;
  const scope = conversations ? ' Conversations outside the caller’s scope are as if they were not there.' : '';
  return `${accessWords[access]}${needed}${scope}`;
}

function descriptionOf(route: Route): string {
  const words = [whoMay(route)];
  if (!takesKeys(route)) words.push('Not by an API key.');
  else if (isOfTeam(route)) words.push(`An API key needs ${permissionsOf(route).join(' and ')}.`);
  if (asksForProof(route)) words.push(`Asks for ${recentProof}.`);
  return [...words, route.description ?? []].flat().join(' ');
}

const isOfTeam = ({ access }: Route): boolean => access === 'staff' || access === 'self';

/** Whether it takes an `Idempotency-Key`. */
const isRepeatable = (route: Route): boolean =>
  isOfTeam(route) && route.method !== 'GET' && route.method !== 'HEAD' && !route.raw && !route.streams;

const idempotencyKey: Json = { $ref: '#/components/parameters/IdempotencyKey' };

function operation(name: string, route: Route, components: Map<string, Json>): Json {
  const parameters = [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...(isRepeatable(route) ? [idempotencyKey] : []),
  ];
  return {
    operationId: name,
    tags: [route.tag.name],
    summary: route.summary,
    description: descriptionOf(route),
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: !IsOptional(route.body),
            content: { [bodyTypeOf(route)]: mediaType(route.body, components) },
          },
        }
      : {}),
    ...(route.streams
      ? {
          requestBody: {
            required: true,
            content: { [route.streams]: { schema: { type: 'string', format: 'binary' } } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, schema]) => [
          status,
          isNothing(schema)
            ? { description: 'Done' }
            : {
                description: 'Success',
                ...withHeaders(route.query && 'cursor' in route.query.properties ? ['Link'] : []),
                content: { [contentType(route)]: mediaType(schema, components) },
              },
        ]),
      ),
      ...problemAnswers([...refusals(route), ...(route.refusals ?? [])], route.access === 'scim'),
    },
  };
}

const isNothing = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

const bodyTypeOf = ({ access, bodyType }: Route): string =>
  bodyType ?? (access === 'scim' ? 'application/scim+json' : 'application/json');

function contentType({ path, raw, access }: Route): string {
  if (access === 'scim') return 'application/scim+json';
  if (raw && path.startsWith('/api/images')) return 'image/*';
  if (raw && path.startsWith('/api/files')) return 'application/octet-stream';
  return raw && path.startsWith('/api/mail') ? 'text/html' : 'application/json';
}

/** How each route can refuse. */
const always = ['rate_limited', 'unavailable', 'headers_too_large'] as const;

function problemAnswers(codes: ProblemCode[], isScim: boolean): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set<ProblemCode>([...codes, ...always])) {
    // A directory's protocol knows no 422.
    const status = isScim && code === 'invalid' ? 400 : problems[code].status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status),
      {
        description: sameStatus.map((code) => problems[code].title).join(' / '),
        ...withHeaders(sameStatus.flatMap((code) => headersOfProblem[code] ?? [])),
        content: isScim
          ? {
              'application/scim+json': {
                schema: { $ref: '#/components/schemas/ScimError' },
                example: exampleOf(ScimError),
              },
            }
          : {
              'application/problem+json': {
                schema: { $ref: '#/components/schemas/Problem' },
                examples: Object.fromEntries(sameStatus.map((code) => [code, { value: problemExample(code) }])),
              },
            },
      },
    ]),
  );
}

function problemExample(code: ProblemCode): Json {
  const { status, title } = problems[code];
  return {
    type: `urn:parley:problem:${code}`,
    title,
    status,
    detail: code === 'invalid' ? 'email: Must be an email address.' : `${title}.`,
    code,
    ...(code === 'invalid' ? { errors: [{ path: 'email', message: 'Must be an email address.' }] } : {}),
    requestId: 'req-1',
  };
}

function parametersIn(place: 'path' | 'query', schema: Route['params']): Json[] {
  if (!schema) return [];
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...shape }: Json = { ...property };
    return { name, in: place, required: required.has(name), schema: shape, description };
  });
}

function mediaType(schema: unknown, components: Map<string, Json>): Json {
  return { schema: reference(schema, components), example: exampleOf(schema) };
}

/** A value the schema accepts, from its own examples where it has some. */
export function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { examples, default: fallback, const: only, enum: options, anyOf, type, properties, items } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (fallback !== undefined) return fallback;
  if (only !== undefined) return only;
  if (Array.isArray(options)) return options[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0]);
  if (type === 'object' && isObject(properties)) {
    const entries = Object.entries(properties);
    // A change of one part names one part.
    const shown = schema['maxProperties'] === 1 ? entries.slice(0, 1) : entries;
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property)]));
  }
  if (type === 'array') return [exampleOf(items)];
  return { string: 'text', integer: 1, number: 1, boolean: true, null: null }[String(type)];
}
