/** Signing in by an identity provider, and losing the screen by a directory: the product with a certified provider. */
import { scimPath, scimSchemas } from '@parley/contracts/users/scim';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IdentityProviderServer, startIdentityProvider } from '@parley/testing/oidc';
import { ada, type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let idp: IdentityProviderServer | undefined;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(async () => {
  await dashboard?.stop();
  await idp?.close();
});

const client = { clientId: 'parley', clientSecret: 'a secret that nobody guesses' };

/** Returns one of the addresses that the form shows. */
const addressIn = async (page: Page, part: RegExp) =>
  (await page.locator('pre').filter({ hasText: part }).first().textContent()) ?? '';

it('an admin sets a provider up, a user signs in by it, and loses the screen when the directory removes the role', async () => {
  const admin = await dashboard.signIn(ada);
  await admin.goto(`${dashboard.stack.url}/settings?tab=sso`);
  await admin.getByRole('button', { name: 'Add provider' }).click();
  idp = await startIdentityProvider([
    {
      ...client,
      callback: await addressIn(admin, /callback/),
      backChannelLogout: await addressIn(admin, /providers\/.+\/logout/),
      afterLogout: await addressIn(admin, /\/auth$/),
    },
  ]);
  await admin.getByLabel('Name').first().fill('Acme');
  await admin.getByLabel('Issuer').fill(idp.issuer);
  await admin.getByLabel('Client ID').fill(client.clientId);
  await admin.getByLabel('Client secret').fill(client.clientSecret);
  await admin.getByLabel('Email domains').fill('acme.example');
  await admin.getByRole('button', { name: 'Save provider' }).click();
  await admin.getByRole('button', { name: 'Test', exact: true }).click();
  await admin.getByText('Works', { exact: true }).waitFor();
  idp.users.set('max', { email: 'max@acme.example', name: 'Max' });
  idp.user = 'max';
  await admin.getByRole('button', { name: 'Test a sign-in' }).click();
  await admin.getByText('Acme doesn’t say that max@acme.example is verified (email_verified).').waitFor();

  idp.users.set('nia', { email: 'nia@acme.example', email_verified: true, name: 'Nia New' });
  idp.user = 'nia';
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/contacts`);
  await page.waitForURL('**/auth');
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await page.waitForURL('**/contacts');
  await page.getByRole('heading', { name: 'Contacts' }).first().waitFor();

  await admin.getByLabel('Name').last().fill('Entra ID');
  await admin.getByRole('button', { name: 'Create token' }).click();
  const token =
    (await admin
      .locator('pre')
      .filter({ hasText: /^scim_/ })
      .textContent()) ?? '';
  const scim = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${dashboard.stack.url}${scimPath}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const found = await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "nia@acme.example"')}`);
  await scim('PATCH', `/Users/${found.Resources[0].id}`, {
    schemas: [scimSchemas.patch],
    Operations: [{ op: 'replace', path: 'active', value: false }],
  });
  await page.waitForURL('**/auth');
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await page.getByText('Your account is deactivated.').waitFor();
});

it('signing out here leads to the sign-out there, and back to the sign-in page', async () => {
  if (!idp) throw new Error('The provider was not set up.');
  idp.users.set('omar', { email: 'omar@acme.example', email_verified: true, name: 'Omar Other' });
  idp.user = 'omar';
  const page = await dashboard.open();
  await page.goto(`${dashboard.stack.url}/auth`);
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await page.getByRole('heading', { name: 'System Overview' }).waitFor();
  await page.keyboard.press('s');
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Sign out there' }).click();
  await page.getByRole('button', { name: 'Continue with Acme' }).waitFor();
  expect(dashboard.complaints).toEqual([]);
});
