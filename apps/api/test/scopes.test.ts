/** No answer contains anything outside the caller's scope, and the caller's rights follow their role at once. */
import { randomUUID } from 'node:crypto';
import { builtInPermissions, builtInRoleIds, permissions } from '@parley/contracts/permissions/permissions';
import { matches } from '@parley/contracts/filter/filter-matches';
import { scopeFilter, sees } from '@parley/contracts/permissions/scope';
import { scopeSql } from '@parley/core/permissions/scope';
import { readRights } from '@parley/db/roles/rights';
import { insertTeam } from '@parley/db/roles/teams';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractRoutes } from '../src/documentation/openapi.ts';
import { type TestUser, startApi, type TestApi } from './support/api.ts';
import { urlOf } from './support/routes.ts';

let api: TestApi;
let admin: TestUser;
let colleague: TestUser;
let mine: TestUser;
let ofTeams: TestUser;
/** IDs that neither of the two may see. */
const foreign: string[] = [];
/** IDs of each sort that a user may see. */
const seen: { mine: string[]; teams: string[] } = { mine: [], teams: [] };
const canary = 'zebrafinch';

beforeAll(async () => {
  api = await startApi();
  const { db } = api.context;
  [admin, colleague, mine, ofTeams] = await Promise.all([
    api.signIn('admin'),
    api.signIn('representative', 'Colleague'),
    api.signInAs({ permissions, scope: 'mine' }),
    api.signInAs({ permissions, scope: 'teams' }),
  ]);
  const assign = async (id: string, to: TestUser | null) => {
    const body = { assignedRepresentativeId: to?.user.id ?? null };
    expect((await api.call('PATCH', `/api/conversations/${id}`, { as: admin, body })).statusCode).toBe(200);
  };
  for (let n = 0; n < 3; n++) {
    const { id } = await api.conversation(`My ${canary} is broken ${n}`);
    await assign(id, colleague);
    await api.call('POST', `/api/conversations/${id}/notes`, {
      as: admin,
      body: { content: `Secret ${canary}`, mentions: [mine.user.id, ofTeams.user.id] },
    });
    foreign.push(id);
  }
  const own = (await api.conversation('Mine')).id;
  await assign(own, mine);
  const nobodys = (await api.conversation('Nobody’s')).id;
  seen.mine.push(own, nobodys);
  const theirs = (await api.conversation('Of the team')).id;
  const website = await insertWebsite(db, { domain: 'team.example.com', name: 'Team' });
  await db
    .updateTable('conversations')
    .set({ websiteId: website?.id ?? null })
    .where('id', '=', theirs)
    .execute();
  await assign(theirs, colleague);
  seen.teams.push(theirs);
  await db.transaction().execute((transaction) =>
    insertTeam(transaction, {
      name: 'Team',
      max: 9,
      memberIds: [ofTeams.user.id],
      websiteIds: website ? [website.id] : [],
    }),
  );
  // Items from before, about conversations that are out of scope by now.
  for (const testUser of [mine, ofTeams]) {
    for (const id of foreign) {
      await sql`insert into followers (conversation_id, user_id, is_following, source) values (${id}, ${testUser.user.id}, true, 'choice')
        on conflict (conversation_id, user_id) do update set is_following = true`.execute(db);
      await sql`insert into reminders (user_id, conversation_id, remind_at) values (${testUser.user.id}, ${id}, now())`.execute(
        db,
      );
      await sql`insert into drafts (conversation_id, user_id, kind, id, content)
        values (${id}, ${testUser.user.id}, 'reply', ${randomUUID()}, ${canary})`.execute(db);
    }
  }
});
afterAll(() => api.close());

const reads = contractRoutes.filter(
  ([, { method, path, access }]) => method === 'GET' && access === 'staff' && !path.includes(':id'),
);

describe.each(['mine', 'teams'] as const)('the scope %s', (scope) => {
  const testUser = () => (scope === 'mine' ? mine : ofTeams);

  it('no list, search, count or export tells of a conversation outside it', async () => {
    const queries: Record<string, string[]> = {
      searchNotes: [`?q=${canary}`],
      countFiltered: [`?filter=${encodeURIComponent('{"all":[]}')}`],
      listConversations: ['', `?q=${canary}`, '?q=from:nobody', '?sort=waiting', '?sort=priority', '?assigned=me'],
    };
    for (const [name, route] of reads) {
      for (const query of queries[name] ?? ['']) {
        const url = `${urlOf(route)}${query}`;
        const { statusCode, body } = await api.call('GET', url, { as: testUser() });
        const leaked = [...foreign, canary].filter((word) => body.includes(word));
        expect({ url, leaked, isFault: statusCode >= 500 }).toEqual({ url, leaked: [], isFault: false });
      }
    }
    const all = await api.call('GET', '/api/conversations', { as: admin });
    for (const id of foreign) expect(all.body).toContain(id);
  });

  it('every call that names a conversation outside it answers as if there were none, and changes nothing', async () => {
    const [id = '', into = ''] = foreign;
    const before = await sql`select * from conversations where id = ${id}`.execute(api.context.db);
    const bodies: Record<string, unknown> = {
      updateConversation: { status: 'closed' },
      takeOver: { representativeId: testUser().user.id },
      addNote: { content: 'Hello' },
      postMessage: { conversationId: id, content: 'Hello' },
      mergeConversation: { into },
      markSpam: {},
      markRead: {},
      setReminder: { remindAt: new Date(Date.now() + 3_600_000).toISOString() },
      saveDraft: { id: randomUUID(), content: 'Hello', revision: 0 },
      schedule: { content: 'Hello', clientMessageId: randomUUID(), delaySeconds: 5 },
      setAttributes: { values: [] },
      editNote: { content: 'Hello' },
      editMessage: { content: 'Hello' },
      mailTranscript: { clientRequestId: randomUUID() },
    };
    const parameters = { id, kind: 'reply', seq: '1', activityNo: '1' };
    const tried: string[] = [];
    for (const [name, route] of contractRoutes) {
      if (!route.conversations) continue;
      const query = name === 'removeDraft' ? '?revision=1' : '';
      const answer = await api.call(route.method, `${urlOf(route, parameters)}${query}`, {
        as: testUser(),
        ...(route.body ? { body: bodies[name] ?? {} } : {}),
      });
      // An invalid body is refused before the scope of the conversation is checked.
      if (![404, 422].includes(answer.statusCode)) tried.push(`${name} ${answer.statusCode} ${answer.body}`);
      expect(answer.body).not.toContain(canary);
    }
    expect(tried).toEqual([]);
    expect(await sql`select * from conversations where id = ${id}`.execute(api.context.db)).toEqual(before);
  });

  it('conversations in scope can be read and changed', async () => {
    for (const id of seen[scope]) {
      expect((await api.call('GET', `/api/conversations/${id}`, { as: testUser() })).statusCode).toBe(200);
      expect((await api.call('GET', '/api/conversations', { as: testUser() })).body).toContain(id);
    }
    const counted = await api.call('GET', `/api/counts?filter=${encodeURIComponent('{"all":[]}')}`, { as: testUser() });
    expect(counted.json()).toEqual({ count: seen[scope].length });
  });

  it('neither a contact, a file link nor a batch is a way around it', async () => {
    const { rows } = await sql<{ id: string }>`select identities.contact_id as id from conversations
      join identities on identities.visitor_id = conversations.visitor_id where conversations.id = ${foreign[0]}`.execute(
      api.context.db,
    );
    for (const path of ['', '/conversations', '/notes']) {
      const url = `/api/contacts/${rows[0]?.id}${path}`;
      expect([url, (await api.call('GET', url, { as: testUser() })).statusCode]).toEqual([url, 404]);
    }
    const batch = await api.call('POST', '/api/batches', {
      as: testUser(),
      body: { ids: foreign, commands: [{ type: 'close' }] },
    });
    expect(batch.json()).toMatchObject({ total: 0 });
    const byFilter = await api.call('POST', '/api/batches', {
      as: testUser(),
      body: { filter: { field: 'customer', op: 'contains', value: canary }, commands: [{ type: 'close' }] },
    });
    expect(byFilter.json()).toMatchObject({ total: 0 });
  });

  it('calls that concern the whole installation are refused, whatever the role allows', async () => {
    for (const [method, path] of [
      ['DELETE', '/api/conversations/messages/all'],
      ['GET', '/api/audit-log'],
      ['GET', '/api/deliveries'],
      ['POST', '/api/settings'],
    ] as const) {
      const answer = await api.call(method, path, { as: testUser(), ...(method === 'POST' ? { body: {} } : {}) });
      expect([path, answer.statusCode]).toEqual([path, 403]);
    }
  });
});

it('the scope is the same as filter, as SQL and as predicate, over random rights and places', async () => {
  const { db } = api.context;
  const users = [mine, ofTeams, colleague, admin].map(({ user }) => user.id);
  const websites = (await db.selectFrom('websites').select('id').execute()).map(({ id }) => id);
  const teams = (await db.selectFrom('teams').select('id').execute()).map(({ id }) => id);
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const some = (all: readonly string[]) => all.filter(() => random(2) === 0);
  const conversations = (await api.call('GET', '/api/conversations', { as: admin })).json();
  for (let n = 0; n < 120; n++) {
    const id = conversations[random(conversations.length)].id;
    const place = {
      websiteId: [...websites, null][random(websites.length + 1)] ?? null,
      assignedRepresentativeId: [...users, null][random(users.length + 1)] ?? null,
      teamId: [...teams, null][random(teams.length + 1)] ?? null,
    };
    const me = users[random(users.length)] ?? '';
    const rights = {
      roleId: builtInRoleIds.light,
      builtIn: null,
      roleName: 'x',
      permissions: [...builtInPermissions.light],
      scope: (['everything', 'teams', 'mine'] as const)[random(3)] ?? 'mine',
      teamIds: some(teams),
      websiteIds: some(websites),
      teammateIds: some(users),
      ...(random(3) === 0 && { withinWebsiteIds: [websites[0] ?? '', ...some(websites)] }),
    };
    const outcome = await db.transaction().execute(async (transaction) => {
      const one = transaction.updateTable('conversations').where('id', '=', id);
      const before = await transaction
        .selectFrom('conversations')
        .select(['websiteId', 'assignedRepresentativeId', 'teamId'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await one.set(place).execute();
      const where = await scopeSql({ ...api.context, db: transaction }, { user: { ...mine.user, id: me }, rights });
      const { rows } = await sql<{ id: string }>`
        select id from conversations where id = ${id} and ${where ?? sql`true`}`.execute(transaction);
      await one.set(before).execute();
      return rows.length === 1;
    });
    const filter = scopeFilter(rights);
    const predicate = sees(rights, me, place);
    const conversation = { ...conversations[0], ...place };
    expect([outcome, !filter || matches(filter, conversation, { me, now: 0, follows: () => false })]).toEqual([
      predicate,
      predicate,
    ]);
  }
});

describe('a role', () => {
  it('is changed for those who are signed in at once, and audited', async () => {
    const made = await api.call('POST', '/api/roles', {
      as: admin,
      body: { name: 'Night shift', permissions: ['conversations.read'], scope: 'everything' },
    });
    expect(made.statusCode).toBe(201);
    const night = await api.signInAs(made.json().id);
    const replies = async () => (await api.call('POST', '/api/tags', { as: night, body: {} })).statusCode;
    expect(await replies()).toBe(403);
    const url = `/api/roles/${made.json().id}`;
    const body = { permissions: ['conversations.read', 'tags.add'] };
    expect((await api.call('PATCH', url, { as: admin, body })).statusCode).toBe(200);
    expect(await replies()).toBe(422);
    expect((await api.call('PATCH', url, { as: admin, body: { permissions: [] } })).statusCode).toBe(200);
    expect(await replies()).toBe(403);
    expect((await api.call('DELETE', url, { as: admin })).json()).toMatchObject({ code: 'conflict' });
    const audit = (await api.call('GET', '/api/audit-log', { as: admin })).body;
    expect(audit).toContain('role.added');
    expect(audit).toContain('role.updated');
  });

  it('a role grants only rights that its author has, and takes none from users with more', async () => {
    const manager = await api.signInAs({ permissions: ['access.manage', 'people.update', 'conversations.read'] });
    const victim = await api.signIn('representative');
    const attempts = [
      ['POST', '/api/roles', { name: 'More', permissions: ['privacy.manage'], scope: 'everything' }],
      ['PATCH', `/api/users/${manager.user.id}/access`, { role: 'admin' }],
      ['PATCH', `/api/users/${victim.user.id}/access`, { roleId: builtInRoleIds.lead }],
      ['PATCH', `/api/users/${admin.user.id}/access`, { isActive: false }],
      ['PATCH', `/api/users/${admin.user.id}`, { name: 'Taken' }],
      ['POST', '/api/invitations', { role: 'admin' }],
      ['POST', '/api/invitations', { roleId: builtInRoleIds.admin }],
    ] as const;
    for (const [method, path, body] of attempts) {
      expect([path, (await api.call(method, path, { as: manager, body })).statusCode]).toEqual([path, 403]);
    }
    const { db } = api.context;
    expect(await readRights(db, manager.user.id)).toMatchObject({ permissions: expect.any(Array) });
    const roles = await db.selectFrom('users').select(['id', 'role']).where('id', '=', admin.user.id).execute();
    expect(roles).toEqual([{ id: admin.user.id, role: 'admin' }]);
  });

  it('a role cannot be smuggled into the fields that users change of themselves', async () => {
    const self = await api.signIn('representative');
    for (const body of [
      { role: 'admin' },
      { roleId: builtInRoleIds.admin },
      { rights: {} },
      { name: 'A', role: 'admin' },
    ]) {
      const answer = await api.call('PATCH', `/api/users/${self.user.id}`, { as: self, body });
      expect(answer.statusCode).toBe(422);
    }
    const registered = await api.call('POST', '/api/register', {
      body: {
        email: `${randomUUID()}@example.com`,
        password: 'correct horse battery',
        name: 'Eve',
        username: randomUUID().slice(0, 13),
        role: 'admin',
      },
    });
    expect(registered.statusCode).toBe(422);
  });

  it('is listed with the permissions it gives, those that admins grant to representatives among them', async () => {
    const [ben, boss] = [await api.signIn('representative'), await api.signIn('admin')];
    const grant = (change: Record<string, boolean>) =>
      api.call('POST', '/api/settings', { as: boss, body: { representativesMay: change } });
    const listed = async () =>
      (await api.call('GET', '/api/roles', { as: ben }))
        .json()
        .find(({ builtIn }: { builtIn: string | null }) => builtIn === 'representative').permissions;
    const inForce = async () => (await api.call('GET', '/api/user', { as: ben })).json().rights.permissions;
    for (const may of [true, false]) {
      expect((await grant({ retention: may, websites: may, export: may, sharedReplies: may })).statusCode).toBe(200);
      expect((await listed()).toSorted()).toEqual((await inForce()).toSorted());
      expect((await listed()).includes('conversations.export')).toBe(may);
    }
    await grant({ retention: true, websites: true, export: true });
  });

  it('is given by nobody who lacks what the settings add to it', async () => {
    const { representative } = builtInPermissions;
    const manager = await api.signInAs({ permissions: [...representative, 'access.manage'] });
    const invite = () => api.call('POST', '/api/invitations', { as: manager, body: { role: 'representative' } });
    expect((await invite()).json()).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('export') });
    const none = { retention: false, websites: false, export: false };
    await api.call('POST', '/api/settings', { as: admin, body: { representativesMay: none } });
    expect((await invite()).statusCode).toBe(201);
    const all = { retention: true, websites: true, export: true };
    await api.call('POST', '/api/settings', { as: admin, body: { representativesMay: all } });
  });

  it('a built-in role is neither changed nor removed', async () => {
    const url = `/api/roles/${builtInRoleIds.auditor}`;
    expect((await api.call('PATCH', url, { as: admin, body: { permissions: [] } })).statusCode).toBe(409);
    expect((await api.call('DELETE', url, { as: admin })).statusCode).toBe(409);
  });
});

it('a team that a user leaves takes its conversations along, at once', async () => {
  const { db } = api.context;
  const [team] = (await api.call('GET', '/api/teams', { as: admin })).json();
  const [theirs = ''] = seen.teams;
  const status = async () => (await api.call('GET', `/api/conversations/${theirs}`, { as: ofTeams })).statusCode;
  expect(await status()).toBe(200);
  const change = (memberIds: string[]) =>
    api.call('PATCH', `/api/teams/${team.id}`, { as: admin, body: { memberIds } });
  expect((await change([])).json()).toMatchObject({ memberIds: [] });
  expect(await status()).toBe(404);
  await change([ofTeams.user.id]);
  expect(await status()).toBe(200);
  expect(await db.selectFrom('teams').select('name').execute()).toEqual([{ name: 'Team' }]);
});
