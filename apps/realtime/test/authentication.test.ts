import { createHmac } from 'node:crypto';
import { endSession, endSessionsOf, writeSession } from '@parley/core/sessions';
import { publishControl } from '@parley/core/context';
import { endVisitorSession, signOutVisitor } from '@parley/core/visitors/tokens';
import { mergeSettings } from '@parley/db/settings/settings';
import { updateAccess } from '@parley/db/users/users';
import { updateWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningGateway, TestInstallation, UpgradeRefused } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
});
afterAll(() => installation.close());

const refusal = async (opening: Promise<unknown>): Promise<number> => {
  const failure = await opening.then(
    () => undefined,
    (error: unknown) => error,
  );
  return failure instanceof UpgradeRefused ? failure.status : 0;
};

describe('the right to open a socket', () => {
  test('a representative opens one with the session cookie, from the dashboard’s own origin', async () => {
    const ada = await installation.representative();
    const socket = await installation.staffSocket(gateway, ada, { origin: 'http://localhost:3000' });
    socket.send({ type: 'ping' });
    await socket.next('pong');
    const own = new URL(gateway.url).host;
    const direct = await installation.staffSocket(gateway, ada, { origin: `http://${own}` });
    expect([socket.closeCode, direct.closeCode]).toEqual([undefined, undefined]);
  });

  test('a caller without a cookie, with a forged one, with one of an ended session, or deactivated is refused', async () => {
    const ada = await installation.representative();
    expect(await refusal(installation.staffSocket(gateway, { ...ada, cookie: '' }))).toBe(401);
    const forged = createHmac('sha256', 'guess').update(ada.sessionId).digest('base64').replaceAll('=', '');
    const cookie = `parley_session=${encodeURIComponent(`${ada.sessionId}.${forged}`)}`;
    expect(await refusal(installation.staffSocket(gateway, { ...ada, cookie }))).toBe(401);
    const bob = await installation.representative('Bob');
    await updateAccess(installation.context.db, bob.user.id, { isActive: false });
    expect(await refusal(installation.staffSocket(gateway, bob))).toBe(401);
    await endSession(installation.context, ada.sessionId);
    expect(await refusal(installation.staffSocket(gateway, ada))).toBe(401);
  });

  test('a caller is refused before the second step, without a required second factor, and with a session that has expired', async () => {
    const { context } = installation;
    const ada = await installation.representative();
    const socket = await installation.staffSocket(gateway, ada);
    const cookie = { originalMaxAge: null };
    const session = { cookie, userId: ada.user.id, epoch: 0 };
    const { userId, ...begun } = session;
    await writeSession(
      context,
      ada.sessionId,
      { ...begun, begun: { userId, epoch: 0, method: 'password' } },
      { ttlSeconds: 600, isNew: true },
    );
    expect(await refusal(installation.staffSocket(gateway, ada))).toBe(401);

    const yesterday = Date.now() - 25 * 3600_000;
    await writeSession(
      context,
      ada.sessionId,
      { ...session, method: 'password', signedInAt: yesterday },
      { ttlSeconds: 600, isNew: true },
    );
    const ask = async (securityConfig: object) => {
      await mergeSettings(context.db, 'securityConfig', securityConfig);
      await publishControl(context, { type: 'settings_changed' });
    };
    const refused = () => refusal(installation.staffSocket(gateway, ada));
    await ask({ sessionLifetime: '24h' });
    await vi.waitFor(async () => expect(await refused()).toBe(401), { timeout: 30_000 });
    await ask({ sessionLifetime: 'never', secondFactor: 'all', secondFactorGraceDays: 0 });
    await vi.waitFor(async () => expect(await refused()).toBe(403), { timeout: 30_000 });
    await ask({ secondFactor: 'nobody' });
    await vi.waitFor(async () => expect(await refused()).toBe(0), { timeout: 30_000 });
    socket.ws.close();
  });

  test('a page of another website is refused with a representative’s cookie', async () => {
    const ada = await installation.representative();
    expect(await refusal(installation.staffSocket(gateway, ada, { origin: 'https://evil.example' }))).toBe(403);
    expect(await refusal(installation.staffSocket(gateway, ada, { origin: 'null' }))).toBe(403);
  });

  test('a visitor opens one with a token, from a page of the token’s own active website only', async () => {
    const visitor = await installation.visitor();
    const socket = await installation.visitorSocket(gateway, visitor);
    expect(socket.ws.protocol).toBe('parley.v1');
    await installation.visitorSocket(gateway, visitor, 'https://www.shop.example.com');
    expect(await refusal(installation.visitorSocket(gateway, visitor, 'https://other.example.com'))).toBe(403);
    expect(await refusal(installation.visitorSocket(gateway, { ...visitor, token: `${visitor.token}x` }))).toBe(401);
    const elsewhere = installation.context.secrets.issueVisitorToken({
      visitorId: visitor.visitorId,
      websiteId: crypto.randomUUID(),
    });
    expect(await refusal(installation.visitorSocket(gateway, { ...visitor, token: elsewhere }))).toBe(401);
    const erased = installation.context.secrets.issueVisitorToken({
      visitorId: crypto.randomUUID(),
      websiteId: visitor.websiteId,
    });
    expect(await refusal(installation.visitorSocket(gateway, { ...visitor, token: erased }))).toBe(401);
  });
});

test('a session lives on while its person writes over the socket alone; a ping is no sign of a person', async () => {
  const ada = await installation.representative();
  const socket = await installation.staffSocket(gateway, ada);
  const { redis, prefix } = installation.context;
  const key = `${prefix}:session:${ada.sessionId}`;
  await redis.expire(key, 100);
  socket.send({ type: 'ping' });
  await socket.next('pong');
  expect(await redis.ttl(key)).toBeLessThanOrEqual(100);
  const typing = { type: 'typing', conversationId: crypto.randomUUID(), isTyping: true } as const;
  socket.send(typing);
  await expect.poll(() => redis.ttl(key)).toBeGreaterThan(3_000);
  // Once a minute is enough.
  await redis.expire(key, 100);
  socket.send(typing);
  socket.send({ type: 'ping' });
  await socket.next('pong');
  expect(await redis.ttl(key)).toBeLessThanOrEqual(100);
});

describe('a session that ends', () => {
  test('it closes its sockets on every node within a second, and only its own', async () => {
    const other = await installation.gateway();
    const ada = await installation.representative();
    const again = await installation.signIn(ada.user);
    const bob = await installation.representative('Bob');
    const [first, second, kept, bobs] = await Promise.all([
      installation.staffSocket(gateway, ada),
      installation.staffSocket(other, ada),
      installation.staffSocket(other, again),
      installation.staffSocket(gateway, bob),
    ]);
    const began = Date.now();
    await endSession(installation.context, ada.sessionId);
    expect(await Promise.all([first.closed(), second.closed()])).toEqual([4401, 4401]);
    expect(Date.now() - began).toBeLessThan(1_000);
    expect([kept.closeCode, bobs.closeCode]).toEqual([undefined, undefined]);

    await endSessionsOf(installation.context, ada.user.id);
    expect(await kept.closed()).toBe(4401);
    expect(bobs.closeCode).toBeUndefined();
  });

  test('it closes a socket that was being opened just then', async () => {
    const ada = await installation.representative();
    const { redis } = gateway.context;
    const heard = new Promise<void>((resolve) => {
      gateway.context.onControl((control) => control.type === 'end_session' && resolve());
    });
    const get = redis.get.bind(redis);
    // The session is read, and ends before the upgrade is over.
    vi.spyOn(redis, 'get').mockImplementationOnce(async (key) => {
      const session = await get(key);
      await endSession(installation.context, ada.sessionId);
      await heard;
      return session;
    });
    const socket = await installation.staffSocket(gateway, ada);
    expect(await socket.closed()).toBe(4401);
  });

  test('it leaves the socket of the user who changed their own password', async () => {
    const ada = await installation.representative();
    const elsewhere = await installation.signIn(ada.user);
    const [here, there] = [
      await installation.staffSocket(gateway, ada),
      await installation.staffSocket(gateway, elsewhere),
    ];
    await endSessionsOf(installation.context, ada.user.id, ada.sessionId);
    expect(await there.closed()).toBe(4401);
    expect(here.closeCode).toBeUndefined();
  });

  test('it closes a visitor’s sockets on every node within a second when they are signed out, and lets none back in', async () => {
    const other = await installation.gateway();
    const visitor = await installation.visitor();
    const [first, second] = [
      await installation.visitorSocket(gateway, visitor),
      await installation.visitorSocket(other, visitor),
    ];
    const { conversationId } = await first.writes(undefined, 'hello');
    const { user, sessionId } = await installation.representative();
    const began = Date.now();
    await signOutVisitor(installation.context, { kind: 'staff', user, sessionId }, conversationId);
    expect(await Promise.all([first.closed(), second.closed()])).toEqual([4401, 4401]);
    expect(Date.now() - began).toBeLessThan(1_000);
    expect(await refusal(installation.visitorSocket(gateway, visitor))).toBe(401);
  });

  test('it closes the sockets of the browser a visitor logs out of, and of no other', async () => {
    const { visitorId, websiteId } = await installation.visitor();
    const browser = async () => {
      const token = installation.context.secrets.issueVisitorToken({
        visitorId,
        websiteId,
        session: crypto.randomUUID(),
      });
      return { token, socket: await installation.visitorSocket(gateway, { token }) };
    };
    const [here, there] = [await browser(), await browser()];
    const known = installation.context.secrets.verifyVisitorToken(here.token);
    await endVisitorSession(installation.context, { kind: 'visitor', ...known! });
    expect(await here.socket.closed()).toBe(4401);
    expect(await refusal(installation.visitorSocket(gateway, { token: here.token }))).toBe(401);
    await installation.visitorSocket(gateway, { token: there.token });
    expect(there.socket.closeCode).toBeUndefined();
  });

  test('it closes the sockets of a visitor who was erased, and of a website that was disabled', async () => {
    const [erased, other] = [await installation.visitor(), await installation.visitor()];
    const socket = await installation.visitorSocket(gateway, erased);
    const theirs = await installation.visitorSocket(gateway, other);
    await publishControl(installation.context, { type: 'end_visitor', visitorId: erased.visitorId });
    expect(await socket.closed()).toBe(4401);
    expect(theirs.closeCode).toBeUndefined();

    await updateWebsite(installation.context.db, installation.websiteId, { isActive: false });
    await publishControl(installation.context, { type: 'websites_changed' });
    // No 4401: by that a widget forgets the visitor, who would be a stranger when the website is enabled again.
    expect(await theirs.closed()).toBe(1008);
    expect(await refusal(installation.visitorSocket(gateway, other))).toBe(403);
    await updateWebsite(installation.context.db, installation.websiteId, { isActive: true });
    await publishControl(installation.context, { type: 'websites_changed' });
  });
});
