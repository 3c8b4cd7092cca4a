import { createHmac, randomUUID } from 'node:crypto';
import { identityTokenHoursMax } from '@parley/contracts/visitors/limits';
import { insertWebsite } from '@parley/db/websites/websites';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import {
  addAttribute,
  attributesOf,
  deleteAttribute,
  listAttributes,
  setAttributes,
  updateAttribute,
} from '../src/conversations/attributes.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { conversationsDocument } from '../src/data/export.ts';
import { eraseVisitor, visitorDocument } from '../src/data/privacy.ts';
import {
  createColleague,
  createTestContext,
  type TestContext,
  withExternalServices,
  overseer,
} from '../src/testing.ts';
import { setByPage } from '../src/visitors/attributes.ts';
import { postMessage } from '../src/messages/post.ts';
import { startVisitorSession, type VisitorSessionStart } from '../src/visitors/session.ts';

let context: TestContext;
let website: VisitorSessionStart['website'];
let ada: StaffCaller;
let ben: StaffCaller;
const secret = 'the secret of the website';

beforeAll(async () => {
  context = await createTestContext();
  const identitySecret = context.secrets.encrypt(secret);
  const inserted = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop', identitySecret });
  if (!inserted) throw new Error('no website');
  website = inserted;
  [ada, ben] = await Promise.all([colleague('Ada Byron'), colleague('Ben Cole')]);
  await declared('plan', 'contact', 'choice', ['free', 'pro']);
  await declared('seats', 'contact', 'number');
  await declared('since', 'contact', 'date');
  await declared('vip', 'contact', 'yes_no');
  await declared('order', 'conversation', 'text');
});
afterAll(() => context.close());

const colleague = (name: string) => createColleague(context, name, 'admin');

const declared = (
  key: string,
  subject: 'contact' | 'conversation',
  type: 'choice' | 'number' | 'date' | 'yes_no' | 'text',
  choices?: string[],
) => addAttribute(context, ada, { key, subject, type, name: `The ${key}`, ...(choices && { choices }) });

const start = (but: Partial<VisitorSessionStart> = {}) =>
  startVisitorSession(context, { website, page: { url: 'https://shop.example.com/' }, ...but });

async function writes(visitorId: string): Promise<string> {
  const caller = { kind: 'visitor', visitorId, websiteId: website.id } as const;
  const sent = await postMessage(context, caller, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
  return sent.message.conversationId;
}

async function opens(but: Partial<VisitorSessionStart> = {}) {
  const { visitorId } = await start(but);
  return { visitorId, id: await writes(visitorId) };
}

/** Makes a token as the website's own server would. */
function jwt(claims: object, { key = secret, alg = 'HS256' } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  const signature = alg === 'none' ? '' : createHmac('sha256', key).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}
const inHours = (hours: number): number => Math.floor(Date.now() / 1000) + hours * 3600;

const known = async (id: string) => {
  const { contact, conversation } = await attributesOf(context, overseer, id);
  return Object.fromEntries([...contact, ...conversation].map(({ key, value, source }) => [key, [value, source]]));
};

describe('an attribute', () => {
  it('is declared once under its key, and audited', async () => {
    await expect(declared('plan', 'conversation', 'text')).rejects.toMatchObject({
      code: 'conflict',
      errors: [{ path: 'key' }],
    });
    await expect(declared('colour', 'contact', 'choice')).rejects.toMatchObject({ errors: [{ path: 'choices' }] });
    await expect(declared('size', 'contact', 'text', ['L'])).rejects.toMatchObject({ errors: [{ path: 'choices' }] });
    const { id } = await declared('tier', 'contact', 'choice', ['a', ' a ', 'b']);
    expect(await updateAttribute(context, ada, id, { name: 'Tier', choices: ['b', 'c'] })).toMatchObject({
      name: 'Tier',
      choices: ['b', 'c'],
    });
    await deleteAttribute(context, ada, id);
    await expect(deleteAttribute(context, ada, id)).rejects.toMatchObject({ code: 'not_found' });
    const log = await readAuditLog(context, { limit: 3 });
    expect(log.map(({ action }) => action)).toEqual(['attribute.deleted', 'attribute.updated', 'attribute.added']);
  });

  it('takes its values along when it is removed, so that another of its key begins empty', async () => {
    const { id } = await opens();
    const old = await declared('ticket', 'conversation', 'text');
    await setAttributes(context, ada, id, [{ key: 'ticket', value: 'A-1' }]);
    await deleteAttribute(context, ada, old.id);
    await declared('ticket', 'conversation', 'number');
    expect(await known(id)).toEqual({});
  });
});

describe('the values of a conversation and its contact', () => {
  it('are set together by a representative, and the conversation’s are told by an activity', async () => {
    const { id, visitorId } = await opens();
    await setAttributes(context, ada, id, [
      { key: 'order', value: 'A-17' },
      { key: 'plan', value: 'pro' },
      { key: 'vip', value: true },
    ]);
    expect(await known(id)).toEqual({
      order: ['A-17', 'representative'],
      plan: ['pro', 'representative'],
      vip: [true, 'representative'],
    });
    expect(await readActivities(context, overseer, id, { limit: 10 })).toMatchObject([
      { kind: 'described', actorName: 'Ada Byron', after: { attributes: { order: { value: 'A-17' } } } },
    ]);
    // An attribute of the contact is in each of their conversations, and null deletes it.
    await setAttributes(context, ben, id, [{ key: 'vip', value: null }]);
    expect((await attributesOf(context, overseer, await writes(visitorId))).contact).toMatchObject([
      { key: 'plan', value: 'pro' },
    ]);
  });

  it.each([
    ['a text for a number', { key: 'seats', value: 'many' }, 'The seats must be a number.'],
    ['a day that is none', { key: 'since', value: '2026-02-30' }, 'The since must be a date such as 2026-11-22.'],
    ['a number for yes or no', { key: 'vip', value: 1 }, 'The vip must be true or false.'],
    ['what is not among the choices', { key: 'plan', value: 'gold' }, 'The plan must be one of: free, pro.'],
    ['nothing but white space', { key: 'order', value: '  ' }, 'The order must be text.'],
    ['what was never declared', { key: 'shoe_size', value: 43 }, 'There is no attribute shoe_size.'],
  ])('refuse %s by name, and nothing of the call is done', async (_, wrong, message) => {
    const { id } = await opens();
    const refused = setAttributes(context, ada, id, [{ key: 'seats', value: 3 }, wrong]);
    await expect(refused).rejects.toMatchObject({ code: 'invalid', message, errors: [{ path: wrong.key, message }] });
    expect(await known(id)).toEqual({});
  });

  it('a value that another user has set in the meantime is refused, with the user and the value', async () => {
    const { id } = await opens();
    await setAttributes(context, ben, id, [{ key: 'seats', value: 5, expected: null }]);
    const second = setAttributes(context, ada, id, [{ key: 'seats', value: 7, expected: null }]);
    await expect(second).rejects.toMatchObject({
      code: 'conflict',
      message: 'Ben Cole has set The seats to 5 in the meantime.',
    });
    const both = [8, 9].map((value) => setAttributes(context, ada, id, [{ key: 'seats', value, expected: 5 }]));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('a visitor who turns out to be another contact keeps their values, and the contact’s own win', async () => {
    const user = (email: string) => ({ email, hash: createHmac('sha256', secret).update(email).digest('hex') });
    const grace = await opens({ user: user('grace@example.com') });
    await setAttributes(context, ada, grace.id, [{ key: 'plan', value: 'pro' }]);
    const nobody = await start();
    const id = await writes(nobody.visitorId);
    await setAttributes(context, ada, id, [
      { key: 'plan', value: 'free' },
      { key: 'seats', value: 2 },
    ]);
    await start({ token: nobody.token, user: user('grace@example.com') });
    expect(await known(grace.id)).toMatchObject({ plan: ['pro', 'representative'], seats: [2, 'representative'] });
  });
});

describe('attributes set by the page', () => {
  it('is marked as unsigned, and replaces nothing that the team or the website’s server said', async () => {
    const { id, visitorId } = await opens();
    await setAttributes(context, ada, id, [{ key: 'plan', value: 'free' }]);
    const page = (value: string | number, key: string) => setByPage(context, { visitorId }, [{ key, value }]);
    await page('pro', 'plan');
    await page(3, 'seats');
    await page(4, 'seats');
    await page('A-\u0000\u202e1\ud800', 'order');
    expect(await known(id)).toEqual({ plan: ['free', 'representative'], seats: [4, 'page'], order: ['A- 1', 'page'] });
    await setAttributes(context, ada, id, [{ key: 'seats', value: null }]);
    await expect(page('x'.repeat(501), 'order')).rejects.toMatchObject({ errors: [{ path: 'order' }] });
    await expect(page('many', 'seats')).rejects.toMatchObject({ errors: [{ path: 'seats' }] });
    expect(await known(id)).not.toHaveProperty('seats');
  });
});

it('attributes of the visitor are stored at arrival, and those of the conversation once there is one', async () => {
  const user = { email: 'arriving@example.com', attributes: { seats: 2, order: 'A-5' } };
  const { token, visitorId } = await start({ user });
  const id = await writes(visitorId);
  expect(await known(id)).toEqual({ seats: [2, 'page'] });
  await start({ token, user });
  expect(await known(id)).toEqual({ seats: [2, 'page'], order: ['A-5', 'page'] });
  const wrong = { ...user, attributes: { seats: [] } };
  expect((await start({ token, user: wrong })).attributeErrors).toMatchObject([{ path: 'seats' }]);
});

describe('attributes signed by the website’s server', () => {
  const email = 'signed@example.com';
  const claims = { email, exp: inHours(1), attributes: { plan: 'pro', seats: 12 } };

  it('is known of the visitor it vouches for, on every device, whatever the page says', async () => {
    const { id, visitorId } = await opens({ user: { email, hash: jwt(claims) } });
    await setByPage(context, { visitorId }, [{ key: 'plan', value: 'free' }]);
    expect(await known(id)).toEqual({ plan: ['pro', 'signed'], seats: [12, 'signed'] });
    const elsewhere = await start({ user: { email, hash: jwt({ ...claims, attributes: { seats: 13 } }) } });
    expect(elsewhere).toMatchObject({ visitorId, conversation: { id } });
    expect(await known(id)).toMatchObject({ seats: [13, 'signed'] });
  });

  it('a token with an attribute of the wrong type sets none, names the wrong one, and still vouches for the visitor', async () => {
    const token = jwt({ ...claims, email: 'wrong@example.com', attributes: { plan: 'pro', seats: 'many' } });
    const session = await start({ user: { email: 'wrong@example.com', hash: token } });
    const localized = { code: 'attribute_is_number', values: { name: 'The seats' } };
    expect(session.attributeErrors).toEqual([{ path: 'seats', message: 'The seats must be a number.', localized }]);
    expect(await known(await writes(session.visitorId))).toEqual({});
    const nested = jwt({ ...claims, email: 'wrong@example.com', attributes: { plan: { a: 1 } } });
    expect(await start({ user: { email: 'wrong@example.com', hash: nested } })).toMatchObject({
      visitorId: session.visitorId,
      attributeErrors: [{ path: 'plan' }],
    });
  });

  it.each([
    ['has expired', jwt({ ...claims, exp: inHours(-1) })],
    ['never expires', jwt({ email, attributes: claims.attributes })],
    ['is good for days', jwt({ ...claims, exp: inHours(identityTokenHoursMax + 1) })],
    ['is signed with another key', jwt(claims, { key: 'another' })],
    ['is not signed', jwt(claims, { alg: 'none' })],
    ['is another visitor’s', jwt({ ...claims, email: 'other@example.com' })],
    ['is no token', 'eyJ.eyJ.eyJ'],
  ])('a token that %s vouches for nobody and sets nothing', async (_, token) => {
    const { id } = await opens({ user: { email: 'stranger@example.com', hash: token } });
    expect(await known(id)).toEqual({});
    const { visitorId } = await start({ user: { email, hash: jwt(claims) } });
    expect((await start({ user: { email, hash: token } })).visitorId).not.toBe(visitorId);
  });
});

it('attributes are in the export, in what a person gets, and gone when they are erased', async () => {
  const email = 'kept@example.com';
  const { id } = await opens({ user: { email, hash: jwt({ email, exp: inHours(1), attributes: { vip: true } }) } });
  await setAttributes(context, ada, id, [{ key: 'order', value: 'A-99' }]);
  const text = async (pieces: AsyncIterable<string>) => {
    let all = '';
    for await (const piece of pieces) all += piece;
    return JSON.parse(all);
  };
  const { conversations } = await text(conversationsDocument(context, overseer));
  expect(conversations.find((each: { id: string }) => each.id === id)).toMatchObject({
    attributes: { order: { value: 'A-99' } },
    contactAttributes: { vip: { value: true, source: 'signed' } },
  });
  const own = await text(visitorDocument(withExternalServices(context), ada, email));
  expect(own).toMatchObject({
    attributes: [{ vip: { value: true } }],
    conversations: [{ attributes: { order: { value: 'A-99' } } }],
  });
  expect(JSON.stringify(own)).not.toContain(ada.user.id);
  await eraseVisitor(withExternalServices(context), ada, email);
  const left = await context.db
    .selectFrom('contacts')
    .select('id')
    .where(sql<boolean>`jsonb_exists(attributes, 'vip') and attributes -> 'vip' ->> 'source' = 'signed'`)
    .execute();
  expect(left).toEqual([]);
  expect((await listAttributes(context)).map(({ key }) => key)).toContain('vip');
});
