import { expect, it } from 'vitest';
import { changedFieldsOf, listChange } from '../src/audit/changed-fields.ts';
import { secretMask } from '../src/settings/secret-fields.ts';

it('an entry without values before and after has no changed fields', () => {
  expect(changedFieldsOf({ name: 'Refund' })).toEqual([]);
});

it('fields within an object change by themselves, and unchanged ones are left out', () => {
  const before = { monday: { start: '09:00', end: '17:00' }, timezone: 'UTC' };
  const after = { monday: { start: '08:00', end: '17:00' }, timezone: 'UTC' };
  expect(changedFieldsOf({ before, after })).toEqual([
    { path: ['monday', 'start'], before: '09:00', after: '08:00', isSecret: false },
  ]);
});

it('a list with something for each website changes by website', () => {
  const of = (tone: string) => ({ websites: [{ websiteId: 'w1', tone }] });
  expect(changedFieldsOf({ before: of('dry'), after: of('warm') })).toEqual([
    { path: ['websites', 'w1', 'tone'], before: 'dry', after: 'warm', isSecret: false },
  ]);
});

it('a masked secret counts as changed, and nothing else is known of it', () => {
  const change = { before: { apiKey: secretMask }, after: { apiKey: secretMask } };
  expect(changedFieldsOf(change)).toMatchObject([{ path: ['apiKey'], isSecret: true }]);
});

it('a list of texts gains and loses some', () => {
  const [field] = changedFieldsOf({ before: { allowed: ['a', 'b'] }, after: { allowed: ['b', 'c'] } });
  expect(field && listChange(field)).toEqual({ added: ['c'], removed: ['a'] });
});
