/** The whole email that a message arrived by: for who may read its conversation, and as a page on which nothing can run. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { permissions } from '@parley/contracts/permissions/permissions';
import type { StaffCaller } from '@parley/core/callers';
import { remotePictureLink } from '@parley/core/mail/remote-pictures';
import { safeHtmlPolicy } from '@parley/core/mail/safe-html-page';
import { recordInboundResult, storeInboundMail } from '@parley/db/mail/inbound';
import { rememberMail } from '@parley/db/mail/threads';
import { insertMessage } from '@parley/db/messages/insert';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    email: { ...email, hasRemotePictures: true, trackingPixels: 2, isCut: false },
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
      remotePictures: 1,
      trackingPixels: 2,
      picturesAllowed: null,
      shownFiles: [],
      isCut: false,
      sender: null,
      to: [],
      cc: [],
      subject: null,
      date: null,
      isStored: false,
    },
  ]);
});

it('its HTML is a page without an origin, scripts of its own and forms, and it never loads pictures of other servers itself', async () => {
  const page = await api.call('GET', `${path}/page`, { as: ada });
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': safeHtmlPolicy,
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(page.body).toContain('<p>Yes, please.</p>');
  expect(page.body).not.toMatch(/<img[^>]* src=/);
  const withPictures = await api.call('GET', `${path}/page?pictures=true&folded=true&dark=true`, { as: ada });
  expect(withPictures.headers['content-security-policy']).toBe(safeHtmlPolicy);
  expect(withPictures.body).not.toContain('src="http');
  expect(withPictures.body).toContain('src="/api/mail/pictures?url=');
});

it.each(['', '/page', '/source', '/raw'])(
  '…/email%s is for those who may read the conversation alone',
  async (rest) => {
    const url = `${path}${rest}`;
    expect((await api.call('GET', url)).statusCode).toBe(401);
    const colleague = await api.signIn('representative', `Colleague ${rest}`);
    const body = { assignedRepresentativeId: colleague.user.id };
    await api.call('PATCH', `/api/conversations/${conversationId}`, { as: await api.signIn('admin'), body });
    const outside = await api.signInAs({ permissions, scope: 'mine' });
    expect((await api.call('GET', url, { as: outside })).statusCode).toBe(404);
    const without = await api.signInAs({ permissions: permissions.filter((one) => one !== 'conversations.read') });
    expect((await api.call('GET', url, { as: without })).statusCode).toBe(403);
  },
);

it.each([
  ['a message without an email', () => path.replace('/2/', '/1/')],
  ['a message that is not there', () => path.replace('/2/', '/9/')],
  ['a conversation that is not there', () => path.replace(conversationId, randomUUID())],
])('%s is not found', async (_what, url) => {
  expect((await api.call('GET', url(), { as: ada })).statusCode).toBe(404);
  expect((await api.call('GET', `${url()}/page`, { as: ada })).statusCode).toBe(404);
});

/** Returns the address at which the page shows its picture; undefined where it shows none. */
async function shownAt(url: string, as: TestUser): Promise<string | undefined> {
  const { body } = await api.call('GET', `${url}/page`, { as });
  return /<img src="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
}

it('its pictures are shown to everybody once they are allowed for the conversation, or for the sender in any conversation, until they are blocked', async () => {
  const { db } = api.context;
  const { id } = await api.conversation('And another one');
  const insert = async (conversation: string) => {
    const email = { text: 'Hello', foldedFrom: null, foldedUntil: null, html };
    if (conversation !== conversationId)
      await insertMessage(db, {
        conversationId: conversation,
        content: 'Hello',
        senderType: 'customer',
        senderId: null,
        senderName: null,
        via: 'email',
        email: { ...email, hasRemotePictures: true, trackingPixels: 0, isCut: false },
      });
    const messageId = `<${randomUUID()}@mail.example>`;
    await rememberMail(db, {
      messageId,
      conversationId: conversation,
      seq: 2,
      direction: 'in',
      address: 'Anna@Mail.example',
    });
  };
  await insert(conversationId);
  await insert(id);
  const other = `/api/conversations/${id}/messages/2/email`;
  const admin = await api.signIn('admin', 'Root');
  const areShown = async () => [
    (await shownAt(path, admin)) !== undefined,
    (await shownAt(other, admin)) !== undefined,
  ];
  const allow = (url: string, scope: string, as = admin) =>
    api.call('PUT', `${url}/pictures`, { as, body: { for: scope } });

  expect((await allow(path, 'conversation')).statusCode).toBe(204);
  expect(await areShown()).toEqual([true, false]);
  expect((await allow(path, 'sender')).statusCode).toBe(204);
  expect(await areShown()).toEqual([true, true]);
  expect((await api.call('GET', other, { as: admin })).json()).toMatchObject({
    sender: 'anna@mail.example',
    picturesAllowed: { for: 'sender', by: 'Root' },
  });
  expect((await api.call('DELETE', `${path}/pictures`, { as: admin })).statusCode).toBe(204);
  expect(await areShown()).toEqual([false, false]);

  const without = await api.signInAs({ permissions: permissions.filter((one) => one !== 'conversations.update') });
  expect((await allow(path, 'conversation', without)).statusCode).toBe(403);
  expect((await api.call('DELETE', `${path}/pictures`, { as: without })).statusCode).toBe(403);
  expect((await allow(path.replace('/2/', '/1/'), 'conversation')).statusCode).toBe(404);
  expect(await areShown()).toEqual([false, false]);
});

describe('a picture of another server', () => {
  let server: Server;
  let origin: string;
  let asked: IncomingHttpHeaders[] = [];
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.headers);
      if (request.url === '/logo.png') response.setHeader('content-type', 'text/html').end(png);
      else response.setHeader('content-type', 'image/png').end('<script>alert(1)</script>');
    }).listen(0);
    await once(server, 'listening');
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const link = (url: string, now?: number) =>
    remotePictureLink(api.context, { kind: 'staff', user: ada.user } as StaffCaller, url, now) ?? '';

  it('it is fetched by the server, without a referrer and cookies, and only with a link that was made for a user', async () => {
    asked = [];
    const answer = await api.call('GET', link(`${origin}/logo.png`));
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload]).toEqual([200, 'image/png', png]);
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(asked).toHaveLength(1);
    expect(Object.keys(asked[0] ?? {})).not.toEqual(expect.arrayContaining(['referer']));
    expect(Object.keys(asked[0] ?? {})).not.toEqual(expect.arrayContaining(['cookie']));
  });

  it.each([
    ['another address', () => link(`${origin}/a.png`).replace('a.png', 'logo.png')],
    ['a link that has expired', () => link(`${origin}/logo.png`, Date.now() - 3_600_000)],
    ['no link', () => `/api/mail/pictures?link=x&url=${origin}/logo.png`],
  ])('%s makes no call and is not found', async (_what, address) => {
    asked = [];
    expect((await api.call('GET', address())).statusCode).toBe(404);
    expect(asked).toEqual([]);
  });

  it('what only claims to be a picture is not found', async () => {
    expect((await api.call('GET', link(`${origin}/other.png`))).statusCode).toBe(404);
  });
});

it('it is shown and downloaded as it came, with the recipients that it names, while it is stored', async () => {
  const { db } = api.context;
  const head = 'From: a@x.example\r\nTo: "B, C" <B@x.example>,\r\n d@x.example\r\nCc: e@x.example\r\n';
  const raw = Buffer.from(`${head}Subject: Yes\r\nDate: Mon, 2 Mar 2026 10:00:00 +0100\r\n\r\n<script>`);
  const admin = await api.signIn('admin');
  expect((await api.call('GET', `${path}/raw`, { as: admin })).statusCode).toBe(404);
  expect((await api.call('GET', `${path}/source`, { as: admin })).statusCode).toBe(404);
  const mailId = await storeInboundMail(db, {
    identityHash: randomUUID(),
    source: 'imap',
    envelopeFrom: 'a@x.example',
    envelopeTo: [],
    senderName: null,
    senderAddress: 'a@x.example',
    subject: null,
    raw,
  });
  await recordInboundResult(db, mailId ?? '', { status: 'posted', conversationId, messageSeq: 2 });
  const file = await api.call('GET', `${path}/raw`, { as: admin });
  expect(file.rawPayload).toEqual(raw);
  expect(file.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="email-2.eml"',
    'x-content-type-options': 'nosniff',
  });
  expect((await api.call('GET', `${path}/source`, { as: admin })).json()).toEqual({
    source: raw.toString(),
    isCut: false,
    size: raw.length,
  });
  expect((await api.call('GET', path, { as: admin })).json()).toMatchObject({
    to: ['b@x.example', 'd@x.example'],
    cc: ['e@x.example'],
    subject: 'Yes',
    date: '2026-03-02T09:00:00.000Z',
    isStored: true,
  });
});
