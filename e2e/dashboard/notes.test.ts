/** Notes for the team beside a conversation: docs/product.md#notes-and-mentions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, ben, type Dashboard, expectToast, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard?.stop());

it('writes a note that colleagues see at once and the customer never, and tells who is mentioned', async () => {
  const id = await dashboard.arrive('Where is my parcel?');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await colleague.goto(dashboard.stack.url);
  await colleague.getByRole('banner').getByRole('button', { name: 'Mentions', exact: true }).waitFor();
  await dashboard.openThread(page, id);
  await page.keyboard.press('o');
  const field = page.getByRole('textbox', { name: 'Note', exact: true });
  await field.pressSequentially('@ben');
  await page.getByRole('option', { name: ben.name }).waitFor();
  await field.press('Enter');
  await field.pressSequentially('can you ask the carrier?');
  await field.press('Enter');
  const words = `@${ben.name} can you ask the carrier?`;
  await page
    .getByRole('article', { name: `Note by ${ada.name}` })
    .getByText(words)
    .waitFor();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();

  await expectToast(colleague, `${ada.name} mentioned you`, words);
  await colleague.getByRole('button', { name: /^Mentions, \d+ not seen$/ }).click();
  await colleague.getByRole('link', { name: words }).click();
  await colleague.getByRole('article', { name: `Note by ${ada.name}` }).waitFor();
  // A viewed mention is read.
  await colleague.getByRole('banner').getByRole('button', { name: 'Mentions', exact: true }).waitFor();
});

it('changes and removes a note of one’s own, live on other screens', async () => {
  const id = await dashboard.arrive('Hello?');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await Promise.all([dashboard.openThread(page, id), dashboard.openThread(colleague, id)]);
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Frist');
  await page.getByRole('button', { name: 'Add note' }).click();
  const theirs = colleague.getByRole('article', { name: `Note by ${ada.name}` });
  await theirs.getByText('Frist').waitFor();
  expect(await theirs.getByRole('button', { name: 'Edit note' }).count()).toBe(0);

  const mine = page.getByRole('article', { name: `Note by ${ada.name}` });
  await mine.getByRole('button', { name: 'Edit note' }).click();
  const edit = mine.getByRole('textbox', { name: 'Edit note' });
  await edit.fill('First');
  await edit.press('Enter');
  await theirs.getByText('First').waitFor();
  await theirs.getByText('edited').waitFor();
  await mine.getByRole('button', { name: 'Remove note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await colleague.getByText(`Note removed by ${ada.name}`).waitFor();
});

it('keeps a half-written note, beside a closed conversation too', async () => {
  const id = await dashboard.arrive('Thank you, bye');
  const page = await dashboard.signIn();
  await page.request.patch(`${dashboard.stack.url}/api/conversations/${id}`, { data: { status: 'closed' } });
  await dashboard.openThread(page, id);
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('They were happy');
  await page.reload();
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Note', exact: true }).inputValue())
    .toBe('They were happy');
  await page.getByRole('textbox', { name: 'Note', exact: true }).press('Enter');
  await page
    .getByRole('article', { name: `Note by ${ada.name}` })
    .getByText('They were happy')
    .waitFor();
});

it('formats a note with the keys of a reply, and colleagues see it formatted', async () => {
  const id = await dashboard.arrive('Is it there yet?');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await Promise.all([dashboard.openThread(page, id), dashboard.openThread(colleague, id)]);
  await page.keyboard.press('o');
  const field = page.getByRole('textbox', { name: 'Note', exact: true });
  await field.pressSequentially('Call them ');
  await field.press('Control+b');
  await page.locator('[contenteditable=true]').waitFor();
  await field.pressSequentially('today');
  await field.press('Control+b');
  await field.pressSequentially(', @ben');
  await page.getByRole('option', { name: ben.name }).waitFor();
  await field.press('Enter');
  await field.press('Enter');
  const theirs = colleague.getByRole('article', { name: `Note by ${ada.name}` });
  expect(await theirs.locator('strong').innerText()).toBe('today');
  expect(await theirs.locator('mark').innerText()).toBe(`@${ben.name}`);
  // The next note begins without formatting.
  await page.keyboard.press('o');
  expect(await field.evaluate((element) => element.tagName)).toBe('TEXTAREA');

  const mine = page.getByRole('article', { name: `Note by ${ada.name}` });
  await mine.getByRole('button', { name: 'Edit note' }).click();
  const edit = mine.getByRole('textbox', { name: 'Edit note' });
  await mine.locator('[contenteditable=true]').waitFor();
  await edit.press('End');
  await edit.pressSequentially(' and write');
  await edit.press('Enter');
  await theirs.getByText('and write').waitFor();
  expect(await theirs.locator('strong').innerText()).toBe('today');
});
