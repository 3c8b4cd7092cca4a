/** Previews of links: which pages the server opens, and what it makes of them. */
import { randomUUID } from 'node:crypto';
import { isPreviewable } from '@parley/contracts/visitors/link-preview';
import type { OutboundResponse } from '@parley/service/outbound';
import { OutboundRefused } from '@parley/service/outbound-errors';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite, updateWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { postMessage } from '../src/messages/post.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { previewLink } from '../src/visitors/link-preview.ts';

let context: TestContext;
let ada: StaffCaller;
let visitor: VisitorCaller;
let opened: string[] = [];
let html = '';

beforeAll(async () => {
  context = await createTestContext();
  ada = await createColleague(context, 'Ada Byron', 'admin');
  const websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  const { id, tokenEpoch } = await insertVisitor(context.db, { websiteId });
  visitor = { kind: 'visitor', visitorId: id, websiteId, epoch: tokenEpoch, session: randomUUID() };
});
afterAll(() => context.close());
beforeEach(() => {
  opened = [];
  html = '<title>Grinders</title><meta name="description" content="For  every\ncup.">';
});

async function request(url: string): Promise<OutboundResponse> {
  opened.push(url);
  if (url.includes('private')) throw new OutboundRefused('No.');
  const bytes = Buffer.from(html);
  return { status: 200, url, headers: { 'content-type': 'text/html' }, bytes, text: html };
}

/** The answer to a message by the team with this text. */
async function preview(content: string) {
  const first = await postMessage(context, visitor, { own: {} }, { content: 'Hello', clientMessageId: randomUUID() });
  const { conversationId } = first.message;
  const { message } = await postMessage(context, ada, { conversationId }, { content, clientMessageId: randomUUID() });
  const external = { outbound: { request, fetch: () => Promise.reject(new Error()), close: async () => undefined } };
  return previewLink({ ...context, external }, visitor, { seq: message.seq, conversationId });
}

it('a page is opened once and described by its own words, as text', async () => {
  html =
    '<meta property="og:title" content="A &lt;b&gt; title\u202E"><meta name="description" content="For  every\ncup.">';
  const expected = {
    url: 'https://shop.example.com/grinders',
    host: 'shop.example.com',
    title: 'A <b> title',
    description: 'For every cup.',
  };
  expect(await preview('Look: https://shop.example.com/grinders#top.')).toEqual(expected);
  expect(await preview('Again: https://shop.example.com/grinders')).toEqual(expected);
  expect(opened).toEqual(['https://shop.example.com/grinders']);
});

it('an address that the guarded client refuses, and a page without a title, have none', async () => {
  expect(await preview('https://private.example.com/')).toBeNull();
  html = '<p>Nothing';
  expect(await preview('https://untitled.example.com/')).toBeNull();
});

it('nothing is opened for a message of a visitor, for another conversation, or where previews are off', async () => {
  const said = await postMessage(
    context,
    visitor,
    { own: {} },
    { content: 'https://mine.example.com/', clientMessageId: randomUUID() },
  );
  const external = { outbound: { request, fetch: () => Promise.reject(new Error()), close: async () => undefined } };
  const { seq, conversationId } = said.message;
  expect(await previewLink({ ...context, external }, visitor, { seq, conversationId })).toBeNull();
  await expect(
    previewLink({ ...context, external }, visitor, { seq: 1, conversationId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await updateWebsite(context.db, visitor.websiteId, { look: { linkPreviews: false } });
  expect(await preview('https://off.example.com/')).toBeNull();
  expect(opened).toEqual([]);
  await updateWebsite(context.db, visitor.websiteId, { look: {} });
});

it.each([
  ['https://shop.example.com/', true],
  ['https://shop.example.com/help/returns-and-refunds/how-long-does-it-take', true],
  ['https://shop.example.com/?order=17', false],
  ['https://shop.example.com/reset/password', false],
  ['https://shop.example.com/m/kJ8sD03nfPq2LmX91ZbVc7Rt', false],
  ['https://ada@shop.example.com/', false],
  ['https://shop.example.com:8443/', false],
  ['ftp://shop.example.com/', false],
])('whether %s is opened: %s', (href, isOpened) => {
  expect(isPreviewable(href)).toBe(isOpened);
});
