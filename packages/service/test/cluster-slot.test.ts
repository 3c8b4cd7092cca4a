import { expect, test } from 'vitest';
import { clusterSlot } from '../src/cluster-slot.ts';

test('slots are the ones of the cluster specification', () => {
  expect(clusterSlot('123456789')).toBe(0x31c3);
  expect(clusterSlot('foo')).toBe(12_182);
  expect(clusterSlot('')).toBe(0);
});

test('only the first braces count, unless they are empty', () => {
  expect(clusterSlot('{user1000}.following')).toBe(clusterSlot('{user1000}.followers'));
  expect(clusterSlot('foo{{bar}}zap')).toBe(clusterSlot('{bar'));
  expect(clusterSlot('foo{}{bar}')).not.toBe(clusterSlot('bar'));
  expect(clusterSlot('ümlaut{ß}')).toBe(clusterSlot('ß'));
});
