/** The numbers of the home page, and the lists that they lead to: docs/product.md#home. */
import { inboxFilter, type InboxName } from '@parley/contracts/conversations/inboxes';
import { assignedTo, begunIn, closedIn, dueBefore, openOf } from '@parley/contracts/conversations/overview-lists';
import type { Filter } from '@parley/contracts/filter/filter';
import type { Overview, Wallboard } from '@parley/contracts/routes/overview';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { uuidv7 } from '@parley/db/uuid';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi, type TestUser } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let ben: TestUser;
let scoped: TestUser;

beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
  ben = await api.signIn('representative');
  scoped = await api.signInAs({ permissions: builtInPermissions.representative, scope: 'mine' });
  await fill();
});
afterAll(() => api.close());

const dayMs = 86_400_000;

/** Makes conversations of both weeks in every state that a number could count wrongly. */
async function fill(): Promise<void> {
  const begun = [0.1, 1, 3, 6.9, 7.1, 9, 13.9, 14.1, 30];
  for (const [index, days] of begun.flatMap((each) => [each, each, each]).entries()) {
    const owner = [null, ben.user.id, admin.user.id][index % 3] ?? null;
    const isClosed = index % 4 === 1;
    const waits = !isClosed && index % 2 === 0;
    const createdAt = new Date(Date.now() - days * dayMs);
    await api.context.db
      .insertInto('conversations')
      .values({
        id: uuidv7(createdAt.getTime()),
        createdAt,
        lastActivityAt: createdAt,
        isAiAssisted: false,
        assignedRepresentativeId: owner,
        status: isClosed ? 'closed' : waits ? 'waiting' : 'active',
        waitingSince: waits ? createdAt : null,
        closedAt: isClosed ? new Date(createdAt.getTime() + dayMs / 20) : null,
        snoozedUntil: !isClosed && index % 5 === 0 ? new Date(Date.now() + (index % 2 === 0 ? 1 : 3 * dayMs)) : null,
      })
      .execute();
  }
}

const overviewOf = async (as: TestUser): Promise<Overview> => {
  const answer = await api.call('GET', '/api/overview?timeZone=Pacific/Auckland', { as });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

/** Returns the number of conversations on all pages of a list. */
async function listed(as: TestUser, inbox: InboxName, where?: Filter): Promise<number> {
  const parts = [inboxFilter(inbox), where].filter((part) => !!part);
  const filter = encodeURIComponent(JSON.stringify({ all: parts }));
  const answer = await api.call('GET', `/api/conversations?limit=100&filter=${filter}`, { as });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.link).toBeUndefined();
  return answer.json().length;
}

it('every number of the home page is the length of the list that it leads to, in the scope of each reader', async () => {
  for (const as of [admin, ben, scoped]) {
    const { waiting, dueToday, week, load } = await overviewOf(as);
    expect(waiting.count).toBe(await listed(as, 'waiting'));
    expect(load.unassigned).toBe(await listed(as, 'unassigned'));
    expect(dueToday.count).toBe(await listed(as, 'snoozed', dueBefore(dueToday.dayEnd)));
    expect(week.current.begun).toBe(await listed(as, 'all', begunIn(week.start)));
    expect(week.previous.begun).toBe(await listed(as, 'all', begunIn(week.previousStart, week.start)));
    expect(week.current.closed).toBe(await listed(as, 'all', closedIn(week.start)));
    expect(week.previous.closed).toBe(await listed(as, 'all', closedIn(week.previousStart, week.start)));
    for (const { id, openConversations, waitingConversations } of load.representatives) {
      expect(openConversations).toBe(await listed(as, 'all', openOf(id)));
      expect(waitingConversations).toBe(await listed(as, 'waiting', assignedTo(id)));
    }
  }
});

it('the numbers are of the conversations that their reader sees, and not of all', async () => {
  const [whole, own] = [await overviewOf(admin), await overviewOf(scoped)];
  expect(whole.week.current.begun).toBe(12);
  expect(own.week.current.begun).toBe(4);
  expect(own.load.representatives.every(({ openConversations }) => openConversations === 0)).toBe(true);
  expect(whole.load.representatives.some(({ openConversations }) => openConversations > 0)).toBe(true);
  expect(whole.dueToday.count).toBeGreaterThan(own.dueToday.count);
});

it('the median of the first answers is of the conversations that began in the week', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where created_at > now() - interval '7 days' order by id limit 3`.execute(
    api.context.db,
  );
  for (const [index, { id }] of rows.entries())
    await sql`insert into first_answers (conversation_id, answered_at, answered_by, seconds)
      values (${id}, now(), 'anybody', ${(index + 1) * 10})`.execute(api.context.db);
  const { week } = await overviewOf(admin);
  expect(week.current.firstAnswerSeconds).toBe(20);
  expect(week.previous.firstAnswerSeconds).toBeNull();
});

const wallboardOf = async (as: TestUser, teamId?: string): Promise<Wallboard> => {
  const answer = await api.call('GET', `/api/wallboard${teamId ? `?teamId=${teamId}` : ''}`, { as });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

it('the wallboard of a team counts its conversations and shows its members, of everybody all of them', async () => {
  const { db } = api.context;
  const team = await api.call('POST', '/api/teams', {
    as: admin,
    body: { name: 'Shop', memberIds: [ben.user.id], websiteIds: [] },
  });
  const teamId: string = team.json().id;
  const { rows } = await sql<{ id: string }>`
    update conversations set team_id = ${teamId} where id in (select id from conversations order by id limit 9)
    returning id`.execute(db);
  expect(rows).toHaveLength(9);
  const ofTeam: Filter = { field: 'team', op: 'is', value: teamId };
  const [shop, whole, own] = [
    await wallboardOf(admin, teamId),
    await wallboardOf(admin),
    await wallboardOf(scoped, teamId),
  ];
  expect(shop.waiting.count).toBe(await listed(admin, 'waiting', ofTeam));
  expect(shop.load.unassigned).toBe(await listed(admin, 'unassigned', ofTeam));
  expect(shop.load.representatives.map(({ id }) => id)).toEqual([ben.user.id]);
  expect(shop.load.representatives[0]?.openConversations).toBe(
    await listed(admin, 'all', { all: [openOf(ben.user.id), ofTeam] }),
  );
  expect(whole.waiting.count).toBe(await listed(admin, 'waiting'));
  expect(whole.load.representatives.length).toBeGreaterThan(1);
  expect(own.waiting.count).toBe(await listed(scoped, 'waiting', ofTeam));
});

it('the wallboard counts the day so far and the day before', async () => {
  const { today, yesterday } = await wallboardOf(admin);
  const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0));
  const dayBefore = new Date(midnight.getTime() - dayMs);
  expect(today.begun).toBe(await listed(admin, 'all', begunIn(midnight.toISOString())));
  expect(today.closed).toBe(await listed(admin, 'all', closedIn(midnight.toISOString())));
  expect(yesterday.begun).toBe(await listed(admin, 'all', begunIn(dayBefore.toISOString(), midnight.toISOString())));
});

it('an unknown team or time zone of the wallboard is refused', async () => {
  for (const query of [`teamId=${uuidv7()}`, 'timeZone=Mars/Olympus', 'teamId=shop'])
    expect((await api.call('GET', `/api/wallboard?${query}`, { as: admin })).statusCode).toBe(422);
});
