/** Keyboard use of every screen: each action has a key, and `?` lists it. */
import { integrations as integrationTabs } from '@parley/contracts/channels/integrations';
import type { Conversation } from '@parley/contracts/entities';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, type Dashboard, hasFocus, openDashboard, proveAgain } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn();
});
afterAll(() => dashboard?.stop());

const go = (path: string) => page.goto(dashboard.stack.url + path);
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Waits for a toast, and leaves it: closing it would move the focus. */
const toasted = (words: string) => page.locator('[data-toast-region]').getByText(words, { exact: true }).waitFor();
const focused = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? 'no row');

describe('keys for every action, listed by ?', () => {
  const everywhere = [
    ...[
      'Dashboard',
      'Conversations',
      'Visitors',
      'Knowledge',
      'Widget Settings',
      'Representatives',
      'Integrations',
      'Settings',
    ].map((destination) => `Go to ${destination}`),
    ...['Online', 'Busy', 'Offline'].map((status) => `Set my status to ${status}`),
    'Log out',
    'Command bar',
    'Keyboard shortcuts',
    'Light colours',
    'Dark colours',
    'Colours by system',
    'Turn sound off',
  ];
  const shown = (...names: string[]) => names.map((name) => `Show ${name}`);
  const settings = shown('Profile', 'Business Hours', 'Notifications', 'Security', 'Data Management');
  const rows = ['Next row', 'Previous row'];
  const integrations = [
    ...shown(...integrationTabs.map(({ name }) => name)),
    'Add webhook',
    ...rows,
    'Test webhook',
    'Webhook on or off',
    'Replace signing secret',
    'Revoke previous secret',
    'Deliveries of the webhook',
    'Delete webhook',
    'Retry or replay delivery',
  ];
  const conversations = [
    ...['Inbox', 'My open', 'Unassigned', 'Waiting', 'Snoozed', 'All', 'Closed'].map(
      (filter) => `Show conversations: ${filter}`,
    ),
    'Search conversations',
    'Next conversation',
    'Previous conversation',
  ];

  const listed = async () => {
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.waitFor();
    const labels = await keys.locator('dt').allTextContents();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    return labels;
  };

  it.each([
    { path: '/', offers: [] },
    { path: '/conversations', offers: conversations },
    {
      path: '/widget',
      offers: ['Upload avatar', 'Copy embed code', 'Add website', ...rows, 'Widget on or off', 'Page rules'],
    },
    {
      path: '/representatives',
      offers: ['Search representatives', 'Invite a colleague', ...rows, 'Status', 'Account menu'],
    },
    {
      path: '/integrations?tab=email',
      offers: [...integrations, 'Test Email', 'Test receiving', 'Open the conversation of an email'],
    },
    { path: '/integrations?tab=slack', offers: [...integrations, 'Test Slack', 'Documentation of Slack'] },
    {
      path: '/knowledge',
      offers: [...shown('Articles'), ...rows, 'Add article', 'Edit article', 'Delete article'],
    },
    { path: '/integrations?tab=ai', offers: [...integrations, 'Test AI Assistant'] },
    { path: '/settings?tab=profile', offers: [...settings, 'Search settings', 'Upload picture'] },
    { path: '/settings?tab=notifications', offers: [...settings, 'Test sound'] },
    {
      path: '/settings?tab=data',
      offers: [...settings, 'Export conversations', 'Sync from production', 'Data of a visitor'],
    },
  ])('every action on $path has a key', async ({ path, offers }) => {
    await go(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const wanted = [...everywhere, ...offers];
    await expect
      .poll(async () => {
        const labels = await listed();
        return wanted.filter((label) => !labels.includes(label));
      })
      .toEqual([]);
  });

  it('every action in an open conversation has a key', async () => {
    const open = (status: string) =>
      page.request.get(`${dashboard.stack.url}/api/conversations?limit=1&status=${status}`);
    const offers = {
      waiting: [
        'Take over',
        'Close conversation',
        'Write a reply',
        'Insert a canned reply',
        'Send later…',
        'Merge into…',
        'Mark as spam',
      ],
      closed: ['Reopen conversation'],
    };
    const ofAnyThread = [
      'Write a note',
      'Assign and add note',
      'Follow',
      'Mark unread',
      'Transcript…',
      'Tag…',
      'Set priority…',
      'Snooze or remind…',
      'Undo my last change',
      'Redo my last undone change',
    ];
    for (const [status, own] of Object.entries(offers)) {
      const [conversation] = (await (await open(status)).json()) as Conversation[];
      await go(`/conversations?selected=${conversation?.id}`);
      await page.getByRole('log').locator('[data-sender]').first().waitFor();
      const labels = await listed();
      const wanted = ['Back to the list', 'Delete conversation', 'Assign to…', 'Hide visitor', ...ofAnyThread, ...own];
      expect(wanted.filter((label) => !labels.includes(label))).toEqual([]);
    }
  });

  it('saving and discarding edits have a key', async () => {
    await go('/widget');
    const message = page.getByLabel('Welcome message');
    const before = await message.inputValue();
    await message.fill('Not to be kept');
    await message.blur();
    expect(await listed()).toEqual(expect.arrayContaining(['Save changes', 'Discard changes']));
    await page.keyboard.press('x');
    await page.keyboard.press('d');
    await expect.poll(() => message.inputValue()).toBe(before);
  });
});

it('nothing leads to Delete All Conversations but its button and the command bar', async () => {
  await go('/conversations');
  await page.getByRole('list', { name: 'Conversations' }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Search conversations').waitFor();
  expect(await help.getByText('Delete All Conversations').count()).toBe(0);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Delete All Conversations' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
});

it('R replies, as M does', async () => {
  await dashboard.openThread(page, await dashboard.arrive('To be answered with R'));
  for (const key of ['m', 'r']) {
    await page.keyboard.press(key);
    await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Message' }))).toBe(true);
    await page.keyboard.press('Escape');
  }
});

it('the command bar is there when its keys are pressed: it waits for no file, and is drawn within 80 ms', async () => {
  const quick = await dashboard.signIn(ada, { reducedMotion: 'no-preference' });
  const loaded = quick.waitForResponse(/command-bar.*\.js$/);
  await quick.goto(`${dashboard.stack.url}/conversations`);
  await (await loaded).finished();
  await quick.context().setOffline(true);
  // Listens before the key is pressed, which may reach the page sooner than what was evaluated before it.
  const looking = await quick.evaluateHandle(() => {
    const pressed = new Promise<void>((resolve) => {
      window.addEventListener('keydown', ({ key }) => key === 'k' && resolve(), { capture: true });
    });
    const framesUntil = async (): Promise<number> => {
      await pressed;
      let frames = 0;
      for (; !document.querySelector('[role=dialog]'); frames += 1) await new Promise(requestAnimationFrame);
      return frames;
    };
    return { frames: framesUntil() };
  });
  await quick.keyboard.press('Control+k');
  const bar = quick.getByRole('dialog', { name: 'Command bar' });
  await bar.waitFor();
  // So many are drawn in 80 ms.
  expect(await looking.evaluate(({ frames }) => frames)).toBeLessThanOrEqual(5);
  const duration = await bar.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration));
  expect(duration).toBeLessThanOrEqual(0.08);
  await quick.context().close();
});

describe('a focused row', () => {
  it('a website: on and off, its page rules, its identity secret, gone', async () => {
    for (const domain of ['first.example', 'second.example'])
      await page.request.post(`${dashboard.stack.url}/api/websites`, { data: { domain } });
    await go('/widget');
    await proveAgain(page);
    const row = page.locator('[data-row]').filter({ hasText: 'first.example' });
    await row.waitFor();
    const from = await page.locator('[data-row]').allTextContents();
    await press('j');
    expect(await focused()).toBe(from[0]);
    for (let at = 0; !(await focused()).includes('first.example'); at += 1) {
      expect(at).toBeLessThan(from.length);
      await press('j');
    }

    await press('a');
    await toasted('Website updated');
    expect(await row.getByRole('checkbox', { name: 'Widget on first.example' }).isChecked()).toBe(false);
    await press('o');
    await row.getByLabel('Allowed pages').waitFor();
    await press('v');
    await row.getByRole('button', { name: 'Copy identity secret' }).waitFor();

    const at = (await page.locator('[data-row]').allTextContents()).findIndex((text) => text.includes('first.example'));
    page.once('dialog', (dialog) => void dialog.accept());
    await press('#');
    await toasted('Website deleted');
    await row.waitFor({ state: 'detached' });
    const left = await page.locator('[data-row]').allTextContents();
    // The focus is on the row that has taken its place.
    expect(await focused()).toBe(left[Math.min(at, left.length - 1)]);
  });

  it('an article: opened, left as it was, deleted after asking', async () => {
    await go('/knowledge');
    const articles = page.locator('[data-row]');
    await articles.first().waitFor();
    const [first = ''] = await articles.allTextContents();
    await press('j', 'e');
    const title = page.getByLabel('Title');
    const before = await title.inputValue();
    await title.focus();
    await page.keyboard.type('Not to be kept');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await title.inputValue()).toBe(before);
    await go('/knowledge');
    await articles.first().waitFor();
    await press('j');
    expect(await focused()).toBe(first);
    await press('#');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toasted('Article deleted.');
    await expect.poll(() => articles.allTextContents()).not.toContain(first);
    const [next] = await articles.allTextContents();
    await expect.poll(focused).toBe(next);
  });

  it('a webhook: on and off, its deliveries, deleted after asking', async () => {
    const host = 'hooks.example';
    const url = `https://${host}/parley`;
    const created = await page.request.post(`${dashboard.stack.url}/api/webhooks`, {
      data: { url, events: ['conversation.created'] },
    });
    expect(created.status()).toBe(201);
    await go('/integrations?tab=slack');
    const row = page.locator('[data-row]').filter({ hasText: host });
    await row.waitFor();
    await press('k');
    while (!(await focused()).includes(host)) await press('j');
    await press('p');
    await row.getByText('Test failed').waitFor();
    await row.getByText(/^No answer after \d+ ms: hooks\.example /).waitFor();
    await press('u');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
    await toasted('Signing secret replaced.');
    await row.getByText('shown only once').waitFor();
    await row.getByText(/^Also signed with the previous secret until/).waitFor();
    // Keys are the dialog's until it has gone.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await press('e');
    await toasted('The previous secret is revoked.');
    await row.getByText(/^Also signed with the previous secret/).waitFor({ state: 'detached' });
    await press('a');
    await toasted('Integration updated');
    expect(await row.getByRole('checkbox').isChecked()).toBe(false);
    await press('o');
    await row.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await press('#');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toasted('Webhook deleted.');
    await row.waitFor({ state: 'detached' });
  });

  it('a colleague: their status and their account', async () => {
    await go('/representatives');
    await page.locator('[data-row]').first().waitFor();
    while (!(await focused()).includes('Ben Okafor')) await press('j');
    await press('a');
    const status = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await status()).toBe('Status of Ben Okafor');
    // A list of choices keeps the keys that are typed in it.
    await press('Escape');
    await page.locator('[data-row]').filter({ hasText: 'Ben Okafor' }).focus();
    await press('o');
    await page.getByRole('menuitem', { name: 'Make admin' }).waitFor();
    await press('Escape');
  });
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
