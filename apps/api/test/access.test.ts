/** Every route, called by everybody. The table it must match is `access-matrix.md`, for a person to check. */
import { randomUUID } from 'node:crypto';
import type { Route } from '@parley/contracts/route';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { sessionCookie, startApi, startNewApi, type TestApi } from './support/api.ts';
import { urlOf } from './support/routes.ts';

let api: TestApi;
let newApi: TestApi;
beforeAll(async () => {
  api = await startApi();
  newApi = await startNewApi();
});
afterAll(() => Promise.all([api.close(), newApi.close()]));

const columns = [
  'nobody',
  'visitor',
  'representative',
  'representative, nothing granted',
  'other representative',
  'admin',
] as const;

/** The parameters that make a path lead to the representative of the table, or to nothing. */
function parametersOf(route: Route, representativeId: string): Record<string, string> {
  const isPerson = route.path.startsWith('/api/users/') || route.path.startsWith('/api/representatives/');
  return { id: isPerson ? representativeId : randomUUID(), integration: 'slack', name: `${'0'.repeat(64)}.png` };
}

const endsTheirs = new Set(['/api/users/:id/sessions', '/api/users/:id/second-factor']);

it('every route lets everybody do exactly what the access matrix says', async () => {
  const representative = await api.signIn('representative');
  const ungranted = await newApi.signIn('representative');
  await newApi.visitor();
  const callers: Record<(typeof columns)[number], { headers: Record<string, string> }> = {
    nobody: { headers: {} },
    visitor: await aVisitor(),
    representative,
    'representative, nothing granted': ungranted,
    'other representative': await api.signIn('representative'),
    admin: await api.signIn('admin'),
  };
  const rows: string[] = [];
  for (const [, route] of contractRoutes) {
    const cells: string[] = [];
    for (const column of columns) {
      // The body is no valid one: whoever is let in changes nothing. Whether somebody is let in comes first.
      const [house, concerned] =
        column === 'representative, nothing granted' ? [newApi, ungranted] : [api, representative];
      const { statusCode, json } = await house.call(
        route.method,
        urlOf(route, parametersOf(route, concerned.user.id)),
        {
          as: callers[column],
          // From a page of the website where pages may call, as from a program elsewhere: identity alone decides.
          headers: route.path.startsWith('/api/visitor') ? { origin: 'https://shop.example.com' } : {},
          ...(route.body ? { body: { nonsense: true } } : {}),
        },
      );
      const isRefused = statusCode === 401 || statusCode === 403;
      // An answer to HEAD has no body to say why.
      const why = () => (route.method === 'HEAD' ? '' : ` ${json().code ?? 'told by SCIM'}`);
      cells.push(isRefused || statusCode >= 500 ? `${statusCode}${why()}` : 'yes');
      // Signing out ended the session.
      if (route.path === '/api/logout' && column !== 'nobody' && column !== 'visitor') {
        callers[column] = column.startsWith('representative')
          ? { headers: { cookie: await sessionCookie(house, concerned.user.email) } }
          : await api.signIn(column === 'admin' ? 'admin' : 'representative');
      }
    }
    // An administrator who ends somebody's sessions ends those that the table goes on with.
    if (route.method === 'DELETE' && endsTheirs.has(route.path)) {
      callers.representative = { headers: { cookie: await sessionCookie(api, representative.user.email) } };
    }
    if (route.method === 'DELETE' && route.path === '/api/visitor/session') callers.visitor = await aVisitor();
    rows.push(`| ${route.method} ${route.path} | ${cells.join(' | ')} |`);
  }
  const table = [
    '# Who may call what',
    '',
    'Written by `test/access.test.ts` and compared with at every run. *representative* calls about themself,',
    '*other representative* about them; *nobody* has no identity at all. Calls for visitors come from a registered website.',
    'An installation says what representatives may (`representativesMay`): *nothing granted* is how a new one begins. Of',
    '`POST /api/settings` only administrators change `representativesMay`, and `dataConfig` needs `retention`.',
    '',
    `| call | ${columns.join(' | ')} |`,
    `| --- |${' --- |'.repeat(columns.length)}`,
    ...rows.toSorted(),
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('./access-matrix.md');
});

async function aVisitor() {
  return { headers: { authorization: (await api.visitor()).headers['authorization'] ?? '' } };
}

it('every route of the contracts has a handler', async () => {
  const missing = contractRoutes.filter(([, { method, path }]) => !api.app.hasRoute({ method, url: path }));
  expect(missing.map(([name]) => name)).toEqual([]);
});
