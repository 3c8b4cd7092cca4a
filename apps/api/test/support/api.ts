/** An API of its own for a test file: own database, own Redis prefix, real both. */
import { randomUUID } from 'node:crypto';
import type { User } from '@parley/contracts/entities';
import { publishControl } from '@parley/core/context';
import { createExternalServices } from '@parley/core/external/services';
import { createTestContext, quickHash, type TestContext } from '@parley/core/testing';
import type { Permission } from '@parley/contracts/permissions/permissions';
import type { Scope } from '@parley/contracts/permissions/rights';
import { insertRole } from '@parley/db/roles/roles';
import { insertUser, updateAccess } from '@parley/db/users/users';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertWebsite } from '@parley/db/websites/websites';
import { loadConfig } from '@parley/service/config';
import type { Logger } from '@parley/service/logger';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { apiConfig } from '../../src/main.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'OPTIONS' | 'HEAD';

/** A caller, with the headers that identify them. */
export interface TestUser {
  user: User;
  headers: Record<string, string>;
}

export interface TestApi {
  app: FastifyInstance;
  context: TestContext;
  /** Calls without any identity unless `as` gives one. */
  call(method: Method, url: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** Creates and signs in a user. */
  signIn(role: 'admin' | 'representative', name?: string): Promise<TestUser>;
  /** Creates and signs in a user with another role: an existing or a new one. */
  signInAs(role: string | RoleOf): Promise<TestUser>;
  /** A visitor's headers: the page's origin and a token. */
  visitor(domain?: string): Promise<{ headers: Record<string, string>; visitorId: string }>;
  /** A conversation with one customer message, and its visitor. */
  conversation(content?: string): Promise<{ id: string; visitor: { headers: Record<string, string> } }>;
  close(): Promise<void>;
}

/** Role of the tests, with its permissions. */
export interface RoleOf {
  permissions: readonly Permission[];
  scope?: Scope;
}

export interface CallOptions {
  as?: { headers: Record<string, string> };
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

export const password = 'correct horse battery';
let hashed: Promise<string> | undefined;

/** Starts an installation with the default settings, in which representatives may only answer. */
export const startNewApi = (): Promise<TestApi> => startApi({}, undefined, {});

/** Everything that administrators can let representatives do in the settings. */
const everything = { retention: true, websites: true, export: true };

export async function startApi(
  environment: Record<string, string> = {},
  log?: Logger,
  representativesMay: Partial<typeof everything> = everything,
): Promise<TestApi> {
  const context = await createTestContext();
  await mergeSettings(context.db, 'representativesMay', representativesMay);
  const config = loadConfig(apiConfig, { ...context.env, REGISTRATION: 'open', ...environment });
  const external = createExternalServices(config);
  const app = await buildApp({ context: { ...context, external, ...(log && { log }) }, config });
  await app.ready();
  hashed ??= quickHash(password);
  const passwordHash = await hashed;

  const api: TestApi = {
    app,
    context,
    async call(method, url, { as, body, headers = {}, address } = {}) {
      const options: InjectOptions = { method, url, headers: { ...as?.headers, ...headers } };
      if (body !== undefined) {
        options.payload = typeof body === 'string' ? body : JSON.stringify(body);
        options.headers = { 'content-type': 'application/json', ...options.headers };
      }
      if (address !== undefined) options.remoteAddress = address;
      return app.inject(options);
    },
    async signIn(role, name = 'Test User') {
      const handle = randomUUID().slice(0, 13);
      const email = `${handle}@example.com`;
      const user = await insertUser(context.db, { name, email, username: handle, passwordHash, role });
      return { user, headers: { cookie: await sessionCookie(api, email) } };
    },
    async signInAs(role) {
      const roleId = typeof role === 'string' ? role : await addedRole(context, role);
      const { user } = await api.signIn('representative');
      await updateAccess(context.db, user.id, { roleId });
      return { user: { ...user, roleId }, headers: { cookie: await sessionCookie(api, user.email) } };
    },
    async visitor(domain = 'shop.example.com') {
      await insertWebsite(context.db, { domain, name: domain });
      const origin = `https://${domain}`;
      const answer = await api.call('POST', '/api/visitor/session', {
        headers: { origin, 'user-agent': randomUUID() },
        body: { page: { url: `${origin}/` } },
      });
      const { token, visitorId } = answer.json();
      return { headers: { origin, authorization: `Bearer ${token}` }, visitorId };
    },
    async conversation(content = 'Hello') {
      const visitor = await api.visitor();
      const answer = await api.call('POST', '/api/visitor/messages', {
        as: visitor,
        body: { content, clientMessageId: randomUUID() },
      });
      return { id: answer.json().conversationId, visitor };
    },
    async close() {
      await app.close();
      await external.outbound.close();
      await context.close();
    },
  };
  return api;
}

async function addedRole({ db }: TestContext, { permissions, scope = 'everything' }: RoleOf): Promise<string> {
  const role = await insertRole(db, { name: randomUUID(), permissions, scope, max: 1000 });
  if (typeof role === 'string') throw new Error(role);
  return role.id;
}

/** Signs in with the tests' password and answers the Cookie header. */
export async function sessionCookie(api: TestApi, email: string, secret = password): Promise<string> {
  const answer = await api.call('POST', '/api/login', { body: { email, password: secret } });
  if (answer.statusCode !== 200) throw new Error(`Signing in failed: ${answer.body}`);
  return cookieOf(answer);
}

/** The id of the session that a cookie names. */
export const sessionIdOf = ({ headers }: Pick<TestUser, 'headers'>): string =>
  decodeURIComponent(headers['cookie'] ?? '')
    .split('=')[1]
    ?.split('.')[0] ?? '';

/** Makes the session so old that calls with a proof require one again. */
export async function forgetProof(api: TestApi, testUser: TestUser): Promise<void> {
  const { context } = api;
  const id = sessionIdOf(testUser);
  const key = `${context.prefix}:session:${id}`;
  const record = JSON.parse((await context.redis.get(key)) ?? '{}');
  await context.redis.set(key, JSON.stringify({ ...record, signedInAt: 1, factorAt: undefined }), 'KEEPTTL');
  await publishControl(context, { type: 'session_changed', sessionId: id });
  const asked = () => api.call('POST', '/api/profile/api-keys', { as: testUser, body: {} });
  await expect.poll(async () => (await asked()).json().code).toBe('step_up_required');
}

/** A cookie that an answer sets, the session's unless named otherwise, as the browser sends it back. */
export function cookieOf(answer: LightMyRequestResponse, name = 'parley_session'): string {
  const cookie = answer.cookies.find((each) => each.name === name);
  return cookie ? `${cookie.name}=${cookie.value}` : '';
}

/** The status codes of several answers, sorted. */
export const statuses = (answers: LightMyRequestResponse[]): number[] =>
  answers.map((answer) => answer.statusCode).toSorted((one, other) => one - other);
