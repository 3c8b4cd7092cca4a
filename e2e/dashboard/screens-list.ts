/** The one list of screens: which of them pictures are taken of (screens.ts), and which axe looks at (accessibility.test.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../process.ts';

export interface Screen {
  name: string;
  path: string;
  /** Words that are there when the screen is. */
  ready: string;
  /** Prepares the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
  /** Limits a screen to one of the two: it has other tests, or the same is seen elsewhere. */
  only?: 'pictures' | 'axe';
  /** Faults at 200 % zoom are faults on a phone too. */
  isOnPhone?: boolean;
  signedOut?: boolean;
  /** A page for readers, which nobody signs in to. */
  isPublic?: boolean;
  /** Language of the browser; then nothing is found by text. */
  locale?: string;
  /** Only on a stack of our own. */
  needs?: 'model' | 'thousands';
  /** Reads that never come, or that fail. */
  reads?: 'pending' | 'failing';
}

/** A demo conversation in which everybody has written. */
const shown = 'kofi.dubois@example.com';

const selectOne = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: shown }).click();
  await page.getByRole('log').getByText('Representative', { exact: true }).first().waitFor();
  // A draft that another picture has left.
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('');
  await field.blur();
};

/** In whichever language. */
const selectByAddress = async (page: Page): Promise<void> => {
  await page.getByRole('link').filter({ hasText: shown }).last().click();
  await page.locator('[role=log] [data-sender]').first().waitFor();
  await page.locator('main textarea').fill('');
  await page.locator('main textarea').blur();
};

/** The long conversation, which the copilot can do something for. */
const selectLong = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: 'neighbour' }).click();
  await page.getByRole('log').getByText('Friday').first().waitFor();
};

/** Opens a form or dialog with a button. */
const pressed = (name: string, path: string, ready: string, button: string | RegExp): Screen => ({
  name,
  path,
  ready,
  only: 'axe',
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

/** Every screen, and the states of it that look different: for the pictures, and for axe. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', only: 'pictures', path: '/auth', ready: 'Email', signedOut: true },
  { name: 'overview', path: '/', ready: 'Database Schema' },
  // On a phone the list of all settings.
  { name: 'settings-start', path: '/settings', ready: 'Business Hours' },
  { name: 'conversations', path: '/conversations?filter=all', ready: 'localhost', prepare: selectOne },
  { name: 'conversations-list', path: '/conversations', ready: 'localhost' },
  {
    name: 'conversation-summary',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    needs: 'model',
    prepare: async (page) => {
      await selectLong(page);
      const copilot = page.getByRole('region', { name: 'Copilot' });
      await copilot.getByRole('button', { name: 'Suggest tags' }).click();
      await copilot.getByRole('button', { name: 'Add tag Delivery' }).waitFor();
    },
  },
  {
    name: 'conversation-rewrite',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    needs: 'model',
    prepare: async (page) => {
      await selectLong(page);
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('Your parcel is going to leave the depot tonight I think and reaches you on 5 May.');
      await field.press('Control+j');
      const panel = page.getByRole('region', { name: 'Rewrite' });
      await panel.waitFor();
      await panel.press('1');
      await panel.locator('ins').first().waitFor();
    },
  },
  {
    name: 'conversation-ask',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    needs: 'model',
    prepare: async (page) => {
      await selectLong(page);
      await page.keyboard.press('q');
      const dialog = page.getByRole('dialog', { name: 'Search knowledge' });
      await dialog.getByRole('textbox', { name: 'Question' }).fill('What does delivery cost?');
      await page.keyboard.press('Enter');
      await dialog.getByText('Delivery costs €4.90').first().waitFor();
    },
  },
  { name: 'conversations-loading', only: 'pictures', path: '/conversations?filter=all', ready: '', reads: 'pending' },
  {
    name: 'conversations-failed',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'Couldn’t load this',
    reads: 'failing',
  },
  { name: 'overview-loading', only: 'pictures', path: '/', ready: 'Database Schema', reads: 'pending' },
  { name: 'overview-failed', only: 'pictures', path: '/', ready: 'Couldn’t load this', reads: 'failing' },
  {
    name: 'conversations-german',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: shown,
    locale: 'de-DE',
    prepare: selectByAddress,
  },
  {
    name: 'conversations-arabic',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: shown,
    locale: 'ar',
    prepare: selectByAddress,
  },
  { name: 'overview-arabic', only: 'pictures', path: '/', ready: shown, locale: 'ar' },
  { name: 'settings-arabic', only: 'pictures', path: '/settings', ready: '', locale: 'ar' },
  { name: 'settings-german', only: 'pictures', path: '/settings', ready: '', locale: 'de-DE' },
  {
    name: 'conversations-thousands',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    needs: 'thousands',
    prepare: async (page) => {
      const list = page.getByRole('list', { name: 'Conversations' });
      await list.evaluate(async (rows) => {
        const box = rows.parentElement;
        for (let step = 0; box && step < 40; step += 1) {
          box.scrollTop = box.scrollHeight / 2;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
    },
  },
  { name: 'contacts', path: '/contacts', ready: 'Everyone who has contacted' },
  {
    name: 'contact',
    path: '/contacts?q=kofi+dubois',
    ready: shown,
    prepare: async (page) => {
      await page.getByRole('link').filter({ hasText: shown }).last().click();
      await page.getByRole('heading', { name: 'Kofi Dubois' }).waitFor();
    },
  },
  { name: 'contacts-blocked', only: 'pictures', path: '/contacts?blocked=', ready: 'Nobody is blocked' },
  {
    name: 'conversation-note',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      await page.keyboard.press('o');
      await page.getByRole('textbox', { name: 'Note', exact: true }).waitFor();
    },
  },
  {
    name: 'conversation-replies',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      await page.getByRole('textbox', { name: 'Message' }).press('/');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'conversation-files',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Attach files' }).click(),
      ]);
      await chooser.setFiles([
        { name: 'invoice.txt', mimeType: 'text/plain', buffer: Buffer.from('Calathea, small: 18.00') },
        {
          name: 'leaf.png',
          mimeType: 'image/png',
          buffer: readFileSync(join(root, 'docs/screens/shop-widget-phone-light.png')),
        },
      ]);
      const strip = page.getByRole('list', { name: 'Attached files' });
      await strip.getByText('invoice.txt').waitFor();
      await strip.getByRole('progressbar').last().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'scheduled-none',
    only: 'pictures',
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('l');
      await page.getByText('Nothing is scheduled').waitFor();
    },
  },
  { name: 'knowledge', path: '/knowledge', ready: 'Updated' },
  { name: 'reports', path: '/reports/response', ready: '90% within', isOnPhone: true },
  {
    name: 'reported',
    path: '/reports/conversations?of=opened',
    ready: 'counted',
    only: 'axe',
    prepare: (page) => page.getByRole('dialog').getByRole('listitem').first().waitFor(),
  },
  { name: 'knowledge-new', path: '/knowledge/new', ready: 'Save article' },
  {
    name: 'knowledge-article',
    path: '/knowledge',
    ready: 'Updated',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Save article' }).waitFor();
    },
  },
  { name: 'knowledge-sources', path: '/knowledge?tab=sources', ready: 'Care guide.md' },
  {
    name: 'knowledge-source-form',
    isOnPhone: true,
    path: '/knowledge?tab=sources',
    ready: 'Care guide.md',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add website' }).click();
      await page.getByLabel('Address of the website or its sitemap').waitFor();
    },
  },
  {
    name: 'knowledge-documents',
    isOnPhone: true,
    path: '/knowledge?tab=sources',
    ready: 'Care guide.md',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Show the documents/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'menu of a source',
    only: 'axe',
    path: '/knowledge?tab=sources',
    ready: 'Care guide.md',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions for Care guide.md' }).click();
      await page.getByRole('menuitem', { name: 'Stop using' }).waitFor();
    },
  },
  { name: 'knowledge-answers', path: '/knowledge?tab=answers', ready: 'Suspended passages' },
  { name: 'knowledge-todo', path: '/knowledge?tab=todo', ready: 'Searches without results' },
  { name: 'knowledge-rehearsals', path: '/knowledge?tab=rehearsals', ready: 'Finished', needs: 'model' },
  {
    name: 'knowledge-rehearsal',
    path: '/knowledge?tab=rehearsals',
    ready: 'Finished',
    needs: 'model',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Instructions' }).click();
      await page.getByText('What would change', { exact: true }).waitFor();
    },
  },
  { name: 'help-centre', only: 'pictures', path: '/help/en', ready: '', isPublic: true },
  {
    name: 'help-article',
    only: 'pictures',
    path: '/help/en',
    ready: '',
    isPublic: true,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('link').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  { name: 'widget', path: '/widget', ready: 'Quick stats' },
  { name: 'representatives', path: '/representatives', ready: 'Dev Raman' },
  { name: 'representatives-teams', path: '/representatives?tab=teams', ready: 'Wholesale' },
  { name: 'representatives-roles', path: '/representatives?tab=roles', ready: 'Weekend help' },
  {
    name: 'representatives-role-form',
    isOnPhone: true,
    path: '/representatives?tab=roles',
    ready: 'Weekend help',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add role' }).click();
      await page.getByText('Take over and assign').first().waitFor();
    },
  },
  {
    name: 'representatives-change-email',
    isOnPhone: true,
    path: '/representatives',
    ready: 'Dev Raman',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Account of Dev Raman' }).click();
      await page.getByRole('menuitem', { name: 'Change email address…' }).click();
      await page.getByLabel('Email address of Dev Raman').waitFor();
    },
  },
  {
    name: 'invite',
    only: 'pictures',
    path: '/representatives',
    ready: 'Dev Raman',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'integrations', path: '/integrations', ready: 'Enable Email' },
  { name: 'integrations-slack', path: '/integrations?tab=slack', ready: 'Enable Slack' },
  { name: 'integrations-teams', path: '/integrations?tab=msteams', ready: 'Enable Microsoft Teams' },
  { name: 'integrations-boards', only: 'pictures', path: '/integrations?tab=tigon', ready: 'Enable Boards' },
  { name: 'integrations-telegram', path: '/integrations?tab=telegram', ready: 'Enable Telegram' },
  { name: 'integrations-whatsapp', path: '/integrations?tab=whatsapp', ready: 'Enable WhatsApp' },
  { name: 'integrations-messenger', path: '/integrations?tab=messenger', ready: 'Enable Messenger' },
  { name: 'integrations-sms', path: '/integrations?tab=sms', ready: 'Enable SMS' },
  { name: 'integrations-instagram', path: '/integrations?tab=instagram', ready: 'Enable Instagram' },
  { name: 'documentation', path: '/docs/integrations', ready: 'Integrations' },
  { name: 'integrations-trello', path: '/integrations?tab=trello', ready: 'Enable Trello' },
  { name: 'integrations-mailboxes', path: '/integrations?tab=mailboxes', ready: 'First mailbox' },
  { name: 'integrations-actions', path: '/integrations?tab=actions', ready: 'order_status' },
  {
    name: 'integrations-action-form',
    isOnPhone: true,
    path: '/integrations?tab=actions',
    ready: 'order_status',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit order_status' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'integrations-mcp',
    isOnPhone: true,
    path: '/integrations?tab=actions',
    ready: 'Parcels',
    needs: 'model',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Tools of Parcels' }).click();
      await page.getByText('track_parcel').waitFor();
    },
  },
  { name: 'integrations-ai', path: '/integrations?tab=ai', ready: 'Enable AI Assistant' },
  { name: 'settings', path: '/settings?tab=profile', ready: 'Full name' },
  { name: 'settings-general', path: '/settings?tab=general', ready: 'Setup guide' },
  { name: 'settings-views', path: '/settings?tab=views', ready: 'Saved lists of conversations' },
  {
    name: 'settings-sessions',
    only: 'pictures',
    path: '/settings?tab=sign-in',
    ready: 'Current password',
    prepare: async (page) => {
      await page.getByText('This browser').first().waitFor();
      await page
        .getByRole('heading', { name: 'Where you are signed in' })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
    },
  },
  { name: 'settings-hours', path: '/settings?tab=hours', ready: 'Monday' },
  { name: 'settings-schedules', path: '/settings?tab=schedules', ready: 'Working times for websites and teams' },
  { name: 'settings-sla', path: '/settings?tab=sla', ready: 'How soon conversations are answered' },
  {
    name: 'settings-sla-form',
    isOnPhone: true,
    path: '/settings?tab=sla',
    ready: 'Add policy',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add policy' }).click();
      await page.getByText(/Open conversations it applies to/).waitFor();
    },
  },
  { name: 'settings-rules', isOnPhone: true, path: '/settings?tab=rules', ready: 'Wholesale first' },
  {
    name: 'settings-rule-form',
    isOnPhone: true,
    path: '/settings?tab=rules',
    ready: 'Wholesale first',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByLabel('Start with').selectOption('Close spam');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText(/would match/).waitFor();
    },
  },
  {
    name: 'team-assignment',
    isOnPhone: true,
    path: '/representatives?tab=teams',
    ready: 'Wholesale',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Assignment…' }).first().click();
      await page.getByLabel('Assign waiting conversations').selectOption('To the user with the most room');
    },
  },
  {
    name: 'settings-absence-form',
    isOnPhone: true,
    path: '/settings?tab=profile',
    ready: 'Add absence',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add absence' }).click();
      await page.getByLabel('Covered by').waitFor();
    },
  },
  {
    name: 'settings-attribute-form',
    isOnPhone: true,
    path: '/settings?tab=attributes',
    ready: 'Order number',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add attribute' }).click();
      await page.getByLabel('Required to close').selectOption('In conversations of some teams');
    },
  },
  {
    name: 'conversation-before-closing',
    isOnPhone: true,
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      await page.keyboard.press('e');
      await page.getByRole('dialog', { name: 'Before closing' }).getByLabel('Reason').waitFor();
    },
  },
  { name: 'settings-forms', path: '/settings?tab=forms', ready: 'Return' },
  {
    name: 'settings-form-editor',
    isOnPhone: true,
    path: '/settings?tab=forms',
    ready: 'Return',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
      await page.getByLabel('When to ask').waitFor();
    },
  },
  { name: 'settings-proactive', path: '/settings?tab=proactive', ready: 'Courier strike' },
  {
    name: 'settings-proactive-form',
    isOnPhone: true,
    path: '/settings?tab=proactive',
    ready: 'Courier strike',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
      await page.getByLabel('Seconds on the page').waitFor();
    },
  },
  pressed('settings: banner', '/settings?tab=proactive', 'Courier strike', 'Add banner'),
  { name: 'visitors', path: '/visitors', ready: 'Live visitors are off' },
  {
    name: 'conversation-blocks',
    isOnPhone: true,
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await selectOne(page);
      await page.getByRole('button', { name: 'Buttons, cards or form' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Add button' }).click();
      await dialog.getByRole('button', { name: 'Add card' }).click();
      await dialog.getByLabel('Title of card 1').waitFor();
    },
  },
  {
    name: 'website',
    isOnPhone: true,
    path: '/widget',
    ready: 'on every page',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Page rules/ })
        .first()
        .click();
      await page.getByText(/^Own look/).click();
      await page.getByText('Check installation').waitFor();
    },
  },
  { name: 'settings-ratings', path: '/settings?tab=ratings', ready: 'Ask customers for a rating' },
  { name: 'settings-scorecards', path: '/settings?tab=scorecards', ready: 'Add scorecard' },
  { name: 'reviews', path: '/reviews', ready: 'Answers of' },
  { name: 'settings-notifications', path: '/settings?tab=notifications', ready: 'Quiet hours' },
  { name: 'notifications', path: '/notifications', ready: 'Mark all as read' },
  { name: 'settings-security', path: '/settings?tab=security', ready: 'Two-factor status' },
  { name: 'settings-tags', path: '/settings?tab=tags', ready: 'Plant care' },
  { name: 'settings-replies', path: '/settings?tab=replies', ready: 'Where is my parcel' },
  { name: 'settings-attributes', path: '/settings?tab=attributes', ready: 'Order number' },
  { name: 'settings-sso', path: '/settings?tab=sso', ready: 'Add provider' },
  { name: 'settings-data', path: '/settings?tab=data', ready: 'Privacy' },
  { name: 'settings-api-keys', path: '/settings?tab=api-keys', ready: 'Order sync' },
  { name: 'settings-audit', path: '/settings?tab=audit', ready: 'Export CSV' },
  { name: 'not-found', path: '/nowhere', ready: '404 Page Not Found' },
  {
    name: 'command-bar',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Search and commands' }).click();
      await page.getByRole('combobox').fill('go');
      await page.getByRole('option').filter({ hasText: 'localhost' }).first().waitFor();
    },
  },
  {
    name: 'keys',
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Inbox/ }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'delete dialog',
    only: 'axe',
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('listitem').first().hover();
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'assign menu',
    only: 'axe',
    path: '/conversations?filter=waiting',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Assign to...' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'manual mode with a draft',
    only: 'axe',
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
    only: 'axe',
    path: '/conversations?filter=all',
    ready: 'localhost',
    prepare: async (page) => {
      await page.getByRole('searchbox').fill('xyzzy');
      await page.getByText('Nothing found').waitFor();
    },
  },
  {
    name: 'page rules',
    only: 'axe',
    path: '/widget',
    ready: 'on every page',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Page rules/ }).click();
      await page.getByLabel('Allowed pages').waitFor();
    },
  },
  {
    name: 'invite dialog and toast',
    only: 'axe',
    path: '/representatives',
    ready: 'Dev Raman',
    prepare: async (page) => {
      await page.getByLabel('Status of Dev Raman').selectOption('offline');
      await page.getByText('Status updated').waitFor();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'user menu',
    only: 'axe',
    path: '/',
    ready: 'Database Schema',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    },
  },
  pressed('representatives: team', '/representatives?tab=teams', 'Wholesale', 'Add team'),
  pressed('integrations: trial of an action', '/integrations?tab=actions', 'order_status', 'Test: order_status'),
  pressed('change to rehearse', '/integrations?tab=actions', 'order_status', /^Rehearse: Off, order_status/),
  pressed('settings: provider', '/settings?tab=sso', 'Add provider', 'Add provider'),
  pressed('settings: API key', '/settings?tab=api-keys', 'Order sync', 'Add service key'),
  pressed('settings: schedule', '/settings?tab=schedules', 'Working times for websites and teams', 'Add schedule'),
  pressed('settings: SLA policy', '/settings?tab=sla', 'How soon conversations are answered', 'Add policy'),
  pressed('settings: attribute', '/settings?tab=attributes', 'Order number', 'Add attribute'),
  pressed('settings: reply', '/settings?tab=replies', 'Where is my parcel', 'Add reply'),
  pressed('settings: import of replies', '/settings?tab=replies', 'Where is my parcel', 'Import'),
];
