/** The claims of a provider that are used. */
import { expect, it } from 'vitest';
import { readClaims } from '../src/sign-in/claims.ts';

const asking = { groupsClaim: 'groups', groupRoles: [{ group: 'chiefs', role: 'admin' as const }] };

const readGroups = (claims: object, groupsClaim = 'groups', userInfo?: object) => {
  const of = { ...asking, groupsClaim };
  const { groups, groupsUnread } = readClaims(of, { sub: 'nia', ...claims }, userInfo && { sub: 'nia', ...userInfo });
  return groups ?? groupsUnread;
};

it.each<[string, object, string[] | string]>([
  ['a list', { groups: ['chiefs', 7, null] }, ['chiefs']],
  ['one name', { groups: 'chiefs' }, ['chiefs']],
  ['an empty list', { groups: [] }, []],
  ['nothing', {}, 'missing'],
  ['null', { groups: null }, 'missing'],
  ['a number', { groups: 7 }, 'missing'],
  [
    'a source to ask',
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x' } } },
    'elsewhere',
  ],
  ['that there are too many', { hasgroups: true }, 'elsewhere'],
  ['a source for something else', { _claim_names: { constructor: 'src1' } }, 'missing'],
])('groups that are sent as %s are read, or it is said why not', (_what, claims, expected) => {
  expect(readGroups(claims)).toEqual(expected);
});

it('groups are not asked for where roles do not follow them', () => {
  const none = readClaims({ groupsClaim: '', groupRoles: [] }, { sub: 'nia', groups: ['chiefs'] }, undefined);
  expect([none.groups, none.groupsUnread]).toEqual([undefined, undefined]);
});

it('roles of Keycloak are read, of the realm and of a client with points in its name', () => {
  const jane = {
    realm_access: { roles: ['offline_access', 'support-admins'] },
    resource_access: { 'parley.shop': { roles: ['desk'] }, account: { roles: ['view-profile'] } },
  };
  expect(readGroups(jane, 'realm_access.roles')).toEqual(['offline_access', 'support-admins']);
  expect(readGroups(jane, 'resource_access.parley.shop.roles')).toEqual(['desk']);
  expect(readGroups(jane, 'resource_access.account.roles')).toEqual(['view-profile']);
  expect(readGroups(jane, 'resource_access.parley.roles')).toBe('missing');
  expect(readGroups({}, 'realm_access.roles', jane)).toEqual(['offline_access', 'support-admins']);
});

it('groups are found by a path, as the keys of an object, and under a name with points', () => {
  const named = (groupsClaim: string) => ({ ...asking, groupsClaim });
  const keycloak = { sub: 'nia', realm_access: { roles: ['chiefs', 'desk'] } };
  expect(readClaims(named('realm_access.roles'), keycloak, undefined).groups).toEqual(['chiefs', 'desk']);
  expect(readClaims(named('realm_access.roles'), { sub: 'nia' }, keycloak).groups).toEqual(['chiefs', 'desk']);
  expect(readClaims(named('roles'), { sub: 'nia', roles: { chiefs: { org: '1' } } }, undefined).groups).toEqual([
    'chiefs',
  ]);
  const ofAuth0 = { sub: 'nia', 'https://shop.example/roles': ['chiefs'] };
  expect(readClaims(named('https://shop.example/roles'), ofAuth0, undefined).groups).toEqual(['chiefs']);
  expect(readGroups({}, 'constructor.name')).toBe('missing');
});

it.each([
  [true, true],
  ['true', true],
  ['false', false],
  ['TRUE ', false],
  [1, false],
])('email_verified %j means that the address is verified: %s', (verified, isEmailVerified) => {
  const claims = { sub: 'nia', email: 'nia@example.com', email_verified: verified };
  expect(readClaims(asking, claims, undefined)).toMatchObject({ isEmailVerified });
});
