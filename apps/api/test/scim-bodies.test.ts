/** Bodies and filters as directories send them: Entra ID's provisioning and its validator, Okta, Keycloak, Authentik. */
import { randomUUID } from 'node:crypto';
import { scimPath, scimSchemas } from '@parley/contracts/users/scim';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Method, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let authorization: string;
beforeAll(async () => {
  api = await startApi();
  const admin = await api.signIn('admin');
  const body = { name: 'Directory', role: 'representative' };
  authorization = `Bearer ${(await api.call('POST', '/api/scim-tokens', { as: admin, body })).json().token}`;
});
afterAll(() => api?.close());

const scim = (method: Method, path: string, body?: unknown) =>
  api.call(method, `${scimPath}${path}`, {
    headers: { 'content-type': 'application/scim+json', authorization },
    ...(body === undefined ? {} : { body }),
  });
const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@customer.example`;
const idsBy = async (filter: string): Promise<string[]> =>
  (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`))
    .json()
    .Resources.map((each: { id: string }) => each.id);

const enterprise = scimSchemas.enterpriseUser;

interface Jane {
  id: string;
  email: string;
  externalId: string;
}
let jane: Jane;
beforeEach(async () => {
  const [email, externalId] = [newAddress('jane.doe'), `00u1-${randomUUID()}`];
  const answer = await scim('POST', '/Users', {
    schemas: [scimSchemas.user, enterprise],
    userName: email,
    externalId,
    active: true,
    displayName: 'Jane Doe',
    emails: [{ primary: true, type: 'work', value: email }],
    name: { familyName: 'Doe', givenName: 'Jane' },
    [enterprise]: { department: 'Sales', manager: { value: '1' } },
    meta: { resourceType: 'User' },
  });
  jane = { id: answer.json().id, email, externalId };
});
const patch = async (body: object) => {
  const answer = await scim('PATCH', `/Users/${jane.id}`, body);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const operations = (...Operations: object[]) => patch({ schemas: [scimSchemas.patch], Operations });

describe('Entra ID’s validator', () => {
  it('changes the work address, the family name and the userName beside what is not kept', async () => {
    const email = newAddress('jane.novak');
    const changed = await operations(
      { op: 'replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'replace', path: 'emails[type eq "work"].display', value: 'Jane at work' },
      { op: 'add', path: 'emails[type eq "work"].primary', value: true },
      { op: 'add', path: 'emails[type eq "home"].value', value: 'jane@home.example' },
      { op: 'add', path: 'emails[type eq "other"].value', value: 'jane@other.example' },
      { op: 'replace', path: 'name.familyName', value: 'Novak' },
      { op: 'replace', path: 'userName', value: email },
    );
    expect(changed).toMatchObject({
      userName: email,
      name: { givenName: 'Jane', familyName: 'Novak' },
      emails: [{ value: email, type: 'work', primary: true }],
    });
  });

  it('adds and replaces without a path, by keys with points, brackets and schemas', async () => {
    const email = newAddress('jane.k');
    const changed = await operations(
      {
        op: 'Add',
        value: {
          'name.formatted': 'Jane K.',
          'name.honorificSuffix': 'III',
          title: 'Manager',
          'roles[primary eq "True"].display': 'Chief',
          'addresses[type eq "work"].formatted': 'Street 1',
          'phoneNumbers[type eq "fax"].value': '1',
          [`${enterprise}:employeeNumber`]: '701984',
        },
      },
      {
        op: 'Replace',
        value: {
          DisplayName: 'Jane King',
          [`${scimSchemas.user}:externalId`]: 'renewed',
          'emails[type eq "work"].value': email,
          [enterprise]: { department: 'Support' },
          'urn:ietf:params:scim:schemas:extension:customer:2.0:User:badge': '7',
          [scimSchemas.user]: { userName: email, active: 'True' },
        },
      },
    );
    expect(changed).toMatchObject({
      displayName: 'Jane King',
      externalId: 'renewed',
      userName: email,
      active: true,
      emails: [{ value: email }],
    });
  });

  it('removes what can be removed, and what is not kept', async () => {
    const changed = await operations(
      { op: 'Remove', path: 'externalId' },
      { op: 'Remove', path: 'name.honorificPrefix' },
      { op: 'Remove', path: `${enterprise}:manager` },
      { op: 'Remove', path: 'emails[type eq "home"]' },
      { op: 'Remove', path: 'emails[type eq "work"].value' },
      { op: 'Remove', path: 'name' },
    );
    expect(changed.externalId).toBeUndefined();
    expect(changed).toMatchObject({ displayName: 'Jane Doe', emails: [{ value: jane.email }] });
  });

  it.each([
    ['a text', 'False'],
    ['a truth', false],
    ['a list of one, in its old way', [{ $ref: null, value: 'False' }]],
  ])('deactivates by %s', async (_what, value) => {
    expect(await operations({ op: 'Replace', path: 'active', value })).toMatchObject({ active: false });
  });

  it.each([
    (email: string) => ({ op: 'Replace', path: 'emails', value: [{ type: 'work', value: email, primary: 'True' }] }),
    (email: string) => ({ op: 'Replace', path: 'emails[type eq "work"]', value: { type: 'work', value: email } }),
    (email: string) => ({ op: 'Add', path: 'emails[primary eq true and type eq "work"].value', value: email }),
    (email: string) => ({ op: 'add', path: 'emails[not (type eq "home")].value', value: email }),
    (email: string) => ({ Op: 'ADD', Path: 'EMAILS[TYPE EQ "Work"].VALUE', Value: email }),
  ])('changes the address, whichever way it is named (%#)', async (operation) => {
    const email = newAddress('jane');
    expect(await operations(operation(email))).toMatchObject({ emails: [{ value: email }] });
  });

  it('a private address that is added never becomes the address', async () => {
    const value = [{ type: 'home', value: 'jane@home.example' }];
    expect(await operations({ op: 'add', path: 'emails', value })).toMatchObject({ emails: [{ value: jane.email }] });
  });
});

describe('Okta', () => {
  it('deactivates and activates by an object without a path, and by a whole user', async () => {
    const off = await operations({ op: 'replace', value: { id: jane.id, active: false } });
    expect(off).toMatchObject({ active: false });
    const answer = await scim('PUT', `/Users/${jane.id}`, {
      schemas: [scimSchemas.user],
      id: jane.id,
      userName: jane.email,
      externalId: jane.externalId,
      name: { givenName: 'Jane', familyName: 'Roe' },
      emails: [{ primary: true, value: jane.email, type: 'work' }],
      displayName: 'Jane Roe',
      locale: 'en-US',
      groups: [],
      active: true,
      meta: { resourceType: 'User' },
    });
    expect(answer.json()).toMatchObject({ id: jane.id, displayName: 'Jane Roe', active: true });
  });
});

it('a call that names attributes is answered whole', async () => {
  for (const query of ['?attributes=userName', '?excludedAttributes=groups&startIndex=1&count=1']) {
    expect((await scim('GET', `/Users${query}`)).json().itemsPerPage).toBeGreaterThan(0);
    expect((await scim('GET', `/Users/${jane.id}${query}`)).json()).toMatchObject({ userName: jane.email });
  }
});

describe('Keycloak and Authentik', () => {
  it('make a user with addresses of another type or none, and with empty parts', async () => {
    for (const emails of [
      (value: string) => [{ value, type: 'other', primary: true }],
      (value: string) => [{ value }],
      (value: string) => [
        { value: 'private@home.example', type: 'home' },
        { value, type: 'WORK' },
      ],
    ]) {
      const email = newAddress('kim');
      const answer = await scim('POST', '/Users', {
        schemas: [scimSchemas.user],
        userName: email,
        externalId: randomUUID(),
        name: { formatted: ' ', familyName: ' ', givenName: 'Kim' },
        displayName: 'Kim',
        photos: null,
        locale: null,
        active: true,
        emails: emails(email),
      });
      expect(answer.json()).toMatchObject({ displayName: 'Kim', emails: [{ value: email }] });
    }
  });
});

describe('filters', () => {
  it.each<[string, (jane: Jane) => string]>([
    ['the work address', ({ email }) => `emails[type eq "work"].value eq "${email}"`],
    ['the work address, within the brackets', ({ email }) => `emails[type eq "work" and value eq "${email}"]`],
    ['an address', ({ email }) => `emails.value eq "${email.toUpperCase()}"`],
    ['either', ({ email }) => `userName eq "${email}" or externalId eq "nobody's"`],
    ['the other', ({ externalId }) => `userName eq "nobody" or externalId eq "${externalId}"`],
    ['both', ({ email, externalId }) => `userName eq "${email}" AND externalId eq "${externalId}"`],
    ['and before or', ({ email }) => `userName eq "${email}" or id eq "1" and active eq false`],
    ['brackets', ({ email }) => `(id pr) and (((userName eq "${email}")) or active eq false and id eq "1")`],
    ['not', ({ email }) => `not (userName ne "${email}")`],
    ['what has no value', ({ email }) => `userName eq "${email}" and not (externalId eq "other's")`],
    ['a part', ({ email }) => `emails co "${email.slice(3, -3)}"`],
    ['the beginning', ({ email }) => `userName sw "${email.slice(0, -9).toUpperCase()}"`],
    ['the end', ({ email }) => `${scimSchemas.user}:userName ew "${email.slice(5)}"`],
    ['a value at all', ({ email }) => `externalId pr and userName eq "${email}" and emails[primary eq True]`],
  ])('they find users by %s', async (_what, filter) => {
    expect(await idsBy(filter(jane))).toEqual([jane.id]);
  });

  it.each<[string, (jane: Jane) => string]>([
    ['an address of another type', ({ email }) => `emails[type eq "home"].value eq "${email}"`],
    ['brackets that come first', ({ email }) => `(userName eq "${email}" or id pr) and externalId eq "nobody's"`],
    ['letters that stand for others in SQL', () => 'userName co "%" or userName sw "_" or externalId ew "%"'],
    ['an externalId in other letters', ({ externalId }) => `externalId eq "${externalId.toUpperCase()}"`],
  ])('they find no user by %s', async (_what, filter) => {
    expect(await idsBy(filter(jane))).toEqual([]);
  });
});
