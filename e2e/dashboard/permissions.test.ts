/** Permissions that admins give to representatives, on the screens of both. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let page: Page;

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn();
});
afterAll(() => dashboard?.stop());

const go = (path: string) => page.goto(dashboard.stack.url + path);

describe('permissions that admins keep to themselves', () => {
  it('is set in the settings, and shown to representatives as theirs no more, with why', async () => {
    const his = await dashboard.signIn(ben);
    await his.goto(`${dashboard.stack.url}/settings?tab=data`);
    await his.getByLabel('Data retention').waitFor();
    expect(await his.getByLabel('Data retention').isEnabled()).toBe(true);
    await go('/representatives?tab=roles&setting=representatives-may');
    const labels = ['Set how long conversations are kept', 'Add, change and remove websites', 'Export conversations'];
    for (const label of labels) {
      await page.getByText(label).click();
      await expectToast(page, 'Settings updated');
    }
    // Without a reload: what is set is told to every dashboard.
    await expect.poll(() => his.getByLabel('Data retention').isDisabled()).toBe(true);
    await expect.poll(() => his.getByRole('button', { name: 'Export data' }).isDisabled()).toBe(true);
    await his.getByText(/after this time\. Only admins can change this\./).waitFor();
    await his.getByText(/Only admins can export\./).waitFor();
    await his.goto(`${dashboard.stack.url}/settings?tab=security`);
    // Of who needs a second factor.
    await his.getByText('Only admins can change this.').first().waitFor();
    expect(await his.getByLabel('Maximum session length').isDisabled()).toBe(true);
    await his.goto(`${dashboard.stack.url}/widget`);
    await his.getByText('Only admins can change this.').waitFor();
    for (const control of [
      his.getByLabel('Domain', { exact: true }),
      his.getByRole('button', { name: 'Add website' }),
      his.getByLabel('Widget on localhost'),
      his.getByRole('button', { name: 'Delete localhost' }),
    ]) {
      expect(await control.isDisabled()).toBe(true);
    }
    for (const label of labels) {
      await page.getByText(label).click();
      // What grants is asked about.
      await page
        .getByRole('alertdialog')
        .getByText(/^3 people can then also/)
        .waitFor();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await expectToast(page, 'Settings updated');
    }
    await expect.poll(() => his.getByRole('button', { name: 'Add website' }).isEnabled()).toBe(true);
    await his.context().close();
  });
});
