/** A right and a scope are checked for what a call brings about, not only for the call. */
import { randomUUID } from 'node:crypto';
import { builtInPermissions, type Permission } from '@parley/contracts/permissions/permissions';
import { runBatch } from '@parley/core/bulk/run';
import { linkFiles } from '@parley/core/files/links';
import { addTeam } from '@parley/core/users/teams';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
});
afterAll(() => api.close());

const all = builtInPermissions.admin;
const without = (...lacking: Permission[]) => all.filter((each) => !lacking.includes(each));
const give = (id: string, to: TestUser | null) =>
  api.call('PATCH', `/api/conversations/${id}`, { as: admin, body: { assignedRepresentativeId: to?.user.id ?? null } });
const undo = (as: TestUser, id: string, activityNo: number) =>
  api.call('POST', `/api/conversations/${id}/activities/${activityNo}/undo`, { as });

async function file(owner: { userId?: string; visitorId?: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into files (user_id, visitor_id, state, name, size, type, kind)
    values (${owner.userId ?? null}, ${owner.visitorId ?? null}, 'ready', 'a.txt', 1, 'text/plain', 'text') returning id
  `.execute(api.context.db);
  return rows[0]!.id;
}

it('a representative links no loose upload, scheduled file or personal reply’s file outside what they see', async () => {
  const scoped = await api.signInAs({ permissions: all, scope: 'mine' });
  const caller = { kind: 'staff', user: scoped.user, sessionId: '' } as const;
  const linked = async (id: string) => (await linkFiles(api.context, caller, [id])).length;
  const { visitorId } = await api.visitor();
  const userId = admin.user.id;
  expect(await linked(await file({ userId }))).toBe(0);
  expect(await linked(await file({ visitorId }))).toBe(0);
  expect(await linked(await file({ userId: scoped.user.id }))).toBe(1);

  const { id } = await api.conversation();
  await give(id, admin);
  const waiting = await file({ userId });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const body = { content: 'Later', clientMessageId: randomUUID(), sendAt: later, attachments: [{ id: waiting }] };
  const scheduled = await api.call('POST', `/api/conversations/${id}/scheduled`, { as: admin, body });
  expect(scheduled.statusCode).toBe(201);
  expect(await linked(waiting)).toBe(0);
  await give(id, scoped);
  expect(await linked(waiting)).toBe(1);

  for (const [isShared, count] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const attached = await file({ userId });
    const shortcut = randomUUID();
    const reply = { isShared, name: 'Manual', shortcut, text: 'See here', attachments: [{ id: attached }] };
    expect((await api.call('POST', '/api/canned-replies', { as: admin, body: reply })).statusCode).toBe(201);
    expect(await linked(attached)).toBe(count);
  }
});

it('an undo, and a redo, needs the permission of what it does', async () => {
  const clerk = await api.signInAs({ permissions: without('conversations.assign'), scope: 'everything' });
  const { id } = await api.conversation();
  await give(id, admin);
  expect((await undo(clerk, id, 1)).statusCode).toBe(403);
  expect((await undo(admin, id, 1)).statusCode).toBe(200);
  // Activity 2 undoes the assignment, so undoing activity 2 assigns.
  expect((await undo(clerk, id, 2)).statusCode).toBe(403);
  await api.call('PATCH', `/api/conversations/${id}`, { as: admin, body: { priority: 'high' } });
  expect((await undo(clerk, id, 3)).statusCode).toBe(200);
  // Together with others it needs the permission of each, and undoes none without.
  await api.call('PATCH', `/api/conversations/${id}`, { as: admin, body: { priority: 'low' } });
  const together = (as: TestUser, others: string) =>
    api.call('POST', `/api/conversations/${id}/activities/5/undo?others=${others}`, { as });
  expect((await together(clerk, '2')).statusCode).toBe(403);
  expect((await together(admin, '2,x')).statusCode).toBe(422);
  const undone = await together(admin, '2');
  expect([undone.statusCode, undone.json().others.length]).toEqual([200, 1]);
});

it('undoing a merge needs the permission to merge, and both conversations in scope', async () => {
  const clerk = await api.signInAs({ permissions: without('conversations.merge'), scope: 'everything' });
  const scoped = await api.signInAs({ permissions: all, scope: 'mine' });
  const [from, into] = [await api.conversation(), await api.conversation()];
  await sql`update conversations set visitor_id = (select visitor_id from conversations where id = ${from.id})
    where id = ${into.id}`.execute(api.context.db);
  await give(from.id, scoped);
  await give(into.id, admin);
  const merge = { as: admin, body: { into: into.id } };
  expect((await api.call('POST', `/api/conversations/${from.id}/merge`, merge)).statusCode).toBe(200);
  expect((await undo(clerk, from.id, 2)).statusCode).toBe(403);
  expect((await undo(scoped, from.id, 2)).statusCode).toBe(404);
  expect((await undo(admin, from.id, 2)).statusCode).toBe(200);
});

it('a batch that assigned is undone only by those who may still assign', async () => {
  const testUser = await api.signInAs({ permissions: all, scope: 'everything' });
  const ids = [(await api.conversation()).id, (await api.conversation()).id];
  const commands = [{ type: 'assign', representativeId: testUser.user.id }];
  const batch = (await api.call('POST', '/api/batches', { as: testUser, body: { ids, commands } })).json();
  await runBatch(api.context, batch.id);
  await sql`update roles set permissions = array_remove(permissions, 'conversations.assign') where id = ${testUser.user.roleId}`.execute(
    api.context.db,
  );
  const again = await api.signInAs(testUser.user.roleId ?? '');
  await sql`update batches set actor_id = ${again.user.id} where id = ${batch.id}`.execute(api.context.db);
  expect((await api.call('POST', `/api/batches/${batch.id}/undo`, { as: again })).statusCode).toBe(403);
});

it('shared canned replies are exported only by those who may change them', async () => {
  const [writer, reader] = [
    await api.signInAs({ permissions: without('replies.share'), scope: 'everything' }),
    await api.signInAs({ permissions: ['conversations.read'], scope: 'everything' }),
  ];
  const reply = (isShared: boolean, shortcut: string) => ({ isShared, name: 'R', shortcut, text: 'Hello' });
  await api.call('POST', '/api/canned-replies', { as: admin, body: reply(true, 'sharedzebra') });
  await api.call('POST', '/api/canned-replies', { as: writer, body: reply(false, 'ownfinch') });
  const exported = await api.call('GET', '/api/canned-replies/export', { as: writer });
  expect(exported.body).toContain('ownfinch');
  expect(exported.body).not.toContain('sharedzebra');
  expect((await api.call('GET', '/api/canned-replies/export', { as: admin })).body).toContain('sharedzebra');
  expect((await api.call('GET', '/api/canned-replies/export', { as: reader })).statusCode).toBe(403);
});

it('a scoped representative gains nothing by creating a team with themselves', async () => {
  const scoped = await api.signInAs({ permissions: all, scope: 'teams' });
  const body = { name: 'Wider', memberIds: [scoped.user.id, admin.user.id], websiteIds: [] };
  expect((await api.call('POST', '/api/teams', { as: scoped, body })).statusCode).toBe(403);
  const caller = { kind: 'staff', user: scoped.user, sessionId: '' } as const;
  await expect(addTeam(api.context, caller, body)).rejects.toMatchObject({ code: 'forbidden' });
});

it('marking as spam blocks the customer only for those who may block', async () => {
  const clerk = await api.signInAs({ permissions: without('contacts.block'), scope: 'everything' });
  const { id } = await api.conversation();
  const spam = (block: boolean) => api.call('POST', `/api/conversations/${id}/spam`, { as: clerk, body: { block } });
  expect((await spam(true)).statusCode).toBe(403);
  expect((await api.call('GET', `/api/conversations/${id}`, { as: admin })).json().isSpam).toBe(false);
  expect((await spam(false)).statusCode).toBe(200);
});

const contactOf = async (conversationId: string) => {
  const { rows } = await sql<{ id: string }>`select contact_of(visitor_id) as id from conversations
    where id = ${conversationId}`.execute(api.context.db);
  return rows[0]!.id;
};

it('a scoped representative reads metrics of the conversations that they see, and of no other', async () => {
  const scoped = await api.signInAs({ permissions: ['conversations.read', 'reports.read'], scope: 'mine' });
  const [own, foreign] = [(await api.conversation()).id, (await api.conversation()).id];
  await sql`update conversations set assigned_representative_id = ${admin.user.id} where id <> ${own}`.execute(
    api.context.db,
  );
  await give(own, scoped);
  for (const id of [own, foreign])
    await api.call('POST', '/api/messages', {
      as: admin,
      body: { conversationId: id, content: 'Hi', clientMessageId: randomUUID() },
    });
  await sql`update conversations set status = 'waiting', waiting_since = now() - interval '1 day'
    where id = ${foreign}`.execute(api.context.db);
  const get = async (path: string, as: TestUser) => (await api.call('GET', path, { as })).json();
  expect(await get('/api/stats', scoped)).toMatchObject({
    activeConversations: 1,
    totalConversations: 1,
    totalMessages: 2,
  });
  expect((await get('/api/stats', admin)).totalConversations).toBeGreaterThan(1);
  const overview = await get('/api/overview', scoped);
  expect(overview).toMatchObject({
    waiting: { count: 0, longest: null },
    firstAnswer: { representative: { count: 1 } },
    load: { unassigned: 0 },
  });
  expect(overview.byHour.reduce((sum: number, each: number) => sum + each, 0)).toBe(1);
  expect(
    overview.load.representatives.filter(
      ({ openConversations }: { openConversations: number }) => openConversations > 0,
    ),
  ).toHaveLength(1);
  expect((await api.call('GET', '/api/answers/costs', { as: scoped })).json()).toMatchObject({ solved: 0, costUsd: 0 });
});

it('a scoped representative blocks and merges contacts with all their conversations in scope', async () => {
  const scoped = await api.signInAs({ permissions: all, scope: 'mine' });
  const [one, other, foreign] = [await api.conversation(), await api.conversation(), await api.conversation()];
  for (const { id } of [one, other]) await give(id, scoped);
  await give(foreign.id, admin);
  const [mine, also, theirs] = [await contactOf(one.id), await contactOf(other.id), await contactOf(foreign.id)];
  const block = (id: string) => api.call('POST', `/api/contacts/${id}/block`, { as: scoped });
  const merge = (id: string, mergedId: string) =>
    api.call('POST', `/api/contacts/${id}/merge`, { as: scoped, body: { mergedId } });
  expect([(await block(mine)).statusCode, (await block(theirs)).statusCode]).toEqual([200, 404]);
  expect((await merge(mine, theirs)).statusCode).toBe(404);
  const merged = await merge(mine, also);
  expect(merged.statusCode).toBe(200);
  // Assigns one of the two conversations to another user: changes to the contact concern that one too.
  await give(other.id, admin);
  expect((await block(mine)).statusCode).toBe(403);
  const unmerge = (as: TestUser) => api.call('DELETE', `/api/merges/${merged.json().mergeId}`, { as });
  expect((await unmerge(scoped)).statusCode).toBe(403);
  expect((await unmerge(admin)).statusCode).toBe(200);
});

it('a role with a narrower scope takes no permission that concerns the whole installation', async () => {
  const role = (permissions: readonly Permission[], scope: string) =>
    api.call('POST', '/api/roles', { as: admin, body: { name: randomUUID(), permissions, scope } });
  expect((await role(['reports.read', 'contacts.block', 'contacts.merge'], 'teams')).statusCode).toBe(201);
  const refused = await role(['conversations.read', 'teams.manage'], 'teams');
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'permissions']);
  const whole = (await role(['conversations.read', 'teams.manage'], 'everything')).json();
  const narrowed = await api.call('PATCH', `/api/roles/${whole.id}`, { as: admin, body: { scope: 'mine' } });
  expect(narrowed.statusCode).toBe(422);
});
