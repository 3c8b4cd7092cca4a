/** Every route, called by everybody. The table it must match is `access-matrix.md`, for a person to check. */
import { randomUUID } from 'node:crypto';
import type { Route } from '@parley/contracts/route';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInRoleIds, permissions } from '@parley/contracts/permissions/permissions';
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
  'lead',
  'light',
  'auditor',
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
    lead: await api.signInAs(builtInRoleIds.lead),
    light: await api.signInAs(builtInRoleIds.light),
    auditor: await api.signInAs(builtInRoleIds.auditor),
    admin: await api.signIn('admin'),
  };
  const rows: string[] = [];
  for (const [, route] of contractRoutes) {
    const cells: string[] = [];
    for (const column of columns) {
      // The body is invalid, so an allowed call changes nothing. Access is checked first.
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
          : column === 'lead' || column === 'light' || column === 'auditor'
            ? await api.signInAs(builtInRoleIds[column])
            : await api.signIn(column === 'admin' ? 'admin' : 'representative');
      }
    }
    // An admin ends a session that the table does not use.
    if (route.method === 'DELETE' && endsTheirs.has(route.path)) {
      callers.representative = { headers: { cookie: await sessionCookie(api, representative.user.email) } };
    }
    if (route.method === 'DELETE' && route.path === '/api/visitor/session') callers.visitor = await aVisitor();
    rows.push(`| ${route.method} ${route.path} | ${route.permission ?? ''} | ${cells.join(' | ')} |`);
  }
  const table = [
    '# Who may call what',
    '',
    'Written by `test/access.test.ts` and compared with at every run. *representative* calls about themself,',
    '*other representative* about them; *nobody* has no identity at all. Calls for visitors come from a registered website.',
    'An installation says what representatives may (`representativesMay`): *nothing granted* is how a new one begins. Of',
    '`POST /api/settings` only who gives access changes `representativesMay`, and `dataConfig` needs `settings.retention`.',
    '*needs* is the permission that the route declares; `signed_in` is every user. A `yes` may come to a 404: a user who',
    'has a scope sees no conversation outside it, which `test/scopes.test.ts` tries with each of these calls.',
    '',
    `| call | needs | ${columns.join(' | ')} |`,
    `| --- | --- |${' --- |'.repeat(columns.length)}`,
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

const staffRoutes = contractRoutes.filter(([, { access }]) => access === 'staff' || access === 'self');

it('every route of the staff declares its permission', () => {
  const silent = staffRoutes.filter(([, { access, permission }]) => !permission && access !== 'self');
  expect(silent.map(([name]) => name)).toEqual([]);
});

it('every route lets in callers with its permission alone, and none with all the others', async () => {
  const byPermission = Map.groupBy(staffRoutes, ([, { permission }]) => permission);
  const wrong: string[] = [];
  for (const [permission, routes] of byPermission) {
    if (!permission || permission === 'signed_in') continue;
    const others = permissions.filter((each) => each !== permission);
    const [alone, without] = await Promise.all([
      api.signInAs({ permissions: [permission] }),
      api.signInAs({ permissions: others }),
    ]);
    for (const [name, route] of routes) {
      const status = async (as: { headers: Record<string, string> }): Promise<number> => {
        const body = route.body ? { body: { nonsense: true } } : {};
        return (await api.call(route.method, urlOf(route, parametersOf(route, randomUUID())), { as, ...body }))
          .statusCode;
      };
      const [lets, refused] = [await status(alone), await status(without)];
      if (lets === 403 || lets >= 500) wrong.push(`${name} refuses who has ${permission}: ${lets}`);
      if (refused !== 403) wrong.push(`${name} lets in who lacks ${permission}: ${refused}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('a user without any permission sees names and their own settings, and nothing else', async () => {
  const nobody = await api.signInAs({ permissions: [] });
  const open: string[] = [];
  for (const [name, route] of staffRoutes) {
    const { statusCode } = await api.call(route.method, urlOf(route, parametersOf(route, randomUUID())), {
      as: nobody,
      ...(route.body ? { body: { nonsense: true } } : {}),
    });
    if (statusCode !== 403) open.push(name);
  }
  const forAll = staffRoutes.filter(([, { permission }]) => permission === 'signed_in');
  expect(open).toEqual(forAll.map(([name]) => name));
});
