/** People who are signed in, without going through the limits on signing in. */
import { randomBytes } from 'node:crypto';
import { Signer } from '@fastify/cookie';
import { sessionCookieKeys, sessionCookieName } from '@parley/core/session-cookie';
import { writeSession } from '@parley/core/sessions';
import type { Database } from '@parley/db/database';
import { insertUser } from '@parley/db/users/users';
import { closeRedis, connectRedis } from '@parley/service/redis';
import { createSecrets } from '@parley/service/secrets';

/** Session cookies of `count` new people, who have just proven who they are. */
export async function signedIn(
  db: Database,
  env: Record<string, string>,
  count: number,
  role: 'admin' | 'representative' = 'representative',
): Promise<string[]> {
  const redis = connectRedis(env['REDIS_URL'] ?? '', { role: 'commands' });
  const signer = new Signer(sessionCookieKeys(createSecrets({ APP_SECRET: env['APP_SECRET'] ?? '' })));
  const cookies: string[] = [];
  for (let index = 0; index < count; index++) {
    const handle = randomBytes(6).toString('hex');
    const names = { name: `Colleague ${index}`, email: `${handle}@example.com`, username: handle };
    const user = await insertUser(db, { ...names, passwordHash: 'x', role });
    const id = randomBytes(24).toString('base64url');
    const session = { userId: user.id, epoch: 0, signedInAt: Date.now(), renewedAt: Date.now() };
    await writeSession({ redis, prefix: env['REDIS_PREFIX'] ?? '' }, id, session, {
      ttlSeconds: 24 * 3600,
      isNew: true,
    });
    cookies.push(`${sessionCookieName}=${encodeURIComponent(signer.sign(id))}`);
  }
  await closeRedis(redis);
  return cookies;
}
