/** Push notifications while workers die. */
import { setTimeout as pause } from 'node:timers/promises';
import { transition } from '@parley/core/conversations/transition';
import { pushKeys } from '@parley/core/push/keys';
import { saveDevice } from '@parley/db/users/push-devices';
import { type PushedDevice, type PushService, startPushService } from '@parley/testing/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { until } from './installation.ts';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let installation: InstallationUnderTest;
let service: PushService;

beforeAll(async () => {
  [installation, service] = await Promise.all([startInstallationUnderTest(), startPushService()]);
});
afterAll(async () => {
  await installation?.close();
  await service?.close();
});

const usersCount = 12;
const killsCount = 4;
/** Milliseconds that a worker lives after it is ready, at most. */
const lifeMs = 1_500;

/** A user with a phone, who is assigned a conversation. */
async function assigned(): Promise<{ phone: PushedDevice; conversationId: string }> {
  const { context } = installation;
  const { user } = await installation.representative();
  await context.db.updateTable('users').set({ status: 'online' }).where('id', '=', user.id).execute();
  const { publicKey } = await pushKeys(context);
  const phone = service.subscribe(publicKey);
  const { endpoint, keys } = phone;
  await saveDevice(context.db, {
    userId: user.id,
    session: 'timed-out',
    name: 'Phone',
    endpoint,
    ...keys,
    publicKey,
    language: 'en',
  });
  const { conversationId } = await installation.opens('Do you have plates?');
  const by = await installation.representative();
  const command = { type: 'assign', representativeId: user.id } as const;
  await transition(context, conversationId, [command], { cause: { by: 'representative', userId: by.userId } });
  return { phone, conversationId };
}

test('workers killed at random lose no notification, and a device shows each once', async () => {
  const all = await Promise.all(Array.from({ length: usersCount }, assigned));
  const { db } = installation.context;
  const timePasses = () => sql`update notification_steps set due_at = now() where way = 'push'`.execute(db);
  for (let count = 0; count < killsCount; count += 1) {
    const worker = await installation.startOne({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
    await timePasses();
    await pause(Math.random() * lifeMs);
    await worker.stop('SIGKILL');
  }
  await installation.startOne({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
  await until(
    async () => {
      await timePasses();
      return all.every(({ phone }) => phone.received.length > 0);
    },
    'every phone to be notified',
    120,
  );
  for (const { phone, conversationId } of all) {
    // A message that came twice replaces its notification.
    const shown = new Map(phone.received.map(({ data, topic }) => [(data as { tag: string }).tag, topic]));
    expect(shown.get(conversationId)).toBe(conversationId.replaceAll('-', ''));
    expect(phone.received.length).toBeLessThanOrEqual(shown.size * (killsCount + 1));
  }
});
