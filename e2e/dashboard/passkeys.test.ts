/** Second factors in a real browser: passkeys of Chromium's virtual authenticator, a code app, and what is asked again. */
import { Secret, TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';
import { takeScreenshots } from './screenshots.ts';

let dashboard: Dashboard;
let page: Page;
let authenticator: { cdp: CDPSession; id: string };

beforeAll(async () => {
  dashboard = await openDashboard();
  page = await dashboard.signIn();
  authenticator = await addAuthenticator(page);
});
afterAll(() => dashboard?.stop());

/** A built-in authenticator that knows its person by fingerprint, in this page. */
async function addAuthenticator(on: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await on.context().newCDPSession(on);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

const go = (path: string) => page.goto(dashboard.stack.url + path);
async function logOut(): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expectToast(page, 'Logged out');
}
async function logIn(user: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
}

it('adds a passkey, which brings the recovery codes, and renames it', async () => {
  await go('/settings?tab=sign-in');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the passkey').fill('Laptop');
  await takeScreenshots(page, 'add-passkey');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByText(/[0-9a-z]{5}-[0-9a-z]{5}/).waitFor();
  await takeScreenshots(page, 'recovery-codes');
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('10 codes left').waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  await page.getByLabel('Name of the passkey').press('Enter');
  await page.getByText('Work laptop').waitFor();
  await page.getByRole('heading', { name: 'Second factor' }).scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'second-factor');
  const { credentials } = await authenticator.cdp.send('WebAuthn.getCredentials', {
    authenticatorId: authenticator.id,
  });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
});

it('asks for the passkey after the password, and signs in by it', async () => {
  await logOut();
  await page.getByRole('tab', { name: 'Login' }).click();
  await takeScreenshots(page, 'login');
  await logIn(ada);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await takeScreenshots(page, 'second-step');
  expect((await page.request.get(`${dashboard.stack.url}/api/user`)).status()).toBe(401);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectToast(page, 'Welcome back!');
});

it('signs in by passkey without a password, where it knows its person', async () => {
  await logOut();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectToast(page, 'Welcome back!');
  const { cdp, id: authenticatorId } = authenticator;
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await logOut();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectToast(page, 'Passkey failed');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectToast(page, 'Welcome back!');
});

it('refuses a passkey’s answer that was given before, or to another page', async () => {
  const answer = page.waitForRequest('**/api/login/passkey');
  await logOut();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectToast(page, 'Welcome back!');
  const body = (await answer).postDataJSON();
  const again = (data: unknown) =>
    page.request.post(`${dashboard.stack.url}/api/login/passkey`, { data: data as object });
  expect((await again(body)).status()).toBe(401);
  const { challenge } = await (await page.request.post(`${dashboard.stack.url}/api/login/passkey-request`)).json();
  const clientData = JSON.parse(Buffer.from(body.response.clientDataJSON, 'base64url').toString());
  const forged = (changed: object) => ({
    ...body,
    response: {
      ...body.response,
      clientDataJSON: Buffer.from(JSON.stringify({ ...clientData, challenge, ...changed })).toString('base64url'),
    },
  });
  expect((await again(forged({}))).status()).toBe(401);
  expect((await again(forged({ origin: 'https://evil.example' }))).status()).toBe(401);
});

it('sets up a code app as well, and closes everything to the one who is late until they have one', async () => {
  const other = await dashboard.signIn(ben);
  await other.goto(`${dashboard.stack.url}/settings?tab=sign-in`);
  await other.getByRole('heading', { name: 'Second factor' }).waitFor();
  await go('/settings?tab=security');
  await page.getByText('Two-factor authentication').click();
  await expectToast(page, 'Settings updated');
  await takeScreenshots(page, 'security');
  await other.reload();
  await other.getByRole('status').getByRole('link', { name: 'Set up' }).waitFor();
  await takeScreenshots(other, 'grace');
  await page.getByLabel('Grace period').selectOption('0');
  await page.keyboard.press('Control+s');
  await expectToast(page, 'Settings updated');

  await other.reload();
  await other.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await takeScreenshots(other, 'enrol');
  await other.goto(`${dashboard.stack.url}/conversations`);
  await other.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await other.getByRole('button', { name: 'Set up' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code of the key' }).waitFor();
  await takeScreenshots(other, 'code-app');
  const secret = (await dialog.locator('pre').textContent()) ?? '';
  await dialog.getByLabel('Code from your app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await other.getByRole('navigation').first().waitFor();
  expect(dashboard.complaints).toEqual([]);
});

it('shows administrators what they can do for a colleague, and where one is signed in', async () => {
  await go('/representatives');
  await page.getByRole('button', { name: /Account of Ben/ }).click();
  // Simulates ten minutes without a proof: the server's own check is in the tests of the API.
  await page.route(
    '**/password-link',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'step_up_required', detail: 'Confirm your identity.', status: 403 }),
      }),
    { times: 1 },
  );
  await page.getByRole('menuitem', { name: 'Create password reset link…' }).click();
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await takeScreenshots(page, 'step-up');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page
    .getByRole('dialog')
    .getByText(/#reset=/)
    .waitFor();
  await takeScreenshots(page, 'password-link');
  const url = await page.getByRole('dialog').locator('pre').textContent();
  const theirs = await dashboard.open();
  await theirs.goto(url ?? '');
  await theirs.getByLabel('New password').fill('a fine new password');
  await takeScreenshots(theirs, 'new-password');
  await theirs.getByRole('button', { name: 'Set password' }).click();
  await theirs.getByRole('heading', { name: 'One more step' }).waitFor();
  await theirs.getByRole('button', { name: 'Back to sign-in' }).click();
  await theirs.getByRole('button', { name: 'Forgot your password?' }).click();
  await takeScreenshots(theirs, 'forgotten');

  await go('/settings?tab=sign-in');
  await page.getByRole('heading', { name: 'Where you are signed in' }).scrollIntoViewIfNeeded();
  await page.getByText('This browser', { exact: true }).waitFor();
  await takeScreenshots(page, 'sessions');
});
