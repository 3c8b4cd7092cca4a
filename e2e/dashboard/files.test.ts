/** Files that go with replies: docs/product.md#files. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ben, type Desk, openDesk } from './desk.ts';

let desk: Desk;
let photo: Buffer;

beforeAll(async () => {
  [desk, photo] = await Promise.all([openDesk(), aPhoto()]);
});
afterAll(() => desk?.stop());

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

/** Where somebody can look at what was seen. */
async function keepPicture(page: { screenshot(options: { path: string }): Promise<unknown> }, name: string) {
  const folder = path.join(import.meta.dirname, '../../.local/e2e/files');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

it('sends a picture with words about it and a file, which a colleague sees without anything jumping', async () => {
  const id = await desk.arrive('What does it look like?');
  const [page, colleague] = await Promise.all([desk.signIn(), desk.signIn(ben)]);
  await Promise.all([desk.openThread(page, id), desk.openThread(colleague, id)]);
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
  expect(desk.complaints).toEqual([]);
});

it('says why a file was refused, takes one back, and takes what is pasted', async () => {
  const id = await desk.arrive('Send me something');
  const page = await desk.signIn();
  await desk.openThread(page, id);
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
  await page.getByText('Files of this type cannot be sent').waitFor();
  await keepPicture(page, 'refused');
});
