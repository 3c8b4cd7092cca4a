/** Groups kept by a directory: SCIM 2.0 (RFC 7643, section 4.2; RFC 7644), and what being in one gives. */
import { randomUUID } from 'node:crypto';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import { scimPath, scimSchemas } from '@parley/contracts/users/scim';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Method, type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let token: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
  const body = { name: 'Entra ID', role: 'representative' };
  token = (await api.call('POST', '/api/scim-tokens', { as: admin, body })).json().token;
});
afterAll(() => api?.close());

const scim = (method: Method, path: string, body?: unknown) =>
  api.call(method, `${scimPath}${path}`, {
    headers: { 'content-type': 'application/scim+json', authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
const makeUser = async (): Promise<string> => {
  const answer = await scim('POST', '/Users', { userName: `${randomUUID().slice(0, 13)}@example.com` });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
};
const make = async (members: string[] = [], displayName = `Group ${randomUUID().slice(0, 8)}`) => {
  const answer = await scim('POST', '/Groups', {
    schemas: [scimSchemas.group],
    displayName,
    members: members.map((value) => ({ value })),
  });
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Groups/${id}`, { schemas: [scimSchemas.patch], Operations });
const add = (id: string, ...users: string[]) =>
  patch(id, { op: 'add', path: 'members', value: users.map((value) => ({ value })) });
const remove = (id: string, testUser: string) => patch(id, { op: 'remove', path: `members[value eq "${testUser}"]` });
const filtered = async (filter: string, more = '') =>
  (await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}${more}`)).json();
const membersOf = async (id: string): Promise<string[]> =>
  (await scim('GET', `/Groups/${id}`)).json().members.map(({ value }: { value: string }) => value);
const give = (id: string, gives: { roleId?: string | null; teamId?: string | null }, as = admin) =>
  api.call('PATCH', `/api/directory-groups/${id}`, { as, body: gives });
const roleOf = async (id: string) => {
  const { role, roleId } = await api.context.db
    .selectFrom('users')
    .select(['role', 'roleId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return roleId ?? builtInRoleIds[role];
};
const teamOf = async (name: string, memberIds: string[] = []): Promise<string> =>
  (await api.call('POST', '/api/teams', { as: admin, body: { name, memberIds } })).json().id;
const usersIn = async (team: string): Promise<string[]> =>
  (await api.call('GET', '/api/teams', { as: admin }))
    .json()
    .find(({ id }: { id: string }) => id === team)
    .memberIds.toSorted();
const { admin: adminRole, representative, lead, light } = builtInRoleIds;

describe('groups', () => {
  it('are made, found by name, id and member, told where they are, and said in each member', async () => {
    const ada = await makeUser();
    const answer = await scim('POST', '/Groups', {
      displayName: 'Night shift',
      externalId: 'g-1',
      members: [{ value: ada, display: 'ignored', type: 'User' }],
    });
    const made = answer.json();
    expect(answer.headers['location']).toBe(made.meta.location);
    expect(made).toMatchObject({ displayName: 'Night shift', externalId: 'g-1', members: [{ value: ada }] });
    expect((await scim('GET', `/Groups/${made.id}`)).json()).toEqual(made);
    for (const filter of [
      'displayName eq "NIGHT shift"',
      `id eq "${made.id}"`,
      `externalId eq "g-1"`,
      `id eq "${made.id}" and members eq "${ada}"`,
      `members.value eq "${ada}"`,
    ]) {
      expect(await filtered(filter)).toMatchObject({ totalResults: 1, Resources: [{ id: made.id }] });
    }
    expect(await filtered(`members eq "${randomUUID()}"`)).toMatchObject({ totalResults: 0 });
    const spared = await filtered('displayName eq "Night shift"', '&excludedAttributes=members');
    expect(spared.Resources[0].members).toBeUndefined();
    expect((await scim('GET', `/Users/${ada}`)).json().groups).toMatchObject([
      { value: made.id, display: 'Night shift' },
    ]);
  });

  it('are changed as Okta and Entra ID write it', async () => {
    const [ada, bob, eve] = await Promise.all([makeUser(), makeUser(), makeUser()]);
    const { id } = await make([ada]);
    await patch(id, { op: 'Add', path: 'members', value: [{ value: bob }, { value: eve }] });
    expect((await membersOf(id)).toSorted()).toEqual([ada, bob, eve].toSorted());
    await patch(id, { op: 'Remove', path: 'members', value: [{ value: bob }] });
    await remove(id, ada);
    expect(await membersOf(id)).toEqual([eve]);
    await patch(id, { op: 'replace', value: { id, displayName: `Renamed ${id}`, members: [{ value: ada }] } });
    expect((await scim('GET', `/Groups/${id}`)).json()).toMatchObject({
      displayName: `Renamed ${id}`,
      members: [{ value: ada }],
    });
    await patch(id, { op: 'replace', path: 'members', value: [] });
    expect(await membersOf(id)).toEqual([]);
    const whole = { displayName: `Whole ${id}`, members: [{ value: bob }] };
    expect((await scim('PUT', `/Groups/${id}`, whole)).json()).toMatchObject(whole);
    expect((await scim('DELETE', `/Groups/${id}`)).statusCode).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).statusCode).toBe(404);
  });

  it('come in pages, of no more than asked for', async () => {
    await Promise.all([make(), make(), make()]);
    const all = (await scim('GET', '/Groups')).json();
    const page = (await scim('GET', '/Groups?startIndex=2&count=2')).json();
    expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 2, totalResults: all.totalResults });
    expect(page.Resources).toEqual(all.Resources.slice(1, 3));
  });

  it.each<[string, (ada: string) => object, string]>([
    ['an unknown user', () => ({ op: 'add', path: 'members', value: [{ value: randomUUID() }] }), 'invalidValue'],
    ['an id that is none', () => ({ op: 'add', path: 'members', value: [{ value: "' or 1=1" }] }), 'invalidValue'],
    [
      'a group in a group',
      (ada) => ({ op: 'add', path: 'members', value: [{ value: ada, type: 'Group' }] }),
      'invalidValue',
    ],
    ['bare ids', (ada) => ({ op: 'add', path: 'members', value: [ada] }), 'invalidValue'],
    ['another filter', (ada) => ({ op: 'remove', path: `members[display eq "${ada}"]` }), 'invalidPath'],
    ['another operator', (ada) => ({ op: 'remove', path: `members[value gt "${ada}"]` }), 'invalidPath'],
    ['a part of members', (ada) => ({ op: 'remove', path: 'members.value', value: ada }), 'invalidPath'],
    ['no name', () => ({ op: 'remove', path: 'displayName' }), 'mutability'],
    ['a blank name', () => ({ op: 'replace', path: 'displayName', value: ' ' }), 'invalidValue'],
    ['an id', () => ({ op: 'replace', path: 'id', value: randomUUID() }), 'mutability'],
    [
      '5,001 members',
      () => ({ op: 'add', path: 'members', value: Array.from({ length: 5_001 }, () => ({ value: randomUUID() })) }),
      'invalidValue',
    ],
  ])('a change with %s is refused, and nothing of it is done', async (_what, operation, scimType) => {
    const ada = await makeUser();
    const before = await make([ada]);
    const answer = await patch(before.id, { op: 'replace', path: 'externalId', value: 'x' }, operation(ada));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ schemas: [scimSchemas.error], status: '400', scimType });
    expect((await scim('GET', `/Groups/${before.id}`)).json()).toEqual(before);
  });

  it('a change of what is not kept of a group is answered as done, and changes nothing', async () => {
    const before = await make([]);
    for (const path of ['roleId', '__proto__.roleId', 'meta.created', 'urn:example:group:cost']) {
      const answer = await patch(before.id, { op: 'replace', path, value: adminRole });
      expect([path, answer.statusCode, answer.json().displayName]).toEqual([path, 200, before.displayName]);
    }
    expect((await api.call('GET', '/api/directory-groups', { as: admin })).json()).toContainEqual(
      expect.objectContaining({ id: before.id, roleId: null }),
    );
  });

  it('several members are removed by one condition', async () => {
    const users = [await makeUser(), await makeUser(), await makeUser()];
    const [ada, bob, eve] = users;
    const { id } = await make(users);
    await patch(id, { op: 'Remove', path: `members[value eq "${ada}" or value eq "${bob}"]` });
    expect(await membersOf(id)).toEqual([eve]);
  });

  it('are refused twice under one name, in any case', async () => {
    const { displayName } = await make();
    const answer = await scim('POST', '/Groups', { displayName: displayName.toUpperCase() });
    expect(answer.json()).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect(await filtered('displayName gt "a"')).toMatchObject({ status: '400', scimType: 'invalidFilter' });
    expect(await filtered('role eq "admin"')).toMatchObject({ status: '400', scimType: 'invalidFilter' });
  });
});

describe('a role from a directory group', () => {
  it('is nothing, whatever it is called, until an administrator says it; and nothing again under the name of one that is gone', async () => {
    const ada = await makeUser();
    const { id, displayName } = await make([ada], 'admin');
    expect(await roleOf(ada)).toBe(representative);
    await give(id, { roleId: light });
    expect(await roleOf(ada)).toBe(light);
    await scim('DELETE', `/Groups/${id}`);
    expect(await roleOf(ada)).toBe(representative);
    await make([ada], displayName);
    expect(await roleOf(ada)).toBe(representative);
  });

  it('is a role from the change on, that ends the sessions of the one who has it, and ends with leaving', async () => {
    const { user, headers } = await api.signIn('representative');
    const { id } = await make();
    await give(id, { roleId: lead });
    await add(id, user.id);
    expect(await roleOf(user.id)).toBe(lead);
    await expect.poll(async () => (await api.call('GET', '/api/user', { headers })).statusCode).toBe(401);
    await remove(id, user.id);
    expect(await roleOf(user.id)).toBe(representative);
  });

  it('is of several roles the one that permits most, whatever the order', async () => {
    const ada = await makeUser();
    const [some, more] = await Promise.all([make([ada]), make([ada])]);
    await give(more.id, { roleId: lead });
    await give(some.id, { roleId: light });
    expect(await roleOf(ada)).toBe(lead);
    await remove(more.id, ada);
    expect(await roleOf(ada)).toBe(light);
    await give(some.id, { roleId: null });
    expect(await roleOf(ada)).toBe(representative);
  });

  it('leaving a group never makes an admin: an account that was one by hand is a representative then', async () => {
    const second = await api.signIn('admin');
    const { id } = await make([second.user.id]);
    await give(id, { roleId: light });
    expect(await roleOf(second.user.id)).toBe(light);
    await remove(id, second.user.id);
    expect(await roleOf(second.user.id)).toBe(representative);
  });

  it('is given by the one who has it themselves, signed in a moment ago; a manager of sign-in makes no administrators', async () => {
    const { id } = await make([await makeUser()]);
    const manager = await api.signInAs({ permissions: ['security.manage', 'conversations.read'] });
    const refused = await give(id, { roleId: adminRole }, manager);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().detail).toContain('You can’t grant permissions you don’t have');
    expect((await give(id, { roleId: randomUUID() })).statusCode).toBe(422);
    expect((await give(id, { teamId: randomUUID() })).statusCode).toBe(422);
    expect((await give(randomUUID(), { roleId: light })).statusCode).toBe(404);
    expect((await give(id, { roleId: light }, await api.signIn('representative'))).statusCode).toBe(403);
  });

  it('is not said otherwise by hand: the role and the team’s members are refused, and who says them is named', async () => {
    const ada = await makeUser();
    const team = await teamOf(`By hand ${randomUUID()}`);
    const { id, displayName } = await make([ada]);
    await give(id, { roleId: light, teamId: team });
    const role = await api.call('PATCH', `/api/users/${ada}/access`, { as: admin, body: { roleId: lead } });
    const members = await api.call('PATCH', `/api/teams/${team}`, { as: admin, body: { memberIds: [] } });
    for (const answer of [role, members]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json().detail).toContain(displayName);
    }
    const renamed = { name: `Renamed ${randomUUID()}`, memberIds: [ada] };
    expect((await api.call('PATCH', `/api/teams/${team}`, { as: admin, body: renamed })).statusCode).toBe(200);
  });

  it('is a place in a team, which has nobody else then; it ends with the group', async () => {
    const [ada, bob, eve] = await Promise.all([makeUser(), makeUser(), makeUser()]);
    const team = await teamOf(`Filled ${randomUUID()}`, [eve]);
    const [one, two] = await Promise.all([make([ada]), make([ada, bob])]);
    await give(one.id, { teamId: team });
    expect(await usersIn(team)).toEqual([ada]);
    await give(two.id, { teamId: team });
    expect(await usersIn(team)).toEqual([ada, bob].toSorted());
    await add(one.id, eve);
    await remove(two.id, ada);
    expect(await usersIn(team)).toEqual([ada, bob, eve].toSorted());
    await scim('DELETE', `/Groups/${one.id}`);
    expect(await usersIn(team)).toEqual([bob]);
    await give(two.id, { teamId: null });
    expect(await usersIn(team)).toEqual([]);
  });

  it('ends for whom the directory deletes, and does not pass to a new account with the same name', async () => {
    const ada = await makeUser();
    const userName = (await scim('GET', `/Users/${ada}`)).json().userName;
    const team = await teamOf(`Left ${randomUUID()}`);
    const { id } = await make([ada]);
    await give(id, { roleId: lead, teamId: team });
    await scim('DELETE', `/Users/${ada}`);
    expect(await membersOf(id)).toEqual([]);
    expect(await usersIn(team)).toEqual([]);
    const next = (await scim('POST', '/Users', { userName })).json();
    expect(next.groups).toEqual([]);
    expect(next.id).not.toBe(ada);
    expect(await roleOf(next.id)).toBe(representative);
  });

  it('takes nobody’s role while two change groups at once', async () => {
    const ada = await makeUser();
    const made = await Promise.all([make(), make(), make(), make()]);
    await Promise.all(made.map(({ id }, at) => give(id, { roleId: at === 0 ? lead : light })));
    await Promise.all(made.map(({ id }) => add(id, ada)));
    expect(await roleOf(ada)).toBe(lead);
    await Promise.all(made.map(({ id }) => remove(id, ada)));
    expect(await roleOf(ada)).toBe(representative);
  });

  it('leaves the last administrator one, and nothing else of the change is done', async () => {
    const alone = await startApi();
    try {
      const chief = await alone.signIn('admin');
      const body = { name: 'D', role: 'representative' };
      const made = await alone.call('POST', '/api/scim-tokens', { as: chief, body });
      const headers = { 'content-type': 'application/scim+json', authorization: `Bearer ${made.json().token}` };
      const group = await alone.call('POST', `${scimPath}/Groups`, { headers, body: { displayName: 'Staff' } });
      const url = `${scimPath}/Groups/${group.json().id}`;
      const to = `/api/directory-groups/${group.json().id}`;
      expect((await alone.call('PATCH', to, { as: chief, body: { roleId: light } })).statusCode).toBe(200);
      const Operations = [{ op: 'add', path: 'members', value: [{ value: chief.user.id }] }];
      const answer = await alone.call('PATCH', url, { headers, body: { Operations } });
      expect(answer.statusCode).toBe(409);
      expect(answer.json().detail).toBe('The last admin must remain one.');
      expect((await alone.call('GET', url, { headers })).json().members).toEqual([]);
    } finally {
      await alone.close();
    }
  });

  it('is audited: by whom it was said, and which groups gave a role to whom', async () => {
    const ada = await makeUser();
    const { id, displayName } = await make();
    await give(id, { roleId: light });
    await add(id, ada);
    const rows = await api.context.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subjectId', 'in', [id, ada])
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['user.added', 'Entra ID'],
      ['directory_group.added', 'Entra ID'],
      ['directory_group.mapped', admin.user.name],
      ['directory_group.updated', 'Entra ID'],
      ['user.access_changed', 'Entra ID'],
    ]);
    expect(rows.at(-1)?.details).toMatchObject({ roleId: light, groups: [displayName] });
  });
});
