/** Changing one's own sign-in address: it waits for its mailbox; the link in the mail works in any browser. */
import { parseMail } from '@parley/core/mail/parse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '@parley/testing/smtp';
import { ada, ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let smtp: MailServer;

beforeAll(async () => {
  smtp = await startMailServer();
  dashboard = await openDashboard({ env: { SMTP_URL: `smtp://${smtp.host}:${smtp.port}` } });
});
afterAll(async () => {
  await dashboard?.stop();
  await smtp?.close();
});

/** The text of the mail to an address that contains these words. */
async function mailTo(address: string, words: string): Promise<string> {
  const find = async () => {
    const raws = smtp.mails.flatMap(({ to, raw }) => (to.includes(address) ? raw : []));
    const texts = await Promise.all(raws.map(async (raw) => (await parseMail(Buffer.from(raw))).text ?? ''));
    return texts.find((text) => text.includes(words)) ?? '';
  };
  await expect.poll(find, { timeout: 30_000 }).not.toBe('');
  return find();
}
const linkTo = async (address: string): Promise<string> =>
  /https?:\S+#confirm=[\w-]+/.exec(await mailTo(address, '#confirm='))?.[0] ?? '';
const signsIn = async (email: string): Promise<number> => {
  const page = await dashboard.open();
  const answer = await page.request.post(`${dashboard.stack.url}/api/login`, {
    data: { email, password: ben.password },
  });
  await page.context().close();
  return answer.status();
};

it('signs in with another address once its mailbox has confirmed it, and the old one is told', async () => {
  const page = await dashboard.signIn(ben);
  await page.goto(`${dashboard.stack.url}/settings`);
  const email = page.getByLabel('Email');
  await email.fill('ben.new@parley.example');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expectToast(page, 'Settings updated');
  await page.getByText('Waiting for confirmation of ben.new@parley.example').waitFor();
  expect(await email.inputValue()).toBe(ben.email);
  await mailTo(ben.email, 'ben.new@parley.example');
  expect([await signsIn(ben.email), await signsIn('ben.new@parley.example')]).toEqual([200, 401]);

  const elsewhere = await dashboard.open({ viewport: { width: 390, height: 844 } });
  await elsewhere.goto(await linkTo('ben.new@parley.example'));
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click();
  await elsewhere.getByText('Your sign-in address is now ben.new@parley.example.').waitFor();
  expect([await signsIn(ben.email), await signsIn('ben.new@parley.example')]).toEqual([401, 200]);
  await expect.poll(() => email.inputValue()).toBe('ben.new@parley.example');
  await page.getByText(/Waiting for confirmation/).waitFor({ state: 'detached' });

  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await elsewhere.getByRole('tab', { name: 'Login' }).waitFor();
  expect(elsewhere.url()).not.toContain('#');
});

it('forgets an address when its confirmation is cancelled', async () => {
  const page = await dashboard.signIn(ada);
  await page.goto(`${dashboard.stack.url}/settings`);
  await page.getByLabel('Email').fill('ada.new@parley.example');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await page.getByText('Waiting for confirmation of ada.new@parley.example').waitFor();
  const link = await linkTo('ada.new@parley.example');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/Waiting for confirmation/).waitFor({ state: 'detached' });
  // Signed in, the link is answered as anywhere.
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page
    .getByRole('alert')
    .getByText(/already used or has expired/)
    .waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.waitForURL(`${dashboard.stack.url}/`);
  expect(dashboard.complaints).toEqual([]);
});
