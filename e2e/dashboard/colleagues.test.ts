/** Several representatives at one conversation: docs/product.md#statuses-and-modes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ben, chooseAction, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

it.each(['Close', 'Hand back to AI'])(
  'leaves a conversation to the colleague who got it before “%s” arrived, and shows who',
  async (action) => {
    const id = await dashboard.arrive('Is this mine?');
    const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
    const address = `${dashboard.stack.url}/api/conversations/${id}`;
    await dashboard.switchAssistant(colleague, action === 'Hand back to AI');
    await dashboard.openThread(page, id);
    await page.getByRole('button', { name: 'Take Over' }).click();
    await page.getByText('Manual Mode').waitFor();
    await page.route(address, async (route) => {
      await dashboard.assignTo(colleague, id);
      await route.continue();
    });
    if (action === 'Close') await page.getByRole('button', { name: action, exact: true }).click();
    else await chooseAction(page, action);
    await expectToast(page, 'Update failed', `${ben.name} has already taken over this conversation.`);
    await page.getByText(`Assigned to ${ben.name}`, { exact: true }).waitFor();
    const now = await (await colleague.request.get(address)).json();
    expect(now).toMatchObject({ representative: ben.name, isAiAssisted: false });
    expect(now.status).not.toBe('closed');
    // The next conversations are nobody's but their two colleagues'.
    await dashboard.switchAssistant(colleague, false);
  },
);

it('shows when a colleague deletes the open conversation', async () => {
  const id = await dashboard.arrive('Going, going');
  const [page, colleague] = await Promise.all([dashboard.signIn(ben), dashboard.signIn()]);
  await dashboard.openThread(page, id);
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a reply');
  await colleague.request.delete(`${dashboard.stack.url}/api/conversations/${id}`);
  await expectToast(page, 'Conversation deleted');
  await page.getByText('Select a conversation').waitFor();
});

it('shows who else is looking and writing', async () => {
  const id = await dashboard.arrive('Two of you, please');
  const [first, second] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await dashboard.openThread(first, id);
  await dashboard.openThread(second, id);
  await first.getByText(`${ben.name} is viewing`).waitFor();
  await second.getByRole('textbox', { name: 'Message' }).pressSequentially('I will');
  await first.getByText(`${ben.name} is writing a reply`).waitFor();
});

it('holds a reply when a colleague answered in between, and sends it on demand', async () => {
  const id = await dashboard.arrive('Who is faster?');
  const [first, second] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await dashboard.openThread(first, id);
  await dashboard.openThread(second, id);
  await first.getByRole('log').getByText('Who is faster?').waitFor();
  // The first one’s page does not hear of the answer: as when both press Enter at once.
  await first.context().setOffline(true);
  const composer = first.getByRole('textbox', { name: 'Message' });
  await composer.fill('Me!');
  await composer.press('Enter');
  await first.getByText('Sending…').waitFor();
  await second.getByRole('textbox', { name: 'Message' }).fill('I am.');
  await second.getByRole('textbox', { name: 'Message' }).press('Enter');
  await second.getByRole('log').getByText('Sent', { exact: true }).waitFor();
  await first.context().setOffline(false);
  await first.getByText(`${ben.name} replied while you were writing.`).waitFor();
  await first.getByRole('log').getByText('I am.').waitFor();
  await first.getByRole('button', { name: 'Send anyway' }).click();
  await second.getByRole('log').getByText('Me!').waitFor();
});

it('holds a reply that was begun before a colleague’s answer, which arrived while it was written', async () => {
  const id = await dashboard.arrive('Who answers first?');
  const [first, second] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await Promise.all([dashboard.openThread(first, id), dashboard.openThread(second, id)]);
  const composer = first.getByRole('textbox', { name: 'Message' });
  await composer.pressSequentially('I wil');
  await second.getByRole('textbox', { name: 'Message' }).fill('I have.');
  await second.getByRole('textbox', { name: 'Message' }).press('Enter');
  await first.getByRole('log').getByText('I have.').waitFor();
  await composer.pressSequentially('l.');
  await composer.press('Enter');
  await first.getByText(`${ben.name} replied while you were writing.`).waitFor();
});

it('never makes a page complain', () => {
  expect(dashboard.complaints).toEqual([]);
});
