/** Every screen that axe looks at, and the states of it that look different. */
import type { Page } from 'playwright-core';

interface Screen {
  name: string;
  path: string;
  /** Words that are there when the screen is. */
  ready: string;
  /** What is opened on it. */
  prepare?: (page: Page) => Promise<void>;
  /** What is wrong with it at 200 % zoom is wrong on a phone. */
  isOnPhone?: boolean;
}

/** What a button opens: a form, or a dialog. */
const pressed = (name: string, path: string, ready: string, button: string | RegExp): Screen => ({
  name,
  path,
  ready,
  isOnPhone: true,
  prepare: async (page) => {
    const before = await page.locator('form, [role=dialog]').count();
    await page
      .getByRole('button', { name: button, ...(typeof button === 'string' && { exact: true }) })
      .first()
      .click();
    await page.waitForFunction((count) => document.querySelectorAll('form, [role=dialog]').length > count, before);
  },
});

export const screens: readonly Screen[] = [
  { name: 'overview', path: '/', ready: 'Database Schema' },
  { name: 'conversation list', path: '/conversations', ready: 'localhost' },
  {
    name: 'conversation',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').nth(1).click();
      await page.getByRole('log').getByText('Customer', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'delete dialog',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      const bin = page.getByRole('button', { name: /^Delete conversation/ }).first();
      // Behind a menu where there is little room.
      if (await bin.count()) await bin.click();
      else {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
      }
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'assign menu',
    path: '/conversations?filter=waiting',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Assign to...' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'manual mode with a draft',
    path: '/conversations?filter=mine',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
      await page.getByRole('textbox', { name: 'Message' }).fill('Good morning');
      await page.getByRole('button', { name: 'Refresh' }).waitFor();
    },
  },
  {
    name: 'nothing found',
    path: '/conversations',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('searchbox').fill('xyzzy');
      await page.getByText('Nothing found').waitFor();
    },
  },
  { name: 'widget', path: '/widget', ready: 'Quick stats' },
  {
    name: 'page rules',
    path: '/widget',
    ready: 'on every page',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Page rules/ }).click();
      await page.getByLabel('Allowed pages').waitFor();
    },
  },
  {
    name: 'invite dialog and toast',
    path: '/representatives',
    ready: 'Dev Raman',
    prepare: async (page) => {
      await page.getByLabel('Status of Dev Raman').selectOption('offline');
      await page.getByText('Status updated').waitFor();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'representatives', path: '/representatives', ready: 'Dev Raman' },
  { name: 'integrations: email', path: '/integrations', ready: 'Enable Email' },
  { name: 'integrations: AI', path: '/integrations?tab=ai', ready: 'Enable AI Assistant' },
  { name: 'settings: profile', path: '/settings', ready: 'Current password' },
  { name: 'settings: hours', path: '/settings?tab=hours', ready: 'Monday' },
  { name: 'settings: notifications', path: '/settings?tab=notifications', ready: 'Desktop notifications' },
  { name: 'settings: security', path: '/settings?tab=security', ready: 'Who has a second factor' },
  { name: 'settings: data', path: '/settings?tab=data', ready: 'Privacy' },
  { name: 'settings: API keys', path: '/settings?tab=api-keys', ready: 'Add service key' },
  { name: 'settings: audit', path: '/settings?tab=audit', ready: 'Export CSV' },
  { name: 'not found', path: '/nowhere', ready: '404 Page Not Found' },
  {
    name: 'command bar',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'user menu',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    },
  },
  { name: 'contacts', path: '/contacts', ready: 'Everybody who has written' },
  {
    name: 'contact',
    path: '/contacts?q=kofi+dubois',
    ready: 'kofi.dubois@example.com',
    prepare: async (page) => {
      await page.getByRole('link').filter({ hasText: 'kofi.dubois@example.com' }).last().click();
      await page.getByRole('heading', { name: 'Kofi Dubois' }).waitFor();
    },
  },
  { name: 'knowledge', path: '/knowledge', ready: 'Updated' },
  { name: 'knowledge: sources', path: '/knowledge?tab=sources', ready: 'Care guide.md' },
  { name: 'knowledge: answers', path: '/knowledge?tab=answers', ready: 'Resting passages' },
  { name: 'knowledge: to do', path: '/knowledge?tab=todo', ready: 'What customers looked for' },
  { name: 'knowledge: rehearsals', path: '/knowledge?tab=rehearsals', ready: 'Finished' },
  {
    name: 'knowledge: report of a rehearsal',
    path: '/knowledge?tab=rehearsals',
    ready: 'Finished',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Instructions' }).click();
      await page.getByText('What would change', { exact: true }).waitFor();
    },
  },
  { name: 'knowledge: new article', path: '/knowledge/new', ready: 'Save article' },
  {
    name: 'knowledge: article',
    path: '/knowledge',
    ready: 'Updated',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Save article' }).waitFor();
    },
  },
  pressed('knowledge: website to read', '/knowledge?tab=sources', 'Care guide.md', 'Add website'),
  pressed('knowledge: documents', '/knowledge?tab=sources', 'Care guide.md', /^Show the documents/),
  { name: 'representatives: teams', path: '/representatives?tab=teams', ready: 'Wholesale' },
  { name: 'representatives: roles', path: '/representatives?tab=roles', ready: 'Weekend help' },
  pressed('representatives: team', '/representatives?tab=teams', 'Wholesale', 'Add team'),
  pressed('representatives: role', '/representatives?tab=roles', 'Weekend help', 'Add role'),
  { name: 'integrations: Slack', path: '/integrations?tab=slack', ready: 'Enable Slack' },
  { name: 'integrations: Trello', path: '/integrations?tab=trello', ready: 'Enable Trello' },
  { name: 'integrations: Telegram', path: '/integrations?tab=telegram', ready: 'Enable Telegram' },
  { name: 'integrations: actions', path: '/integrations?tab=actions', ready: 'order_status' },
  pressed('integrations: action', '/integrations?tab=actions', 'order_status', 'Change order_status'),
  pressed('integrations: trial of an action', '/integrations?tab=actions', 'order_status', 'Try it: order_status'),
  pressed('integrations: tools of a server', '/integrations?tab=actions', 'Parcels', 'Tools of Parcels'),
  pressed('change to rehearse', '/integrations?tab=actions', 'order_status', /^Rehearse: Off, order_status/),
  { name: 'documentation', path: '/docs/integrations', ready: 'Integrations' },
  { name: 'settings: tags', path: '/settings?tab=tags', ready: 'Plant care' },
  { name: 'settings: attributes', path: '/settings?tab=attributes', ready: 'Order number' },
  { name: 'settings: replies', path: '/settings?tab=replies', ready: 'Where is my parcel' },
  { name: 'settings: single sign-on', path: '/settings?tab=sso', ready: 'Add provider' },
  pressed('settings: provider', '/settings?tab=sso', 'Add provider', 'Add provider'),
  pressed('settings: API key', '/settings?tab=api-keys', 'Order sync', 'Add service key'),
  pressed('settings: attribute', '/settings?tab=attributes', 'Order number', 'Add attribute'),
  pressed('settings: reply', '/settings?tab=replies', 'Where is my parcel', 'Add reply'),
  pressed('settings: import of replies', '/settings?tab=replies', 'Where is my parcel', 'Import'),
];
