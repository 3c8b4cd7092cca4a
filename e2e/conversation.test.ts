/** One conversation through the whole house, in two real browsers on two origins. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserVisit, visitBrowser } from './browser.ts';
import { type HostPage, serveHostPage } from './host-page.ts';
import { root } from './process.ts';
import { type Stack, startStack } from './stack.ts';

const artefacts = path.join(root, '.local/e2e');
const password = 'correct horse battery';

let stack: Stack;
let host: HostPage;
let visit: BrowserVisit;
let visitorContext: BrowserContext;
let staffContext: BrowserContext;

beforeAll(async () => {
  mkdirSync(artefacts, { recursive: true });
  [stack, visit] = await Promise.all([startStack(), visitBrowser()]);
  host = await serveHostPage({ widgetOrigin: stack.url });
  const admin = await stack.register({ name: 'Ada Moreau', email: 'ada@example.com', username: 'ada', password });
  await stack.call('POST', '/api/websites', {
    as: admin,
    body: { domain: new URL(host.origin).hostname, name: 'Shop' },
  });
  [visitorContext, staffContext] = await Promise.all([
    visit.browser.newContext({ viewport: { width: 1440, height: 900 } }),
    visit.browser.newContext({ viewport: { width: 1440, height: 900 } }),
  ]);
});

afterAll(async () => {
  await visit?.leave();
  await host?.stop();
  await stack?.stop();
});

it('carries a conversation from a visitor on another origin to a representative and back', async () => {
  const visitor = await visitorContext.newPage();
  const staff = await staffContext.newPage();
  const complaints: string[] = [];
  for (const page of [visitor, staff]) page.on('pageerror', (error) => complaints.push(String(error)));

  await staff.goto(stack.url);
  await staff.getByLabel('Email').fill('ada@example.com');
  await staff.getByLabel('Password').fill(password);
  await staff.getByRole('button', { name: 'Login' }).click();
  await staff.getByText('System Overview').first().waitFor();
  await staff.getByRole('link', { name: 'Conversations' }).click();
  await staff.getByText('No conversations yet').waitFor();

  await visitor.goto(host.origin);
  await visitor.getByRole('button', { name: /chat/i }).click();
  const writing = visitor.getByRole('textbox').first();
  await writing.fill('Hello, is the blue one in stock?');
  await writing.press('Enter');

  // It appears by itself.
  const entry = staff.getByText('Hello, is the blue one in stock?').first();
  await entry.waitFor();
  await entry.click();
  await staff.getByRole('button', { name: 'Take Over' }).click();
  await staff.getByText('Manual Mode').first().waitFor();
  const answering = staff.getByRole('textbox', { name: /message/i });
  await answering.fill('Yes, three are left. Shall I put one aside?');
  await answering.press('Enter');

  await visitor.getByText('Yes, three are left. Shall I put one aside?').waitFor();
  await writing.fill('Please do!');
  await writing.press('Enter');
  await staff.getByText('Please do!').first().waitFor();
  await staff.screenshot({ path: path.join(artefacts, 'conversation-dashboard.png') });
  await visitor.screenshot({ path: path.join(artefacts, 'conversation-widget.png') });

  // History is there after a reload, on both sides.
  await Promise.all([visitor.reload(), staff.reload()]);
  await visitor.getByRole('button', { name: /chat/i }).click();
  await visitor.getByText('Yes, three are left. Shall I put one aside?').waitFor();
  await visitor.getByText('Please do!').waitFor();
  await staff.getByText('Please do!').first().waitFor();
  expect(complaints).toEqual([]);
});
