/** The whole email that a message arrived by: for who may read its conversation, and as a page on which nothing can run. */
import { randomUUID } from 'node:crypto';
import { permissions } from '@parley/contracts/permissions/permissions';
import { safeHtmlPolicy } from '@parley/core/mail/safe-html-page';
import { insertMessage } from '@parley/db/messages/insert';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let ada: TestUser;
let conversationId: string;
let path: string;
const picture = '<img src="https://shop.example/logo.png" alt="Logo" />';
const html = `<p>Yes, please.</p>${picture.replace(' src', ' data-src')}`;

beforeAll(async () => {
  api = await startApi();
  ada = await api.signIn('representative', 'Ada');
  ({ id: conversationId } = await api.conversation('Where is my order?'));
  const email = { text: 'Yes, please.\n\n> Should we send it?', foldedFrom: 2, foldedUntil: 3, html };
  await insertMessage(api.context.db, {
    conversationId,
    content: 'Yes, please.',
    senderType: 'customer',
    senderId: null,
    senderName: null,
    via: 'email',
    email: { ...email, hasRemotePictures: true, isCut: false },
  });
  path = `/api/conversations/${conversationId}/messages/2/email`;
});
afterAll(() => api.close());

it('a message shows that its email has more, and the email is read beside it', async () => {
  const messages = await api.call('GET', `/api/conversations/${conversationId}/messages`, { as: ada });
  expect(messages.json().map(({ email }: { email?: object }) => email)).toEqual([
    undefined,
    { hasQuotedText: true, hasHtml: true },
  ]);
  const read = await api.call('GET', path, { as: ada });
  expect([read.statusCode, read.json()]).toEqual([
    200,
    {
      text: 'Yes, please.\n\n> Should we send it?',
      quotedText: '> Should we send it?',
      hasHtml: true,
      hasRemotePictures: true,
      isCut: false,
    },
  ]);
});

it('its HTML is a page without an origin, scripts, forms and pictures of other servers, which come when asked for', async () => {
  const page = await api.call('GET', `${path}/page`, { as: ada });
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': safeHtmlPolicy(false),
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(page.body).toContain('<p>Yes, please.</p>');
  expect(page.body).not.toContain(picture);
  const withPictures = await api.call('GET', `${path}/page?pictures=true`, { as: ada });
  expect(withPictures.headers['content-security-policy']).toBe(safeHtmlPolicy(true));
  expect(withPictures.body).toContain(picture);
});

it.each(['', '/page'])('…/email%s is for those who may read the conversation alone', async (rest) => {
  const url = `${path}${rest}`;
  expect((await api.call('GET', url)).statusCode).toBe(401);
  const colleague = await api.signIn('representative', `Colleague ${rest}`);
  const body = { assignedRepresentativeId: colleague.user.id };
  await api.call('PATCH', `/api/conversations/${conversationId}`, { as: await api.signIn('admin'), body });
  const outside = await api.signInAs({ permissions, scope: 'mine' });
  expect((await api.call('GET', url, { as: outside })).statusCode).toBe(404);
  const without = await api.signInAs({ permissions: permissions.filter((one) => one !== 'conversations.read') });
  expect((await api.call('GET', url, { as: without })).statusCode).toBe(403);
});

it.each([
  ['a message without an email', () => path.replace('/2/', '/1/')],
  ['a message that is not there', () => path.replace('/2/', '/9/')],
  ['a conversation that is not there', () => path.replace(conversationId, randomUUID())],
])('%s is not found', async (_what, url) => {
  expect((await api.call('GET', url(), { as: ada })).statusCode).toBe(404);
  expect((await api.call('GET', `${url()}/page`, { as: ada })).statusCode).toBe(404);
});
