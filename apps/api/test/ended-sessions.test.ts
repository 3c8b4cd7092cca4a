/** A session that has ended stays ended, whichever call was under way. */
import { randomUUID } from 'node:crypto';
import type { Route } from '@parley/contracts/route';
import { endSessionsOf, readSession, writeSession } from '@parley/core/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { password, type TestUser, sessionIdOf, startApi, type TestApi } from './support/api.ts';
import { urlOf } from './support/routes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => vi.restoreAllMocks());

/** Every route that a session's cookie comes to. */
const ofSessions = contractRoutes.filter(([, { access }]) => ['staff', 'self', 'anyone'].includes(access));

/** Bodies with which a route changes the session itself; the session is read and written with any other body too. */
const bodies: Record<string, (testUser: TestUser) => object> = {
  login: ({ user }) => ({ email: user.email, password }),
  stepUp: () => ({ password }),
  changePassword: () => ({ currentPassword: password, newPassword: 'another horse battery' }),
};

/** Returns an admin with a session used so long ago that every call renews it. */
async function withOldSession(): Promise<TestUser & { id: string }> {
  const testUser = await api.signIn('admin');
  const id = sessionIdOf(testUser);
  const session = await readSession(api.context, id);
  const used = { ...session, renewedAt: Date.now() - 6 * 60_000 };
  await writeSession(api.context, id, used, { ttlSeconds: 1_000, isNew: false });
  return { ...testUser, id };
}

const call = (name: string, route: Route, testUser: TestUser) =>
  api.call(route.method, urlOf(route, { ...someIds(route), id: testUser.user.id }), {
    as: testUser,
    address: `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.1`,
    ...(route.body && { body: bodies[name]?.(testUser) ?? { nonsense: true } }),
  });
const someIds = (route: Route) =>
  Object.fromEntries(Object.keys(route.params?.properties ?? {}).map((name) => [name, randomUUID()]));

/** Holds the next write of a session in the store: the call has read it, and is about to replace it. */
function holdWriteOf(id: string) {
  const { redis, prefix } = api.context;
  const set = redis.set.bind(redis);
  const { promise: reached, resolve: reach } = Promise.withResolvers<true>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  vi.spyOn(redis, 'set').mockImplementation(async (...given) => {
    if (given[0] === `${prefix}:session:${id}`) {
      reach(true);
      await released;
    }
    return set(...given);
  });
  return { reached, release };
}

describe('a session', () => {
  it.each(ofSessions)('a session that ends during a call of %s stays ended after the call', async (name, route) => {
    const testUser = await withOldSession();
    const { id } = testUser;
    const held = holdWriteOf(id);
    const slow = call(name, route, testUser);
    const hasReached = await Promise.race([held.reached, slow.then(() => false)]);
    // A sign-in or sign-out leaves the session of before; every other call has it renewed.
    expect(hasReached).toBe(route.access !== 'anyone' || !['login', 'logout'].includes(name));
    await endSessionsOf(api.context, testUser.user.id);
    held.release();
    await slow;
    expect(await readSession(api.context, id)).toBeNull();
    expect((await api.call('GET', '/api/user', { as: testUser })).statusCode).toBe(401);
  });
});
