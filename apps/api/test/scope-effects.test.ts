/** A right and a scope are checked for what a call brings about, not only for the call. */
import { randomUUID } from 'node:crypto';
import { builtInPermissions, type Permission } from '@parley/contracts/permissions';
import { runBatch } from '@parley/core/bulk/run';
import { linkFiles } from '@parley/core/files/links';
import { addTeam } from '@parley/core/users/teams';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Ada');
});
afterAll(() => api.close());

const all = builtInPermissions.admin;
const without = (...lacking: Permission[]) => all.filter((each) => !lacking.includes(each));
const give = (id: string, to: Person | null) =>
  api.call('PATCH', `/api/conversations/${id}`, { as: admin, body: { assignedRepresentativeId: to?.user.id ?? null } });
const undo = (as: Person, id: string, actNo: number) =>
  api.call('POST', `/api/conversations/${id}/acts/${actNo}/undo`, { as });

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
  // Act 2 undoes the assignment, so undoing act 2 assigns.
  expect((await undo(clerk, id, 2)).statusCode).toBe(403);
  await api.call('PATCH', `/api/conversations/${id}`, { as: admin, body: { priority: 'high' } });
  expect((await undo(clerk, id, 3)).statusCode).toBe(200);
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

it('a batch that assigned is undone only by who may still assign', async () => {
  const person = await api.signInAs({ permissions: all, scope: 'everything' });
  const ids = [(await api.conversation()).id, (await api.conversation()).id];
  const commands = [{ type: 'assign', representativeId: person.user.id }];
  const batch = (await api.call('POST', '/api/batches', { as: person, body: { ids, commands } })).json();
  await runBatch(api.context, batch.id);
  await sql`update roles set permissions = array_remove(permissions, 'conversations.assign') where id = ${person.user.roleId}`.execute(
    api.context.db,
  );
  const again = await api.signInAs(person.user.roleId ?? '');
  await sql`update batches set actor_id = ${again.user.id} where id = ${batch.id}`.execute(api.context.db);
  expect((await api.call('POST', `/api/batches/${batch.id}/undo`, { as: again })).statusCode).toBe(403);
});

it('shared canned replies are exported only by who may change them', async () => {
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

it('marking as spam blocks the customer only for who may block', async () => {
  const clerk = await api.signInAs({ permissions: without('contacts.block'), scope: 'everything' });
  const { id } = await api.conversation();
  const spam = (block: boolean) => api.call('POST', `/api/conversations/${id}/spam`, { as: clerk, body: { block } });
  expect((await spam(true)).statusCode).toBe(403);
  expect((await api.call('GET', `/api/conversations/${id}`, { as: admin })).json().isSpam).toBe(false);
  expect((await spam(false)).statusCode).toBe(200);
});
