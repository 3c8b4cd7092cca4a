/** Files that go with replies: docs/product.md#files. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ben, type Dashboard, openDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let photo: Buffer;

beforeAll(async () => {
  [dashboard, photo] = await Promise.all([openDashboard(), aPhoto()]);
});
afterAll(() => dashboard?.stop());

/** Something to recognise: a sky, a hill and a sun. */
const aPhoto = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000">
      <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#7ab8f5"/><stop offset="1" stop-color="#fbe3c0"/></linearGradient></defs>
      <rect width="1600" height="1000" fill="url(#g)"/><circle cx="1180" cy="320" r="110" fill="#fff3b0"/>
      <path d="M0 760 Q400 520 800 720 T1600 640 V1000 H0Z" fill="#3f7d58"/></svg>`),
  )
    .jpeg({ quality: 92 })
    .toBuffer();

/** Saves a picture for review. */
async function keepPicture(page: { screenshot(options: { path: string }): Promise<unknown> }, name: string) {
  const folder = path.join(import.meta.dirname, '../../.local/e2e/files');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

it('sends a picture with words about it and a file, which a colleague sees without anything jumping', async () => {
  const id = await dashboard.arrive('What does it look like?');
  const [page, colleague] = await Promise.all([dashboard.signIn(), dashboard.signIn(ben)]);
  await Promise.all([dashboard.openThread(page, id), dashboard.openThread(colleague, id)]);
  await page.locator('input[type=file]').setInputFiles([
    { name: 'view.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n1;2\n') },
  ]);
  const strip = page.getByRole('list', { name: 'Attached files' });
  await strip.getByText('prices.csv').waitFor();
  await strip.getByRole('textbox', { name: 'Describe view.jpg' }).fill('A hill under the sun');
  await keepPicture(page, 'composer');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Like this:');
  await page.getByRole('button', { name: 'Send message' }).click();
  await strip.waitFor({ state: 'detached' });

  const enlarge = colleague.getByRole('button', { name: 'Enlarge A hill under the sun' });
  const picture = enlarge.getByRole('img', { name: 'A hill under the sun' });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(320);
  await colleague.getByRole('button', { name: 'Save prices.csv' }).waitFor();
  await keepPicture(colleague, 'thread');

  await enlarge.click();
  const large = colleague.getByRole('dialog', { name: 'Pictures' }).getByRole('img');
  await expect.poll(() => large.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(1280);
  await keepPicture(colleague, 'lightbox');
  await colleague.keyboard.press('Escape');
  await expect.poll(() => colleague.getByRole('dialog').count()).toBe(0);

  const saved = colleague.waitForEvent('download');
  await colleague.getByRole('button', { name: 'Save prices.csv' }).click();
  expect((await saved).suggestedFilename()).toBe('prices.csv');
  expect(dashboard.complaints).toEqual([]);
});

it('explains why a file was refused, takes one back, and takes what is pasted', async () => {
  const id = await dashboard.arrive('Send me something');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.evaluate((area) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['<svg onload="alert(1)"/>'], 'logo.png', { type: 'image/png' }));
    clipboardData.items.add(new File(['x'], 'oops.txt', { type: 'text/plain' }));
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('button', { name: 'Remove oops.txt' }).click();
  await page.getByText('oops.txt').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Files of this type can’t be sent').waitFor();
  await keepPicture(page, 'refused');
});

/** Announces and sends a file as the user of the page. */
async function uploadBy(page: Page, name: string, text: string): Promise<string> {
  const data = { name, size: text.length };
  const announced = await (await page.request.post(`${dashboard.stack.url}/api/uploads`, { data })).json();
  const answer = await page.request.fetch(`${dashboard.stack.url}${announced.url}`, {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: Buffer.from(text),
  });
  expect(answer.status()).toBe(204);
  return announced.attachment.id;
}

it('keeps the files of the next message over a reload: what is still going up, and what a canned reply brought', async () => {
  const id = await dashboard.arrive('The way, please');
  const page = await dashboard.signIn();
  const attachments = [{ id: await uploadBy(page, 'map.txt', 'Left, then right') }];
  const reply = { name: 'The way', shortcut: 'theway', text: 'Here is the way', isShared: false, attachments };
  expect((await page.request.post(`${dashboard.stack.url}/api/canned-replies`, { data: reply })).status()).toBe(201);
  await dashboard.openThread(page, id);
  const content = /\/api\/uploads\/[^/]+\/content$/;
  // Its bytes do not get there for now.
  await page.route(content, (route) => route.abort());
  await page.locator('input[type=file]').setInputFiles([{ name: 'view.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill('/theway');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  const strip = page.getByRole('list', { name: 'Attached files' });
  const items = () => strip.getByRole('listitem').count();
  await strip.getByText('map.txt').waitFor();
  await strip.getByText('view.jpg').waitFor();
  const description = strip.getByRole('textbox', { name: 'Describe view.jpg' });
  await description.fill('A hill');
  await description.blur();
  await page.reload();
  await strip.getByText('map.txt').waitFor();
  await strip.getByText('view.jpg').waitFor();
  await expect.poll(() => description.inputValue()).toBe('A hill');
  expect(await items()).toBe(2);
  await keepPicture(page, 'reloaded');
  await page.unroute(content);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('button', { name: 'Enlarge A hill' }).waitFor();
  await page.getByRole('button', { name: 'Save map.txt' }).waitFor();
  // They went with that message, and are nobody's next one.
  await page.reload();
  await page.getByRole('button', { name: 'Save map.txt' }).waitFor();
  expect(await strip.count()).toBe(0);
  expect(dashboard.complaints).toEqual([]);
});

it('keeps the alternative text of a large picture when the page is reloaded at the same moment', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = sharp({ create: { width: 2200, height: 1500, channels: 3, background: '#fff', noise } });
  const buffer = await large.jpeg({ quality: 97 }).toBuffer();
  const page = await dashboard.signIn();
  await dashboard.openThread(page, await dashboard.arrive('A large one, please'));
  await page.route(/\/api\/uploads\/[^/]+\/content$/, (route) => route.abort());
  await page.locator('input[type=file]').setInputFiles([{ name: 'view.jpg', mimeType: 'image/jpeg', buffer }]);
  const description = page.getByRole('textbox', { name: 'Describe view.jpg' });
  for (const text of ['A hill', 'A hill under the sun', 'A green hill under the sun']) {
    await description.fill(text);
    const isLoaded = page.waitForEvent('load');
    await description.evaluate((input) => {
      input.blur();
      location.reload();
    });
    await isLoaded;
    await description.waitFor();
    expect(await description.inputValue()).toBe(text);
  }
});

it('has the files of a message back that could not be scheduled', async () => {
  const id = await dashboard.arrive('Tomorrow?');
  const page = await dashboard.signIn();
  await dashboard.openThread(page, id);
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
  const strip = page.getByRole('list', { name: 'Attached files' });
  await strip.getByText('a.txt').waitFor();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Here it is');
  const address = `**/api/conversations/${id}/scheduled`;
  await page.route(address, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            code: 'conflict',
            title: 'Conflict',
            status: 409,
            detail: 'Not now.',
          }),
        })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Send later…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Tomorrow morning|Next working morning/ })
    .click();
  await page.getByText('Not now.').waitFor();
  await strip.getByText('a.txt').waitFor();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('button', { name: 'Save a.txt' }).waitFor();
});
