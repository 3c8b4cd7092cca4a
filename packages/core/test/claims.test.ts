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
