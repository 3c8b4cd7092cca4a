/** What counts of what a provider says of somebody. */
import { expect, it } from 'vitest';
import { readClaims } from '../src/sign-in/claims.ts';

const asking = { groupsClaim: 'groups', groupRoles: [{ group: 'chiefs', role: 'admin' as const }] };

it('a claim for groups that is missing is no group, and one that is to be had elsewhere says nothing', () => {
  expect(readClaims(asking, { sub: 'nia' }, undefined).groups).toEqual([]);
  expect(readClaims(asking, { sub: 'nia', groups: 'chiefs' }, undefined).groups).toEqual(['chiefs']);
  const elsewhere = {
    sub: 'nia',
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://x' } },
  };
  expect(readClaims(asking, elsewhere, undefined).groups).toBeUndefined();
  expect(readClaims({ groupsClaim: '', groupRoles: [] }, { sub: 'nia', groups: ['chiefs'] }, undefined).groups).toBe(
    undefined,
  );
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
  expect(readClaims(named('constructor.name'), { sub: 'nia' }, undefined).groups).toEqual([]);
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
