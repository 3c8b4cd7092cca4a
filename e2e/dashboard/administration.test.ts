/** /, /widget, /representatives, /integrations and /settings: docs/product.md. */
import { readFile } from 'node:fs/promises';
import { integrations } from '@parley/contracts/channels/integrations';
import type { Conversation, Stats } from '@parley/contracts/entities';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, ben, type Dashboard, expectToast, openDashboard, proveAgain } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn(ada, { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
});
afterAll(() => dashboard?.stop());

const go = (path: string) => page.goto(dashboard.stack.url + path);
/** The innermost section with a heading. */
const section = (name: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .last();

describe('System Overview', () => {
  it('shows every card, and five recent conversations that lead to their threads', async () => {
    await go('/');
    for (const label of ['Active Conversations', 'Online Representatives', 'AI Response Rate', 'Average Response Time'])
      await page.getByText(label, { exact: true }).waitFor();
    const recent = section('Recent Conversations').getByRole('listitem');
    await recent.first().waitFor();
    expect(await recent.count()).toBe(5);
    expect(await recent.first().getByRole('link').getAttribute('href')).toMatch(/^\/conversations\?selected=/);
    await section('Active Representatives').getByText(ada.name).waitFor();
    expect(await section('Active Representatives').getByText('Dev Raman').count()).toBe(0);
    const status = section('Integration Status');
    for (const name of ['Slack', 'Email', 'Trello', 'ChatGPT API'])
      await status.getByText(name, { exact: true }).waitFor();
    const schema = section('Database Schema');
    await schema.getByText('200 records').waitFor();
    for (const name of ['conversations', 'messages', 'representatives', 'websites', 'settings'])
      await schema.getByText(name, { exact: true }).waitFor();
  });

  it('previews the real widget: closed, opened by a click, answered after a second', async () => {
    await go('/');
    const preview = page.locator('[data-widget-preview]');
    const launcher = preview.getByRole('button').first();
    await launcher.waitFor();
    expect(await preview.getByRole('textbox').count()).toBe(0);
    await launcher.click();
    const box = preview.getByRole('textbox').first();
    await box.fill('Hello?');
    await box.press('Enter');
    await preview.getByText('Thank you for your message! A representative will be with you shortly.').waitFor();
  });
});

describe('Widget Settings', () => {
  it('saves the appearance', async () => {
    await go('/widget');
    await page.getByLabel('Position').selectOption('bottom-left');
    await page.getByRole('textbox', { name: 'Primary colour' }).fill('#0a66c2');
    await page.getByLabel('Welcome message').fill('Good day!');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Settings updated');
    await page.reload();
    expect(await page.getByLabel('Welcome message').inputValue()).toBe('Good day!');
    expect(await page.getByLabel('Position').inputValue()).toBe('bottom-left');
  });

  it('refuses what is no image, and what is too large', async () => {
    await go('/widget');
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await expectToast(page, 'Invalid file type', 'Please select an image file (PNG, JPG, GIF, etc.)');
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await input.setInputFiles(large);
    await expectToast(page, 'File too large', 'Please select an image smaller than 10MB');
    await input.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expectToast(page, 'Upload failed');
  });

  it('copies the embed code, by the button and by a command', async () => {
    await go('/widget');
    await page.getByRole('button', { name: 'Copy embed code' }).click();
    await expectToast(page, 'Copied!');
    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search conversations and commands' }).fill('embed');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `<script src="${dashboard.stack.url}/widget.js" async></script>`,
    );
  });

  it('adds, changes, limits to pages, and deletes a website', async () => {
    await go('/widget');
    const domain = page.getByRole('textbox', { name: 'Domain' });
    await domain.fill('   ');
    await page.getByRole('button', { name: 'Add website' }).click();
    expect(await page.locator('[data-variant]').count()).toBe(0);
    await domain.fill('http://');
    await page.getByRole('button', { name: 'Add website' }).click();
    await expectToast(page, 'Invalid domain');
    await domain.fill('https://Shop.Example.com/some/page');
    await page.getByRole('button', { name: 'Add website' }).click();
    await expectToast(page, 'Website added');
    const item = page.getByRole('listitem').filter({ hasText: 'shop.example.com' });
    await item.waitFor();
    await domain.fill('shop.example.com');
    await page.getByRole('button', { name: 'Add website' }).click();
    await expectToast(page, 'Failed to add website');

    await item.getByText('on every page').waitFor();
    await item.locator('label').first().click();
    await expectToast(page, 'Website updated');
    await section('Quick stats').getByText('Active', { exact: true }).waitFor();

    await item.getByRole('button', { name: 'Page rules of shop.example.com' }).click();
    await item.getByText('Whitelist mode').click();
    await item.getByLabel('Allowed pages').fill('/pricing\n\n/docs/*');
    await item.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Website updated');
    await item.getByText('only 2 page rules').waitFor();

    await item.getByLabel('Visitors may send files').selectOption('After a person has replied');
    await item.getByText('Until then the chat says so.').waitFor();
    await item.getByText(/^Archives/).click();
    await item.getByLabel('Largest file').selectOption('5 MB');
    await item.getByLabel('Files per visitor and day').selectOption('5');
    await item.getByText(/^Unsaved/).waitFor();
    await item.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Website updated');
    const websites = await (await page.request.get(`${dashboard.stack.url}/api/websites`)).json();
    expect(websites.find((each: { domain: string }) => each.domain === 'shop.example.com').files).toEqual({
      when: 'after_answer',
      kinds: ['picture', 'document', 'audio', 'video', 'archive'],
      maxBytes: 5 * 1024 * 1024,
      perDay: { files: 5, bytes: 100 * 1024 * 1024 },
    });

    page.once('dialog', (dialog) => void dialog.accept());
    await item.getByRole('button', { name: 'Delete shop.example.com' }).click();
    await expectToast(page, 'Website deleted');
    await item.waitFor({ state: 'detached' });
  });
});

describe('Representatives', () => {
  it('counts, searches, and marks the current user', async () => {
    await go('/representatives');
    for (const label of ['Online', 'Busy', 'Offline', 'Total'])
      await page.getByText(label, { exact: true }).first().waitFor();
    await page.getByText('(You)').waitFor();
    const members = page.getByRole('listitem').filter({ has: page.getByText(/active conversations?$/) });
    await expect.poll(() => members.count()).toBe(4);
    await page.getByRole('searchbox').fill('CHIARA@');
    await expect.poll(() => members.count()).toBe(1);
  });

  it('lets an admin set anybody’s status, and a representative only their own', async () => {
    await go('/representatives');
    await page.getByLabel('Status of Dev Raman').selectOption('busy');
    await expectToast(page, 'Status updated');
    const other = await dashboard.signIn(ben);
    await other.goto(`${dashboard.stack.url}/representatives`);
    await other.getByLabel(`Status of ${ben.name}`).selectOption('offline');
    await expectToast(other, 'Status updated');
    expect(await other.getByLabel(`Status of ${ada.name}`).count()).toBe(0);
    expect(await other.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    // The other screen hears of it.
    await expect.poll(() => page.getByLabel(`Status of ${ben.name}`).inputValue()).toBe('offline');
  });

  it('invites', async () => {
    await go('/representatives');
    await page.getByRole('button', { name: 'Invite' }).click();
    await proveAgain(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByRole('dialog').locator('pre').textContent();
    expect(link).toContain('/auth?invite=');
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByText('Open invitations').waitFor({ state: 'detached' });
  });
});

describe('Integrations', () => {
  it('has a tab for every integration, a card that shows how it is, each with a switch, a test and our own documentation', async () => {
    await go('/integrations');
    for (const { name } of integrations) {
      await page.getByRole('tab', { name: `${name} Disabled` }).click();
      await page.getByText(`Enable ${name}`).waitFor();
      await page.getByRole('button', { name: `Test ${name}` }).waitFor();
      expect(await page.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toMatch(/^\//);
    }
  });

  it('saves, and explains why a test failed', async () => {
    await go('/integrations?tab=slack');
    await page.getByLabel('Webhook URL').fill('http://127.0.0.1:9/hook');
    await page.getByLabel('Channel').fill('#support');
    await page.getByText('Enable Slack').click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Integration updated');
    // A stored secret is recognised by its host, and can be replaced by typing another over it.
    await page.reload();
    expect(await page.getByLabel('Webhook URL').inputValue()).toBe('••••••••');
    await page.getByText('An address at 127.0.0.1:9 is stored.').waitFor();
    await page.getByRole('button', { name: 'Test Slack' }).click();
    const region = page.locator('[data-toast-region]');
    await region.getByText('Test failed', { exact: true }).waitFor();
    await region.getByText(/^Slack integration test failed: ./).waitFor();
    await go('/');
    await section('Integration Status').getByText('Connected').waitFor();
  });

  it('masks a stored secret and keeps it', async () => {
    await go('/integrations?tab=trello');
    await page.getByLabel('API key').fill('secret-key');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Integration updated');
    await page.reload();
    expect(await page.getByLabel('API key').inputValue()).toBe('••••••••');
  });

  it('keeps knowledge articles and webhooks', async () => {
    await go('/integrations?tab=ai');
    await page.getByRole('link', { name: 'Open Knowledge' }).click();
    await page.getByRole('button', { name: 'Add article' }).click();
    await page.getByLabel('Title').fill('Returns');
    await page.getByLabel('Text', { exact: true }).fill('Within 30 days.');
    await page.getByRole('button', { name: 'Save article' }).click();
    await expectToast(page, 'Integration updated', 'Article added.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('p').getByText('Within 30 days.').waitFor();
    await page.getByRole('link', { name: 'Back to Knowledge' }).click();
    await page.getByRole('link', { name: /^Returns/ }).waitFor();
    await go('/integrations?tab=ai');
    await page.getByLabel('Address').fill('https://hooks.example.com/parley');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await expectToast(page, 'Integration updated', 'Webhook added.');
    await page.getByText('shown only once').waitFor();
  });
});

describe('Settings', () => {
  it('is a list on a phone, and each of its pages leads back to it', async () => {
    const phone = await dashboard.signIn(ada, { viewport: { width: 390, height: 844 } });
    await phone.goto(`${dashboard.stack.url}/settings`);
    await phone.getByRole('tab', { name: 'Data Management' }).click();
    await phone.getByLabel('Data retention').waitFor();
    await phone.getByRole('link', { name: 'Settings', exact: true }).last().click();
    await phone.getByRole('searchbox', { name: 'Search settings' }).waitFor();
    await phone.context().close();
  });

  it('has its five tabs, and keeps the profile', async () => {
    await go('/settings');
    for (const name of ['Profile', 'Business Hours', 'Notifications', 'Security', 'Data Management'])
      await page.getByRole('tab', { name }).waitFor();
    await page.getByLabel('Full name').fill('Ada M. Moreau');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Settings updated');
    await page.getByRole('button', { name: 'Account of Ada M. Moreau' }).waitFor();
  });

  it('keeps what was typed while another tab is looked at, out of reach of its keys', async () => {
    await go('/settings');
    const name = page.getByLabel('Full name');
    await name.fill('Not yet saved');
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await name.waitFor({ state: 'hidden' });
    await page.keyboard.press('x');
    await page.keyboard.press('d');
    await page.getByRole('tab', { name: 'Profile' }).click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('Not yet saved');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await name.inputValue()).not.toBe('Not yet saved');
  });

  it('updates the avatar', async () => {
    await go('/settings');
    const picture = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 900;
      canvas.getContext('2d')?.fillRect(0, 0, 900, 900);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') };
    await page.locator('input[type=file]').setInputFiles(file);
    await expectToast(page, 'Avatar updated');
    await expect.poll(() => page.locator('header img[src^="/api/images/"]').count()).toBe(1);
  });

  it('keeps business hours', async () => {
    await go('/settings?tab=hours');
    await page.getByText('Enable business hours').click();
    await page.getByLabel('Timezone').selectOption('Europe/Paris');
    await page.getByLabel('Monday from').fill('08:30');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Settings updated');
    await page.reload();
    expect(await page.getByLabel('Monday from').inputValue()).toBe('08:30');
    expect(await page.getByLabel('Timezone').inputValue()).toBe('Europe/Paris');
  });

  it('wires session timeout and retention, offers an import, and leaves delete-all as specified', async () => {
    await go('/settings?tab=security');
    await page.getByText('Two-factor status').waitFor();
    await page.getByLabel('Session timeout').selectOption('8h');
    await page.getByText('Unsaved: Session timeout (kept as a draft)').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    await expectToast(page, 'Settings updated');
    await go('/settings?tab=data');
    await page.getByLabel('Data retention').selectOption('90d');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/90 days/)
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Save and delete' }).click();
    await expectToast(page, 'Settings updated');
    expect(await page.getByRole('button', { name: 'Import data' }).isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Delete all data' }).isDisabled()).toBe(true);
  });

  it.each([
    { by: 'the button', ask: () => page.getByRole('button', { name: 'Export data' }).click() },
    { by: 'its keys, x e', ask: () => page.keyboard.press('x').then(() => page.keyboard.press('e')) },
  ])('exports into a file named by date, by $by', async ({ ask }) => {
    await go('/settings?tab=data');
    await page.getByRole('button', { name: 'Export data' }).waitFor();
    await proveAgain(page);
    const [download] = await Promise.all([page.waitForEvent('download'), ask()]);
    expect(download.suggestedFilename()).toMatch(/^conversations-\d{4}-\d{2}-\d{2}\.json$/);
    await expectToast(page, 'Export successful');
    const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as { conversations: Conversation[] };
    const stats = (await (await page.request.get(`${dashboard.stack.url}/api/stats`)).json()) as Stats;
    expect(exported.conversations).toHaveLength(stats.totalConversations);
    expect(exported.conversations.flatMap(({ messages }) => messages)).toHaveLength(stats.totalMessages);
  });

  it('shows that sync is not configured', async () => {
    await go('/settings?tab=data');
    await page.getByRole('button', { name: 'Sync from production' }).click();
    await expectToast(page, 'Sync failed');
  });

  it('erases a visitor with a receipt', async () => {
    await go('/settings?tab=data');
    await page.getByLabel('Email address of the visitor').fill('kofi.dubois@example.com');
    await proveAgain(page);
    await page.getByRole('button', { name: 'Erase their data…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click();
    await expectToast(page, 'Visitor erased');
    await page.getByText(/^Receipt /).waitFor();
  });
});

it('has the browser ask before unsaved edits are lost with the page', async () => {
  await go('/widget');
  const field = page.getByLabel('Welcome message');
  await field.fill('Moin!');
  const asked = page.waitForEvent('dialog');
  // By the page itself: who drives the browser would go on waiting for a page that was not left.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(await field.inputValue()).toBe('Moin!');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Settings updated');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('Moin!');
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
