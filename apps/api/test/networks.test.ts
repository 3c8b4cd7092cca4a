import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

const office = '203.0.113.7';
const elsewhere = '198.51.100.1';
let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
});
afterAll(() => api.close());

const allow = (allowed: string[], address = office, as = admin) =>
  api.call('POST', '/api/settings', { as, address, body: { networkConfig: { allowed } } });

it('the team is let in from the networks that an administrator names, by whichever door, and nobody locks themselves out', async () => {
  const locked = await allow(['10.0.0.0/8']);
  expect(locked.json()).toMatchObject({
    status: 422,
    errors: [{ path: 'networkConfig.allowed', localized: { code: 'locks_you_out' } }],
  });
  expect((await allow(['somewhere'])).json().errors[0].localized.code).toBe('no_network');
  const representative = await api.signIn('representative');
  expect((await allow([], office, representative)).statusCode).toBe(403);

  const visitor = await api.visitor();
  const { key } = (
    await api.call('POST', '/api/profile/api-keys', { as: admin, body: { name: 'Script', permissions: ['read'] } })
  ).json();
  expect((await allow(['203.0.113.0/24', '127.0.0.1'])).json().networkConfig.allowed).toEqual([
    '203.0.113.0/24',
    '127.0.0.1',
  ]);
  try {
    const credentials = { email: admin.user.email, password: 'correct horse battery' };
    const doors = (address: string) => [
      api.call('GET', '/api/conversations', { as: admin, address }),
      api.call('GET', '/api/tags', { as: { headers: { authorization: `Bearer ${key}` } }, address }),
      api.call('GET', '/api/user', { as: admin, address }),
      api.call('POST', '/api/login', { address, body: credentials }),
      api.call('GET', '/api/registration', { address }),
    ];
    for (const answer of await Promise.all(doors(elsewhere))) {
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'network_not_allowed']);
      expect(answer.json().detail).toContain(elsewhere);
    }
    for (const answer of await Promise.all([...doors(office), ...doors(`::ffff:${office}`)])) {
      expect(answer.statusCode).toBe(200);
    }
    // Visitors, pictures, other services and operators come from everywhere.
    const open = await Promise.all([
      api.call('GET', '/api/visitor/messages', { as: visitor, address: elsewhere }),
      api.call('GET', '/api/visitor/config', {
        address: elsewhere,
        headers: { origin: visitor.headers['origin'] ?? '' },
      }),
      api.call('GET', '/api/openapi.json', { address: elsewhere }),
    ]);
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const image = await api.call('GET', `/api/images/${'0'.repeat(64)}.png`, { address: elsewhere });
    expect(image.statusCode).toBe(404);
  } finally {
    await allow([]);
  }
  expect((await api.call('GET', '/api/conversations', { as: admin, address: elsewhere })).statusCode).toBe(200);
});

it('an address is believed from a trusted proxy alone', async () => {
  await allow(['203.0.113.0/24', '10.0.0.0/8']);
  try {
    const forwarded = { headers: { 'x-forwarded-for': office }, as: admin };
    expect((await api.call('GET', '/api/tags', { ...forwarded, address: elsewhere })).statusCode).toBe(403);
    // `loopback` and `uniquelocal` are trusted unless the installation says otherwise.
    expect((await api.call('GET', '/api/tags', { ...forwarded, address: '127.0.0.1' })).statusCode).toBe(200);
    const spoofed = { headers: { 'x-forwarded-for': `${office}, ${elsewhere}` }, as: admin, address: '127.0.0.1' };
    expect((await api.call('GET', '/api/tags', spoofed)).statusCode).toBe(403);
  } finally {
    await allow([]);
  }
});

it('ALLOW_ALL_NETWORKS on the server lets everybody back in', async () => {
  const rescued = await startApi({ ALLOW_ALL_NETWORKS: 'true' });
  try {
    const rescuer = await rescued.signIn('admin');
    const body = { networkConfig: { allowed: ['203.0.113.0/24'] } };
    expect((await rescued.call('POST', '/api/settings', { as: rescuer, address: office, body })).statusCode).toBe(200);
    expect((await rescued.call('GET', '/api/tags', { as: rescuer, address: elsewhere })).statusCode).toBe(200);
    const emptied = { networkConfig: { allowed: [] } };
    const saved = await rescued.call('POST', '/api/settings', { as: rescuer, address: elsewhere, body: emptied });
    expect(saved.statusCode).toBe(200);
  } finally {
    await rescued.close();
  }
});
