import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OutboundRefused, OutboundUnreachable } from '../src/outbound-errors.ts';
import {
  assertPublicHost,
  guardedLookup,
  isPublicAddress,
  publicAddresses,
  type Resolve,
} from '../src/public-address.ts';

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'cloud metadata'],
  ['169.254.170.2', 'container credentials'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', 'cloud metadata'],
  ['168.63.129.16', 'cloud services'],
  ['192.0.0.192', 'cloud metadata'],
  ['192.0.2.1', 'documentation'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:8.8.8.8', 'mapped'],
  ['::127.0.0.1', 'compatible'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b::808:808', 'NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['2002:7f00:1::', '6to4'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'cloud metadata'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['100::1', 'discard'],
  ['5f00::1', 'segment routing'],
  ['not an address', 'nothing'],
  ['', 'nothing'],
])('%s (%s) is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('only the public ones of several addresses are used', async () => {
  const found = await publicAddresses('example.com', { resolve: answering('10.0.0.1', '8.8.8.8', '::1') });
  expect(found).toEqual([{ address: '8.8.8.8', family: 4 }]);
});

test('a host with private addresses only is refused, in words that don’t tell them', async () => {
  const refusal = assertPublicHost('mail.example.com', { resolve: answering('10.0.0.1') });
  await expect(refusal).rejects.toThrow(
    new OutboundRefused('mail.example.com is not a public address, so it is not called.'),
  );
});

test('private addresses are reached when that is allowed', async () => {
  const policy = { resolve: answering('10.0.0.1'), allowPrivate: true };
  expect(await assertPublicHost('mail.example.com', policy)).toEqual({ address: '10.0.0.1', family: 4 });
});

test.each(['127.0.0.1', '[::1]', '::1'])('an address instead of a name, %s, is judged as it is', async (host) => {
  await expect(assertPublicHost(host)).rejects.toBeInstanceOf(OutboundRefused);
});

test('a name that leads nowhere is said to', async () => {
  await expect(assertPublicHost('nowhere.example', { resolve: answering() })).rejects.toThrow(
    new OutboundUnreachable('nowhere.example', Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
  );
  await expect(assertPublicHost('localhost.invalid')).rejects.toBeInstanceOf(OutboundUnreachable);
});

test('localhost is refused by the system’s own resolver too', async () => {
  await expect(assertPublicHost('localhost')).rejects.toBeInstanceOf(OutboundRefused);
});

describe('the look-up of a connection', () => {
  const server = createServer();
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => server.close());

  const connecting = (policy: Parameters<typeof guardedLookup>[0], family?: 4 | 6): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({
        host: 'service.example',
        port,
        lookup: guardedLookup(policy),
        ...(family ? { family } : {}),
      });
      socket.once('connect', () => {
        resolve(socket.remoteAddress ?? '');
        socket.destroy();
      });
      socket.once('error', reject);
    });

  test('it connects to the address that was checked', async () => {
    expect(await connecting({ resolve: answering('127.0.0.1'), allowPrivate: true })).toBe('127.0.0.1');
    expect(await connecting({ resolve: answering('::1', '127.0.0.1'), allowPrivate: true }, 4)).toBe('127.0.0.1');
  });

  test('it refuses a private one before anything is sent', async () => {
    await expect(connecting({ resolve: answering('127.0.0.1') })).rejects.toBeInstanceOf(OutboundRefused);
    await expect(connecting({ resolve: answering('127.0.0.1'), allowPrivate: true }, 6)).rejects.toThrow(
      'No address of that family',
    );
  });
});
