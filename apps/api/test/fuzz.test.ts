/**
 * Random and spiteful calls of every route, made from its schemas: a few in `npm test`, with another seed each time, and
 * 40 of every route in `npm run test:storm`. A failure prints the seed and the smallest call; `FUZZ_SEED` repeats it,
 * `FUZZ_RUNS` makes more of them.
 */
import { randomUUID } from 'node:crypto';
import type { Route } from '@parley/contracts/route';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import * as fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { arbitraryOf, spoiled, spite } from './support/arbitrary.ts';
import { type TestUser, startApi, type TestApi } from './support/api.ts';
import { urlOf } from './support/routes.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 8);
const given = process.env['FUZZ_SEED'];
const chance: { numRuns: number; seed?: number } = {
  numRuns: runs,
  ...(given === undefined ? {} : { seed: Number(given) }),
};

let api: TestApi;
let admin: TestUser;
let visitor: { headers: Record<string, string> };
let ids: string[];
beforeAll(async () => {
  api = await startApi();
});
/** Whether a call may have removed what the next route needs. */
let isUsed = true;
beforeEach(async () => {
  if (!isUsed) return;
  isUsed = false;
  admin = await api.signIn('admin');
  const other = await api.signIn('representative');
  const conversation = await api.conversation();
  visitor = conversation.visitor;
  ids = [other.user.id, conversation.id, ...(await things())];
});
afterAll(() => api.close());

/** The ids of one of each thing that an administrator keeps. */
async function things(): Promise<string[]> {
  const read = async (url: string) => (await api.call('GET', url, { as: admin })).json()[0].id;
  const add = (url: string, body: object) => api.call('POST', url, { as: admin, body });
  await add('/api/help/articles', { locale: 'en', title: 'Returns', content: 'Within 30 days.' });
  await add('/api/webhooks', { url: 'https://hooks.example.com/parley', events: ['message.posted'] });
  await add('/api/invitations', {});
  await ensureDelivery(api.context.db, {
    channel: 'slack',
    eventId: randomUUID(),
    target: 'https://hooks.example.com/slack',
    summary: 'New conversation',
    conversationId: null,
    payload: { text: 'Hello' },
  });
  return Promise.all(
    ['/api/websites', '/api/help/articles', '/api/webhooks', '/api/invitations', '/api/deliveries'].map(read),
  );
}

/** Returns what is stored, in one line. Activities are noted even when what they were about failed. */
async function fingerprint(): Promise<string> {
  const tables = [
    'users',
    'invitations',
    'websites',
    'visitors',
    'conversations',
    'messages',
    'settings',
    'images',
    'webhooks',
    'articles',
    'deliveries',
  ];
  // Postgres gives each version of a row a place (`ctid`) and the transaction that wrote it (`xmin`).
  const parts = tables.map(
    (table) =>
      sql`(select concat(count(*), ' ', sum(hashtextextended(concat(ctid, ' ', xmin), 0))) from ${sql.table(table)})`,
  );
  const { rows } = await sql<{ all: string }>`select concat_ws(' ', ${sql.join(parts)}) as "all"`.execute(
    api.context.db,
  );
  return rows[0]?.all ?? '';
}

const leaks =
  /\bat .+\.ts:\d+|node_modules|\bselect\b.+\bfrom\b|insert into|syntax error|violates|password_hash|\$argon2/i;

/** A made-up identity provider under a known ID doesn't exist anywhere: using it fails. */
const isOfMadeUpProvider = ({ statusCode, body }: LightMyRequestResponse): boolean =>
  statusCode === 503 && JSON.parse(body).localized?.code === 'provider_unavailable';

/** Returns the faults of an answer as texts. */
function complaints(route: Route, answer: LightMyRequestResponse, hasChanged: boolean): string[] {
  const { statusCode, body } = answer;
  const wrong: string[] = [];
  if (statusCode >= 500 && !isOfMadeUpProvider(answer)) wrong.push(`answered ${statusCode}: ${body}`);
  if (statusCode < 400) return wrong;
  // Pages that are opened from mails say on a page what is wrong.
  if (route.raw && String(answer.headers['content-type']).startsWith('text/html')) {
    if (leaks.test(body)) wrong.push(`tells about the inside: ${body}`);
    return hasChanged ? [...wrong, 'refused, yet something changed'] : wrong;
  }
  const isScims = route.access === 'scim';
  const type = isScims ? 'application/scim+json' : 'application/problem+json';
  if (answer.headers['content-type'] !== type) wrong.push('is no problem document');
  // An answer to HEAD has headers alone.
  if (route.method === 'HEAD') return hasChanged ? [...wrong, 'refused, yet something changed'] : wrong;
  const { status, code, detail } = answer.json();
  // SCIM says the status as a text, and has no codes of ours: RFC 7644, section 3.12.
  const isWhole = isScims ? status === String(statusCode) : status === statusCode && typeof code === 'string';
  if (!isWhole || typeof detail !== 'string') wrong.push('misses a part');
  if (leaks.test(body)) wrong.push(`tells about the inside: ${body}`);
  if (hasChanged) wrong.push('refused, yet something changed');
  return wrong;
}

async function send(route: Route, url: string, body: string | undefined) {
  const isVisitors = route.path.startsWith('/api/visitor');
  const [a, b] = [Math.floor(Math.random() * 250), Math.floor(Math.random() * 250)];
  return api.call(route.method, url, {
    as: isVisitors ? visitor : admin,
    ...(body === undefined ? {} : { body }),
    // Many addresses and browsers: limits are another test's business.
    address: `10.9.${a}.${b}`,
    headers: isVisitors ? { 'user-agent': randomUUID() } : {},
  });
}

describe('any input to any route', () => {
  // Deleting everything and signing out leave nothing to try on; waiting for a worker is not this test's business.
  const left = new Set(['deleteAllConversations', 'logout', 'suggestReplies', 'askKnowledge', 'tryAssistant']);

  it.each(contractRoutes.filter(([name]) => !left.has(name)))(
    'a route survives everything that is sent, and a refused call changes nothing: %s',
    async (_name, route) => {
      const known = route.access === 'self' ? [...ids, admin.user.id] : ids;
      const body = route.body ? spoiled(arbitraryOf(route.body, () => ids)) : fc.constant(undefined);
      const query: fc.Arbitrary<Record<string, string>> = route.query
        ? fc.dictionary(
            fc.oneof(
              fc.constantFrom(...Object.keys(route.query.properties)),
              fc.string({ unit: 'binary', maxLength: 8 }),
            ),
            fc.oneof(
              spite.map((evil) => (typeof evil === 'string' ? evil : JSON.stringify(evil))),
              fc.string({ unit: 'binary', maxLength: 40 }),
            ),
            { maxKeys: 3 },
          )
        : fc.constant({});
      const id = fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...known, randomUUID()) },
        fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed() && text !== ''),
      );
      const before = { print: await fingerprint() };

      await fc.assert(
        fc.asyncProperty(body, query, id, async (text, parameters, parameter) => {
          const search = new URLSearchParams();
          for (const [name, value] of Object.entries(parameters)) {
            search.append(name.toWellFormed(), value.slice(0, 4000).toWellFormed());
          }
          const path = urlOf(route, { id: parameter, integration: parameter, name: parameter });
          const answer = await send(route, `${path}?${search.toString()}`, text);
          if (answer.statusCode < 400 && route.method !== 'GET') isUsed = true;
          const present = await fingerprint();
          expect(complaints(route, answer, present !== before.print)).toEqual([]);
          before.print = present;
        }),
        chance,
      );
    },
    120_000,
  );
});
