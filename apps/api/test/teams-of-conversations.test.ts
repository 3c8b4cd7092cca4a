/** Conversations are given to teams as they are to people. */
import { permissions } from '@parley/contracts/permissions/permissions';
import { runBatch } from '@parley/core/bulk/run';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let member: TestUser;
let outsider: TestUser;
let team: string;
beforeAll(async () => {
  api = await startApi();
  [admin, member, outsider] = await Promise.all([
    api.signIn('admin', 'Grace'),
    api.signInAs({ permissions, scope: 'teams' }),
    api.signInAs({ permissions, scope: 'teams' }),
  ]);
  team = await aTeam('Shop', [member]);
});
afterAll(() => api.close());

async function aTeam(name: string, members: TestUser[]): Promise<string> {
  const body = { name, memberIds: members.map(({ user }) => user.id) };
  return (await api.call('POST', '/api/teams', { as: admin, body })).json().id;
}

const change = async (id: string, body: object, as = admin) =>
  api.call('PATCH', `/api/conversations/${id}`, { as, body });
const isSeenBy = async (id: string, as: TestUser) =>
  (await api.call('GET', `/api/conversations/${id}`, { as })).statusCode === 200;
const listed = async (filter: object, as = admin): Promise<string[]> => {
  const url = `/api/conversations?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return (await api.call('GET', url, { as })).json().map(({ id }: { id: string }) => id);
};

it('given to a team, it is seen by the one who is in it, found and counted by it, and told in the history', async () => {
  const { id } = await api.conversation();
  expect(await isSeenBy(id, member)).toBe(false);
  const given = await change(id, { teamId: team });
  expect(given.json()).toMatchObject({ teamId: team, assignedRepresentativeId: null });
  expect([await isSeenBy(id, member), await isSeenBy(id, outsider)]).toEqual([true, false]);
  expect(await listed({ field: 'team', op: 'is', value: team })).toEqual([id]);
  expect(await listed({ field: 'team', op: 'is', value: 'none' })).not.toContain(id);
  expect(await listed({ all: [] }, member)).toEqual([id]);
  const all = `/api/counts?filter=${encodeURIComponent('{"all":[]}')}`;
  expect((await api.call('GET', all, { as: member })).json()).toEqual({ count: 1 });
  const activities = (await api.call('GET', `/api/conversations/${id}/activities`, { as: member })).json();
  expect(activities.at(-1)).toMatchObject({
    kind: 'assigned',
    before: { teamId: null },
    after: { teamId: team, team: 'Shop' },
  });
  const exported = await api.call('GET', '/api/export/conversations', { as: admin });
  expect(exported.json().conversations.find((each: { id: string }) => each.id === id)).toMatchObject({ team: 'Shop' });

  expect((await change(id, { teamId: null })).json().teamId).toBeUndefined();
  expect(await isSeenBy(id, member)).toBe(false);
});

it('a team change keeps the assignee if they are in the team, removes them if not, and its undo restores them', async () => {
  const { id } = await api.conversation();
  await change(id, { assignedRepresentativeId: member.user.id });
  expect((await change(id, { teamId: team })).json()).toMatchObject({ assignedRepresentativeId: member.user.id });
  const other = await aTeam('Office', [outsider]);
  const moved = (await change(id, { teamId: other })).json();
  expect(moved).toMatchObject({ teamId: other, assignedRepresentativeId: null });
  expect([await isSeenBy(id, member), await isSeenBy(id, outsider)]).toEqual([false, true]);
  const undone = await api.call('POST', `/api/conversations/${id}/activities/${moved.activityNo}/undo`, { as: admin });
  expect(undone.statusCode).toBe(200);
  const back = (await api.call('GET', `/api/conversations/${id}`, { as: admin })).json();
  expect(back).toMatchObject({ teamId: team, assignedRepresentativeId: member.user.id });
  // Given to both in one call, it is theirs.
  const both = await change(id, { teamId: other, assignedRepresentativeId: member.user.id });
  expect(both.json()).toMatchObject({ teamId: other, assignedRepresentativeId: member.user.id });
});

it('many are given to a team at once, and a macro gives one', async () => {
  const ids = [(await api.conversation()).id, (await api.conversation()).id];
  const commands = [{ type: 'assign_team', teamId: team }];
  const batch = (await api.call('POST', '/api/batches', { as: admin, body: { ids, commands } })).json();
  await runBatch(api.context, batch.id);
  expect((await listed({ field: 'team', op: 'is', value: team }, member)).toSorted()).toEqual(ids.toSorted());

  const office = await aTeam('Returns', [outsider]);
  const toOffice = [{ type: 'assign_team', teamId: office }];
  const reply = await api.call('POST', '/api/canned-replies', {
    as: admin,
    body: { isShared: true, name: 'To returns', shortcut: 'returns', text: '', actions: toOffice },
  });
  expect(reply.statusCode).toBe(201);
  const [id = ''] = ids;
  const ran = await api.call('POST', `/api/conversations/${id}/macro`, {
    as: admin,
    body: { clientMacroId: crypto.randomUUID(), actions: toOffice },
  });
  expect(ran.json()).toMatchObject({ teamId: office });
  expect(await isSeenBy(id, outsider)).toBe(true);
});

it('a team that there is not is refused by name, and one that is removed leaves its conversations to everybody', async () => {
  const { id } = await api.conversation();
  const refused = await change(id, { teamId: crypto.randomUUID() });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'teamId']);
  const light = await api.signInAs({ permissions: ['conversations.read', 'conversations.update'] });
  expect((await change(id, { teamId: team }, light)).statusCode).toBe(403);
  const gone = await aTeam('Gone', [member]);
  await change(id, { teamId: gone });
  expect((await api.call('DELETE', `/api/teams/${gone}`, { as: admin })).statusCode).toBe(204);
  expect((await api.call('GET', `/api/conversations/${id}`, { as: admin })).json().teamId).toBeUndefined();
});
