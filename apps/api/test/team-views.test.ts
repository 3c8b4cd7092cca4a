/** Views for one team: who sees, counts, changes and keeps them. */
import { randomUUID } from 'node:crypto';
import { countedInboxes, type Inbox, inboxFilter, teamInbox } from '@parley/contracts/conversations/inboxes';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let ben: TestUser;
let cleo: TestUser;
let stranger: TestUser;
let team: string;
let other: string;

const addTeam = async (memberIds: string[]): Promise<string> =>
  (await api.call('POST', '/api/teams', { as: admin, body: { name: `Team ${randomUUID()}`, memberIds } })).json().id;

beforeAll(async () => {
  api = await startApi();
  [admin, ben, cleo, stranger] = await Promise.all([
    api.signIn('admin', 'Ada'),
    api.signIn('representative', 'Ben'),
    api.signIn('representative', 'Cleo'),
    api.signIn('representative', 'Stranger'),
  ]);
  team = await addTeam([ben.user.id, cleo.user.id]);
  other = await addTeam([stranger.user.id]);
});
afterAll(() => api.close());

const filter = { field: 'status', op: 'is', value: 'waiting' };
const add = (as: TestUser, sharing: object, name = 'Ours') =>
  api.call('POST', '/api/views', { as, body: { name, filter, ...sharing } });
const seenBy = async (as: TestUser): Promise<string[]> =>
  (await api.call('GET', '/api/views', { as })).json().map(({ id }: { id: string }) => id);
const change = (as: TestUser, id: string, body: object) => api.call('PATCH', `/api/views/${id}`, { as, body });

it('is seen and counted by the one who is in the team, at once, and by nobody else', async () => {
  const { id } = (await add(ben, { scope: 'team', teamId: team })).json();
  expect(await seenBy(ben)).toContain(id);
  expect(await seenBy(cleo)).toContain(id);
  expect(await seenBy(stranger)).not.toContain(id);
  const counted = (await api.call('GET', '/api/views/counts', { as: cleo })).json();
  expect(counted.find((each: { id: string }) => each.id === id)).toEqual({ id, count: expect.any(Number) });
  expect((await api.call('GET', '/api/views/counts', { as: stranger })).body).not.toContain(id);
  const members = (memberIds: string[]) => api.call('PATCH', `/api/teams/${team}`, { as: admin, body: { memberIds } });
  await members([ben.user.id]);
  expect(await seenBy(cleo)).not.toContain(id);
  await members([ben.user.id, cleo.user.id]);
  expect(await seenBy(cleo)).toContain(id);
});

it('the inboxes of a user and of their teams are counted by what the lists themselves hold', async () => {
  const made: string[] = [];
  for (const content of ['Mine', 'Nobody’s', 'Closed', 'Snoozed', 'Of the team'])
    made.push((await api.conversation(content)).id);
  const [own, , closed, snoozed, ofTeam] = made;
  const patch = (id: string | undefined, body: object) =>
    api.call('PATCH', `/api/conversations/${id}`, { as: admin, body });
  await patch(own, { assignedRepresentativeId: cleo.user.id });
  await patch(closed, { status: 'closed' });
  await patch(snoozed, { snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() });
  await patch(ofTeam, { teamId: team });
  const counted = new Map<string, number>(
    (await api.call('GET', '/api/views/counts', { as: cleo }))
      .json()
      .map(({ id, count }: { id: string; count: number }) => [id, count]),
  );
  const held = async (inbox: Inbox): Promise<number> => {
    const shown = encodeURIComponent(JSON.stringify(inboxFilter(inbox)));
    return (await api.call('GET', `/api/conversations?limit=200&filter=${shown}`, { as: cleo })).json().length;
  };
  for (const inbox of [...countedInboxes, teamInbox(team)])
    expect([inbox, counted.get(inbox)]).toEqual([inbox, await held(inbox)]);
  expect(counted.get('mine')).toBe(1);
  expect(counted.get('snoozed')).toBe(1);
  expect(counted.get(teamInbox(team))).toBe(1);
  expect(counted.has(teamInbox(other))).toBe(false);
});

it('is not there for the one who is in another team: neither read, changed nor removed', async () => {
  const { id } = (await add(ben, { scope: 'team', teamId: team })).json();
  expect((await change(stranger, id, { name: 'Taken' })).statusCode).toBe(404);
  expect((await api.call('DELETE', `/api/views/${id}`, { as: stranger })).statusCode).toBe(404);
  // A team member learns who may change it.
  expect((await change(cleo, id, { name: 'Taken' })).statusCode).toBe(403);
  const lead = await api.signInAs(builtInRoleIds.lead);
  expect((await change(lead, id, { name: 'Kept in order' })).json()).toMatchObject({ name: 'Kept in order' });
});

it('is made by the one who is in the team, or looks after what is shared; a scope beside the team is reported', async () => {
  const refused = await add(ben, { scope: 'team', teamId: other });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors).toMatchObject([{ path: 'teamId' }]);
  expect((await add(ben, { scope: 'team', teamId: randomUUID() })).statusCode).toBe(422);
  expect((await add(ben, { scope: 'all', teamId: team })).statusCode).toBe(422);
  expect((await add(admin, { scope: 'team', teamId: other })).statusCode).toBe(201);
});

it('a view without a team belongs to every team, and moves between oneself, a team and all', async () => {
  const { id, teamId } = (await add(ben, { scope: 'team' })).json();
  expect(teamId).toBeNull();
  expect(await seenBy(stranger)).toContain(id);
  expect((await change(ben, id, { scope: 'team', teamId: team })).json()).toMatchObject({
    teamId: team,
    place: expect.any(Number),
  });
  expect(await seenBy(stranger)).not.toContain(id);
  expect((await change(ben, id, { scope: 'all' })).json()).toMatchObject({ scope: 'all', teamId: null });
  expect(await seenBy(stranger)).toContain(id);
  expect((await change(ben, id, { scope: 'me' })).json()).toMatchObject({ scope: 'me', teamId: null });
  expect(await seenBy(cleo)).not.toContain(id);
});

it('is in an order of its team alone', async () => {
  const mine = await addTeam([ben.user.id]);
  const [one, two] = [
    (await add(ben, { scope: 'team', teamId: mine }, 'One')).json(),
    (await add(ben, { scope: 'team', teamId: mine }, 'Two')).json(),
  ];
  expect([one.place, two.place]).toEqual([0, 1]);
  expect((await change(ben, two.id, { place: 0 })).json()).toMatchObject({ place: 0 });
  const order = (await seenBy(ben)).filter((id) => id === one.id || id === two.id);
  expect(order).toEqual([two.id, one.id]);
});

it('goes back to its owner with the team, behind what they have', async () => {
  const short = await addTeam([ben.user.id, cleo.user.id]);
  const { id } = (await add(ben, { scope: 'team', teamId: short })).json();
  expect((await api.call('DELETE', `/api/teams/${short}`, { as: admin })).statusCode).toBe(204);
  expect(await seenBy(cleo)).not.toContain(id);
  const [kept] = (await api.call('GET', '/api/views', { as: ben }))
    .json()
    .filter((each: { id: string }) => each.id === id);
  expect(kept).toMatchObject({ scope: 'me', teamId: null });
});
