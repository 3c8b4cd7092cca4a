/** OpenAPI 3.1 from the contracts: what is declared once for both ends is also what the documentation says. */
import { permissionsOf, takesKeys } from '@parley/contracts/api-keys';
import { idempotencyHours, stepUpMinutes } from '@parley/contracts/limits';
import { type ProblemCode, ProblemDetails, problems } from '@parley/contracts/problems';
import type { Access, Route } from '@parley/contracts/route';
import * as routes from '@parley/contracts/routes';
import { ScimError } from '@parley/contracts/scim';
import { asksForProof, provenSections } from '@parley/contracts/step-up';
import { IsOptional } from 'typebox';
import { isObject, type Json, reference } from './schemas.ts';

const isRoute = (value: unknown): value is Route =>
  isObject(value) && typeof value['path'] === 'string' && typeof value['access'] === 'string';

/** Every route of the contracts with its name, the operation's id. */
export const contractRoutes: readonly (readonly [string, Route])[] = Object.entries(routes).flatMap(([name, value]) =>
  isRoute(value) ? [[name, value] as const] : [],
);

const accessWords: Record<Access, string> = {
  anyone: 'Anyone may call this.',
  link: 'For whoever has the signed address, which says for whom and until when it was made.',
  scim: 'For a directory, by a token of Settings, Single sign-on. Speaks SCIM 2.0 (RFC 7644).',
  website: 'For pages of a registered, active website (by `Origin`).',
  visitor: 'For a visitor, by token, from a page of a registered, active website.',
  staff: 'For people of the team who are signed in.',
  self: 'For the person concerned.',
};

/** Of OpenAPI 3.1: what a scheme that is no OAuth asks for can be named all the same. */
function securityOf(route: Route): Json[] {
  const { access } = route;
  if (access === 'scim') return [{ directoryToken: [] }];
  if (access === 'visitor') return [{ visitorToken: [] }];
  if (access === 'anyone' || access === 'link' || access === 'website') return [];
  return takesKeys(route) ? [{ session: [] }, { apiKey: permissionsOf(route) }] : [{ session: [] }];
}

/** Where a route asks for other than its declaration shows: `{}` is nobody in particular. */
const ownSecurity: Record<string, Json[]> = {
  currentUser: [{ session: [] }, { apiKey: [] }],
  logout: [{}, { session: [] }],
  startVisitorSession: [{}, { visitorToken: [] }],
};

/** What each group of routes is about. */
const tagWords: Record<string, string> = {
  'API keys': 'Keys by which programs call, as somebody of the team or as themselves.',
  Account: 'Signing in and out, registering, and who is signed in.',
  Attributes: 'What the team keeps of conversations and contacts, in fields of its own.',
  'Canned replies': 'Texts that are written again and again, and what is done with a conversation beside them.',
  Conversations: 'Reading, answering, assigning and closing conversations.',
  Contacts: 'The people behind the conversations: who they are, what is noted about them, blocking and merging.',
  Rehearsals:
    'Changes of the assistant, answered over past conversations before they are published, and the way back from them.',
  Copilot: 'What the configured model does for whoever answers: summaries, rewriting, tags, answers, translations.',
  Actions: 'What the assistant may do beside answering: calls of your own systems, and what was called.',
  Data: 'Exports, privacy, copying from another installation, and the audit log.',
  Bulk: 'Many conversations changed together in the background, with one undo.',
  Directory: 'SCIM 2.0: accounts that a directory makes, changes and deactivates, and its tokens.',
  Drafts: 'What the caller has written and not sent yet, on every device of theirs.',
  Files: 'What goes with messages: uploads that go on after a break, and links to what was checked.',
  'Help centre': 'Articles in languages and versions, what customers read of them, and what they did not find.',
  Integrations: 'Trying out other services, outgoing webhooks, and what was delivered.',
  Answers: 'What answers of the assistant rest on, what became of them, and what is passed on with a hand-off.',
  Knowledge: 'The articles that the assistant and the suggestions answer from.',
  Mail: 'What the links in mails to customers lead to.',
  Notes: 'What the team writes beside a conversation for itself, and who is mentioned there.',
  Overview: 'The statistics of the overview.',
  People: 'The team: availability, accounts, access, invitations and pictures.',
  'Second factor': 'What an account asks for beside its password, and who of the team has that.',
  'Single sign-on': 'Services to sign in by (OpenID Connect), and signing in by them.',
  Settings: 'The one record of settings.',
  Reminders: 'When the caller wants to see a conversation again; nobody else sees it.',
  'Scheduled messages': 'What the team has written to be sent later, or holds back for some seconds.',
  Roles: 'What people of the team may do, and of which conversations.',
  Teams: 'Which people work on the conversations of which websites.',
  Tags: 'The one vocabulary of tags that conversations have.',
  Views: 'Saved filters of conversations, and how many each takes in.',
  Visitors: 'What the widget asks for on a page of a registered website.',
  Websites: 'The websites that the widget may live on, and their identity secrets.',
};

/** What a parameter is, where its schema does not say it. */
const parameterWords: Record<string, string> = {
  mailId: 'As `after.mail.mailId` of the act that tells of the mail',
  language: 'The reader’s',
  id: 'Which one.',
  kind: 'Of a reply, or of a note.',
  conversationId: 'Only of this conversation.',
  revision: 'As it was answered last.',
  actNo: 'Which note: the act that wrote it.',
  noteId: 'Which note about the person.',
  passkeyId: 'Which of their passkeys.',
  session: 'Which of their sessions, as the list calls it.',
  seq: 'Which message.',
  stopped: 'Only what could not be sent, or only the others.',
  format: 'As a text, or as a page.',
  timeZone: 'By whose clock; the customer’s own, where it is known, unless given.',
  unread: 'Only what the caller has not read.',
  integration: 'Which of the integrations.',
  name: 'The hash of its content, and its kind.',
  path: 'The path of the page, for page rules.',
  limit: 'How many at most.',
  actorId: 'Only what this person has done.',
  before: 'Only what is older than this one.',
  after: 'Only what is newer than this seq.',
  status: 'Only what is in this state.',
  assigned: 'Only those of the caller, of nobody, or of this person.',
  sort: 'In which order.',
  due: 'Only those whose time has come, or only the others.',
  variant: 'As it is, or a picture of it.',
  link: 'The signature.',
  cursor: 'As in the Link header of the page before.',
  channel: 'Only by this way.',
  filter: 'Comparisons by `eq`, joined by `and`.',
  startIndex: 'Which account comes first, from 1.',
  count: 'How many at most.',
  webhookId: 'Only of this webhook.',
  locale: 'The language: `en`, `de` and so on.',
  slug: 'What the address of an article ends with.',
  q: 'What is looked for.',
  typing: 'More is about to be typed: nothing found says nothing yet.',
  state: 'Only what is in this state.',
};

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

/** Refusals of single routes that no declaration shows. */
const ownRefusals: Record<string, ProblemCode[]> = {
  currentUser: ['signed_out', 'key_refused'],
  login: ['wrong_credentials'],
  register: ['invitation_required', 'conflict'],
  finishLogin: ['signed_out', 'wrong_code'],
  passkeyLogin: ['wrong_code'],
  stepUp: ['wrong_code'],
  stepUpAtProvider: ['not_found', 'other_side_failed'],
  confirmTotp: ['wrong_code'],
  beginPasskey: ['not_configured'],
  addPasskey: ['wrong_code', 'conflict'],
  makeRecoveryCodes: ['conflict'],
  beginArticle: ['conflict'],
  writeTranslation: ['conflict'],
  updateWebsite: ['conflict'],
  updateUser: ['conflict', 'step_up_required'],
  resendEmailConfirmation: ['not_found', 'not_configured'],
  confirmEmail: ['forbidden', 'conflict'],
  changeAccess: ['conflict'],
  addRole: ['conflict'],
  updateRole: ['conflict'],
  deleteRole: ['conflict'],
  addTeam: ['conflict'],
  updateTeam: ['conflict'],
  addWebsite: ['conflict'],
  updateConversation: ['already_taken', 'conversation_closed', 'conflict'],
  takeOver: ['already_taken', 'conversation_closed'],
  postMessage: ['not_found', 'conflict', 'already_taken', 'conversation_closed', 'conversation_moved', 'blank_left'],
  editMessage: ['conflict'],
  removeMessage: ['conflict'],
  schedule: ['conflict', 'conversation_closed', 'blank_left'],
  changeScheduled: ['conflict', 'blank_left'],
  sendScheduled: ['already_taken', 'conversation_closed', 'blank_left'],
  cancelScheduled: ['conflict'],
  mailTranscript: ['not_configured'],
  addCannedReply: ['conflict'],
  updateCannedReply: ['conflict'],
  runMacro: ['already_taken', 'conversation_closed', 'conflict', 'blank_left'],
  postVisitorMessage: ['not_found', 'conflict', 'blocked'],
  updateVisitor: ['blocked'],
  setVisitorAttributes: ['blocked'],
  requestPerson: ['blocked'],
  createUpload: ['not_configured'],
  createVisitorUpload: ['not_configured', 'forbidden', 'not_found', 'blocked'],
  appendUpload: ['conflict'],
  appendVisitorUpload: ['conflict'],
  retryDelivery: ['conflict'],
  addIdentityProvider: ['conflict'],
  updateIdentityProvider: ['conflict'],
  deleteIdentityProvider: ['conflict'],
  startProviderSignIn: ['not_found', 'other_side_failed'],
  providerLogout: ['not_found', 'malformed', 'other_side_failed'],
  changeSettings: ['conflict', 'session_required', 'step_up_required'],
  publishRehearsal: ['step_up_required'],
  revertPublication: ['step_up_required'],
  acknowledgeAuditDifference: ['conflict'],
  addScimToken: ['conflict'],
  addScimUser: ['conflict'],
  replaceScimUser: ['conflict'],
  patchScimUser: ['conflict'],
  deleteScimUser: ['conflict'],
  addScimGroup: ['conflict'],
  replaceScimGroup: ['conflict'],
  patchScimGroup: ['conflict'],
  deleteScimGroup: ['conflict'],
  updateDirectoryGroup: ['conflict'],
  testIntegration: ['not_configured', 'other_side_failed'],
  triggerSync: ['not_configured'],
  unsubscribePage: ['not_found'],
  unsubscribe: ['not_found'],
  resubscribe: ['not_found'],
  retryInboundMail: ['conflict'],
  testReceiving: ['not_configured', 'other_side_failed'],
};

const header = (type: 'string' | 'integer', description: string): Json => ({ description, schema: { type } });

/** What is told beside the bodies. */
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
    tags: [...new Set(contractRoutes.map(([, { tag }]) => tag))].map((tag) => ({
      name: tag,
      description: tagWords[tag],
    })),
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

/** Who may call, with the permission that their role has to have. */
function whoMay({ access, permission, conversations }: Route): string {
  if (!permission || permission === 'signed_in') return accessWords[access];
  const needed =
    access === 'self' ? ` Others need the permission \`${permission}\`.` : ` Needs the permission \`${permission}\`.`;
  const scope = conversations ? ' Conversations outside the caller’s scope are as if they were not there.' : '';
  return `${accessWords[access]}${needed}${scope}`;
}

const recentProof = `a proof of who calls that is at most ${stepUpMinutes} minutes old`;

/** Requirements of single routes that depend on what the call changes. */
const ownWords: Record<string, string> = {
  changeSettings:
    `Of ${provenSections.map((section) => `\`${section}\``).join(', ')}, and of where messages go, every change asks for ` +
    `${recentProof} and is not made by an API key.`,
  publishRehearsal: `Asks for ${recentProof} where actions change.`,
  revertPublication: `Asks for ${recentProof} where actions change.`,
};

function descriptionOf(name: string, route: Route): string {
  const words = [whoMay(route)];
  if (!takesKeys(route)) words.push('Not by an API key.');
  else if (isOfTeam(route)) words.push(`An API key needs ${permissionsOf(route).join(' and ')}.`);
  if (asksForProof(route)) words.push(`Asks for ${recentProof}.`);
  return [...words, ownWords[name] ?? []].flat().join(' ');
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
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(name, route),
    security: ownSecurity[name] ?? securityOf(route),
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
      ...problemAnswers([...refusals(route), ...(ownRefusals[name] ?? [])], route.access === 'scim'),
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
  return Object.entries<unknown>(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.has(name),
    schema: property,
    description:
      isObject(property) && typeof property['description'] === 'string'
        ? property['description']
        : parameterWords[name],
  }));
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
