import { appear } from '@parley/core/testing';
import { weekdays } from '@parley/contracts/settings/settings';
import { storeService } from '@parley/db/sla/service-times';
import { medianFirstAnswer } from '@parley/db/stats/overview';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

const domain = 'faces.example.com';
let apis: TestApi[];
beforeAll(async () => {
  apis = await Promise.all([startApi(), startApi(), startApi()]);
});
afterAll(() => Promise.all(apis.map((api) => api.close())));

async function withWebsite(api: TestApi): Promise<{ admin: TestUser; team: () => Promise<object> }> {
  const admin = await api.signIn('admin', 'Ada');
  await api.call('POST', '/api/websites', { as: admin, body: { domain, name: 'Faces' } });
  const ask = () => api.call('GET', '/api/visitor/config', { headers: { origin: `https://${domain}` } });
  return { admin, team: async () => (await ask()).json().team };
}

/** Stores first answers of representatives, so many seconds after the question each. */
const answered = (api: TestApi, seconds: readonly number[]) =>
  sql`
    with made as (
      insert into conversations (id, status, is_ai_assisted)
      select gen_random_uuid(), 'closed', false from unnest(${seconds}::int[]) returning id
    )
    insert into first_answers (conversation_id, answered_by, seconds, answered_at)
    select id, 'representative', (${seconds}::int[])[row_number() over ()], now() from made
  `.execute(api.context.db);

it('shows the faces of at most three available representatives, those with a picture first', async () => {
  const [api] = apis;
  if (!api) throw new Error('no api');
  const { team } = await withWebsite(api);
  expect(await team()).not.toHaveProperty('faces');
  for (const name of ['Ben', 'Chiara', 'Dana', 'Emil', 'Faye']) {
    const { user } = await api.signIn('representative', name);
    await appear(api.context, user.id);
    const profileImageUrl = name === 'Emil' ? '/api/images/emil' : null;
    const status = name === 'Ben' ? 'busy' : 'online';
    await api.context.db.updateTable('users').set({ status, profileImageUrl }).where('id', '=', user.id).execute();
  }
  expect(await team()).toMatchObject({
    isOnline: true,
    faces: [
      { name: 'Emil', profileImageUrl: '/api/images/emil' },
      { name: 'Chiara', profileImageUrl: null },
      { name: 'Dana', profileImageUrl: null },
    ],
  });
});

it('shows the median of the last first answers while a representative is there, once there are enough of them', async () => {
  const [, api] = apis;
  if (!api) throw new Error('no api');
  await answered(api, [30, 60, 90, 120, 240, 300, 360, 900, 1800, 3600, 7200]);
  expect(await medianFirstAnswer(api.context.db, new Date(0), 12)).toBeNull();
  const { team } = await withWebsite(api);
  expect(await team()).not.toHaveProperty('replySeconds');
  const { user } = await api.signIn('representative', 'Ben');
  await appear(api.context, user.id);
  await api.context.db.updateTable('users').set({ status: 'online' }).where('id', '=', user.id).execute();
  expect(await team()).toMatchObject({ replySeconds: 300 });
});

it('says by when a person answers where a person answers first, and keeps silent where the website promises nothing', async () => {
  const [, , api] = apis;
  if (!api) throw new Error('no api');
  const { admin, team } = await withWebsite(api);
  const week = Object.fromEntries(weekdays.map((day) => [day, [{ start: '00:00', end: '00:00' }]]));
  const body = { name: 'Every day', timezone: 'UTC', week };
  const { id: scheduleId } = (await api.call('POST', '/api/schedules', { as: admin, body })).json();
  const [site] = (await api.call('GET', '/api/websites', { as: admin })).json();
  const change = (fields: object) => api.call('PATCH', `/api/websites/${site.id}`, { as: admin, body: fields });
  await change({ scheduleId, promisesReplies: false });
  await storeService(api.context.db, [{ websiteId: null, answers: 50, medianSeconds: 60, p90Seconds: 600 }]);
  const { user } = await api.signIn('representative', 'Ben');
  await appear(api.context, user.id);
  await api.context.db.updateTable('users').set({ status: 'online' }).where('id', '=', user.id).execute();
  expect(await team()).not.toHaveProperty('answersBy');
  expect((await change({ promisesReplies: true })).json()).toMatchObject({ promisesReplies: true });
  vi.setSystemTime(Date.now() + 31_000);
  expect(await team()).toMatchObject({ answersBy: expect.stringMatching(/:\d[05]:00\.000Z$/) });
  vi.useRealTimers();
});
