/** An installation to measure: a database of its own with visitors, their conversations, and representatives. */
import { randomBytes } from 'node:crypto';
import { sessionCookieKeys, sessionCookieName } from '@parley/core/session-cookie';
import { createTestContext, type TestContext } from '@parley/core/testing';
import { writeSession } from '@parley/core/sessions';
import { insertUser } from '@parley/db/users/users';
import { insertWebsite } from '@parley/db/websites/websites';
import { Signer } from '@fastify/cookie';

export interface Installation {
  context: TestContext;
  /** For the gateway processes. */
  env: Record<string, string>;
  rooms: { id: string; token: string }[];
  /** Session cookies of representatives. */
  staff: string[];
}

export async function createInstallation(options: { rooms: number; staff: number }): Promise<Installation> {
  const context = await createTestContext();
  const website = await insertWebsite(context.db, { domain: 'localhost', name: 'Shop' });
  if (!website) throw new Error('The website was not stored.');
  const rooms: Installation['rooms'] = [];
  for (let start = 0; start < options.rooms; start += 1_000) {
    const count = Math.min(1_000, options.rooms - start);
    const visitors = await context.db
      .insertInto('visitors')
      .values(Array.from({ length: count }, () => ({ websiteId: website.id })))
      .returning('id')
      .execute();
    const conversations = await context.db
      .insertInto('conversations')
      .values(
        visitors.map(({ id }) => ({
          visitorId: id,
          websiteId: website.id,
          websiteDomain: website.domain,
          status: 'active' as const,
          isAiAssisted: false,
        })),
      )
      .returning(['id', 'visitorId'])
      .execute();
    for (const { id, visitorId } of conversations) {
      const visitor = { visitorId: visitorId ?? '', websiteId: website.id };
      rooms.push({ id, token: context.secrets.issueVisitorToken(visitor) });
    }
  }
  const signer = new Signer(sessionCookieKeys(context.secrets));
  const staff: string[] = [];
  for (let index = 0; index < options.staff; index += 1) {
    const handle = randomBytes(6).toString('hex');
    const names = { name: `Representative ${index}`, email: `${handle}@example.com`, username: handle };
    const user = await insertUser(context.db, { ...names, passwordHash: 'x', role: 'representative' });
    const sessionId = randomBytes(24).toString('base64url');
    await writeSession(context, sessionId, { userId: user.id, epoch: 0 }, { ttlSeconds: 24 * 3600, isNew: true });
    staff.push(`${sessionCookieName}=${encodeURIComponent(signer.sign(sessionId))}`);
  }
  return { context, env: context.env, rooms, staff };
}
