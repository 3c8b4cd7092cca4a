import { expect, it } from 'vitest';
import { checkedNetworks, isInNetworks } from '../src/users/networks.ts';

it.each([
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['203.0.113.77/24'], '203.0.113.1', true],
  [['203.0.113.0/24'], '::ffff:203.0.113.7', true],
  [['::ffff:203.0.113.0/120'], '203.0.113.7', true],
  [['::ffff:203.0.113.7'], '203.0.113.8', false],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:DB8::/32'], '2001:db9::1', false],
  [['2001:db8::1'], '2001:0db8:0:0:0:0:0:1', true],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [['0.0.0.0/0'], '198.51.100.1', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['::/0'], '2001:db8::1', true],
  [['10.0.0.0/8', '2001:db8::/32'], '192.0.2.1', false],
  [['10.0.0.0/8'], 'no address', false],
  [[], '192.0.2.1', true],
])('an address is matched with the networks %j: %s is %s', (allowed, address, isIn) => {
  expect(isInNetworks(allowed, address)).toBe(isIn);
});

it.each([
  '',
  ' ',
  'office',
  '203.0.113',
  '203.0.113.0/33',
  '203.0.113.0/-1',
  '203.0.113.0/24/8',
  '203.0.113.0/',
  '2001:db8::/129',
  '::ffff:203.0.113.0/24',
  'fe80::1%eth0',
  '203.0.113.0/2x',
  '0x7f.1',
])('“%s” is no network', (text) => {
  expect(() => checkedNetworks([text], '203.0.113.7')).toThrow('is neither an address nor a range');
});

it('a list that would lock out its author is refused, and none locks out nobody', () => {
  expect(() => checkedNetworks(['10.0.0.0/8'], '203.0.113.7')).toThrow(/^This would lock you out/);
  expect(() => checkedNetworks(['10.0.0.0/8'], undefined)).toThrow(/^This would lock you out/);
  expect(checkedNetworks([' 203.0.113.0/24 ', '203.0.113.0/24'], '203.0.113.7')).toEqual(['203.0.113.0/24']);
  expect(checkedNetworks([], undefined)).toEqual([]);
});
