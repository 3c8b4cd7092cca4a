/** Pictures and files between a visitor and the team, with real files: docs/widget.md#files. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Attachment, VisitorFiles } from '@parley/contracts/messages/attachments';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, root, type Service, startService } from '../process.ts';
import { objections } from './axe.ts';
import { callParley, eventually, openChat, openShop, write, type Shop } from './shop.ts';

let shop: Shop;
let photo: Buffer;
/** In the place of a worker that was killed. */
let nextWorker: Service | undefined;
beforeAll(async () => {
  [shop, photo] = await Promise.all([openShop({ workers: 1 }), aPhoto(1600, 1000)]);
});
afterAll(async () => {
  await nextWorker?.stop();
  await shop?.stop();
});

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Something to recognise: a sky, a hill and a sun. */
const aPhoto = (width: number, height: number) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1600 1000" preserveAspectRatio="xMidYMid slice">
      <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#7ab8f5"/><stop offset="1" stop-color="#fbe3c0"/></linearGradient></defs>
      <rect width="1600" height="1000" fill="url(#g)"/><circle cx="1000" cy="320" r="110" fill="#fff3b0"/>
      <path d="M0 760 Q400 520 800 720 T1600 640 V1000 H0Z" fill="#3f7d58"/></svg>`),
  )
    .withExif({ IFD0: { Copyright: 'nobody’s business' } })
    .jpeg({ quality: 92 })
    .toBuffer();

/** A picture that no compression makes small. */
const aLargePicture = (edge: number) =>
  sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 100 })
    .toBuffer();

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A second of silence. */
function aSound(): Buffer {
  const rate = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  return Buffer.concat([header, Buffer.alloc(rate, 128)]);
}

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
const choose = (page: Page, ...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0][]) =>
  page
    .locator('.panel input[type=file]')
    .setInputFiles(files.flat() as { name: string; mimeType: string; buffer: Buffer }[]);

/** Saves a picture for review. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = path.join(root, '.local/e2e/widget-files');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

/** Every shift of the page that nobody caused by a click or a key. */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput')) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'shifts'));
}

/** The dashboard of the representative, at this conversation. */
async function dashboard(conversationId: string): Promise<Page> {
  const context = await shop.browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const data = { email: 'ada@example.com', password: 'correct horse battery' };
  expect((await page.request.post(`${shop.stack.url}/api/login`, { data })).status()).toBe(200);
  await page.goto(`${shop.stack.url}/conversations?selected=${conversationId}`);
  await page.getByRole('log').waitFor();
  return page;
}

const filesOf = async (conversationId: string): Promise<Attachment[]> =>
  (await shop.messagesOf(conversationId)).flatMap(({ attachments }) => attachments ?? []);

const width = (picture: ReturnType<Page['locator']>) =>
  picture.evaluate((each: HTMLImageElement) => (each.complete ? each.naturalWidth : 0));

it.each([
  ['on a phone, in the dark', { ...phone, colorScheme: 'dark' as const }],
  ['at a desk, in the light', { colorScheme: 'light' as const }],
])(
  'shows the team what a visitor sends, and the visitor what the team answers, and nothing jumps: %s',
  async (where, context) => {
    const { origin } = await shop.serve();
    const page = await shop.visit('about:blank', context);
    const shifts = await watchShifts(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(origin);
    await openChat(page);
    await write(page, `It looks like this ${where}`);
    const { id } = await shop.conversationWith(`It looks like this ${where}`);
    const team = await dashboard(id);
    // Nothing of it is there before the first file is.
    expect(requests.filter((each) => each.startsWith('/widget/files'))).toEqual([]);

    await choose(page, [
      jpeg('view.jpg', photo),
      { name: 'offer.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'voice.wav', mimeType: 'audio/wav', buffer: aSound() },
    ]);
    const strip = page.locator('.files');
    await strip.getByRole('button', { name: 'Remove offer.pdf' }).waitFor();
    await strip.locator('canvas').waitFor();
    expect(await objections(page)).toEqual([]);
    await keepPicture(page, `${where}-chosen`);
    // Files alone are a message.
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Enlarge view.jpg' }).locator('img').waitFor();
    // With its first page, where the server could draw that.
    await page.getByRole('button', { name: /^offer.pdf/ }).waitFor();
    await page.getByRole('button', { name: /^voice.wav/ }).waitFor();
    expect(await strip.locator('li').count()).toBe(0);
    await team.getByRole('button', { name: 'Enlarge view.jpg' }).waitFor();
    await team.getByRole('log').getByText('offer.pdf').waitFor();
    await team.getByRole('button', { name: 'Save voice.wav' }).waitFor();
    await team.getByRole('button', { name: 'Play voice.wav' }).waitFor();
    await keepPicture(page, `${where}-sent`);
    await keepPicture(team, `${where}-team`);

    await shop.takeOver(id);
    await team
      .locator('input[type=file]')
      .first()
      .setInputFiles([jpeg('like-this.jpg', photo)]);
    await team.getByRole('textbox', { name: 'Message', exact: true }).fill('Rather like this:');
    await team.getByRole('button', { name: 'Send message' }).click();
    const enlarge = page.getByRole('button', { name: 'Enlarge like-this.jpg' });
    await expect.poll(() => width(enlarge.locator('img')), { timeout: 60_000 }).toBe(320);
    await keepPicture(page, `${where}-answered`);
    expect(await objections(page)).toEqual([]);

    await enlarge.click();
    const large = page.getByRole('dialog', { name: 'like-this.jpg' });
    await expect.poll(() => width(large.locator('img')), { timeout: 60_000 }).toBe(1280);
    expect(await objections(page)).toEqual([]);
    await keepPicture(page, `${where}-large`);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    // The chat behind it has not heard of that key, and the keyboard is where it was.
    expect(await page.locator('.panel[open]').count()).toBe(1);
    expect(await enlarge.evaluate((each) => (each.getRootNode() as ShadowRoot).activeElement === each)).toBe(true);

    // A returning visitor sees everything in place at once.
    await page.reload();
    await openChat(page);
    await expect.poll(() => width(enlarge.locator('img')), { timeout: 60_000 }).toBe(320);
    expect(await shifts()).toEqual([]);
    expect(shop.complaints).toEqual([]);
  },
);

it('says in the visitor’s language why a file is refused, whatever it calls itself, offers to try again only what that may help, and takes what is dropped', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin, { ...phone, locale: 'de-DE' });
  await callParley(page, 'setLocale', 'de');
  await openChat(page);
  await page.locator('.panel').evaluate((panel) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(
      new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'logo.svg', { type: 'image/svg+xml' }),
    );
    dataTransfer.items.add(new File(['<!doctype html><script>alert(1)</script>'], 'photo.jpg', { type: 'image/jpeg' }));
    panel.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true, composed: true }));
    panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true }));
  });
  await page.getByRole('button', { name: 'logo.svg entfernen' }).waitFor();
  await page.getByRole('button', { name: 'photo.jpg entfernen' }).waitFor();
  await write(page, 'Zwei Dateien');
  const words = page.getByText('Dateien dieses Typs können nicht gesendet werden');
  await expect.poll(() => words.count(), { timeout: 60_000 }).toBe(2);
  await keepPicture(page, 'refused');
  expect(await objections(page)).toEqual([]);

  await choose(page, [
    { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') },
    { name: 'huge.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11 * 1024 * 1024) },
  ]);
  const refused = await page.locator('.files .problem').innerText();
  expect(refused.replaceAll(/[\u2068\u2069]/g, '').split('\n')).toEqual([
    'setup.exe: Programme und Skripte können nicht gesendet werden',
    'all.zip: Dateien dieses Typs können nicht gesendet werden',
  ]);
  await page.locator('.files small').getByText('Größer als 10 MB').waitFor();
  // It does not become smaller by trying.
  expect(await page.locator('.files li').getByRole('button').count()).toBe(1);
  await keepPicture(page, 'too-large');
  await page.getByRole('button', { name: 'huge.pdf entfernen' }).click();
  await page.locator('.files li').waitFor({ state: 'detached' });
});

it('sends files once that were on their way when the network went and the page was left', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  const context = page.context();
  await openChat(page);
  await write(page, 'I have two pictures for you');
  await page.getByText('· Sent').waitFor();
  const large = await aLargePicture(900);
  const half = Math.floor(large.length / 2);
  // The server gets half of it, then the network goes.
  await context.route(
    /\/content$/,
    async (route) => {
      const { authorization = '', origin: from = '' } = await route.request().allHeaders();
      const answer = await fetch(route.request().url(), {
        method: 'PATCH',
        headers: {
          authorization,
          origin: from,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: large.subarray(0, half),
      });
      expect(answer.status).toBe(204);
      await context.setOffline(true);
      await route.abort();
    },
    { times: 1 },
  );
  await choose(page, [jpeg('first.jpg', large)]);
  await page.locator('.files small').getByText('Waiting to send…').waitFor();
  // The server doesn't know this file.
  await choose(page, [jpeg('second.jpg', photo)]);
  await page.getByRole('button', { name: 'Remove second.jpg' }).waitFor();
  await write(page, 'Here they are');
  await write(page, 'And that was all');
  await expect.poll(() => page.getByText('Waiting to send…').count()).toBeGreaterThan(0);
  await keepPicture(page, 'offline');
  await page.goto('about:blank');
  const offsets: (string | undefined)[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && offsets.push(request.headers()['upload-offset']));
  await context.setOffline(false);
  await page.goto(origin);

  const { id } = await shop.conversationWith('And that was all');
  await expect
    .poll(async () => (await filesOf(id)).map(({ name, state }) => [name, state]), { timeout: 60_000 })
    .toEqual([
      ['first.jpg', 'ready'],
      ['second.jpg', 'ready'],
    ]);
  // Bytes that had arrived were not sent again.
  expect(offsets).toHaveLength(2);
  expect(new Set(offsets)).toEqual(new Set(['0', String(half)]));
  expect(await shop.contentsOf(id)).toEqual(['I have two pictures for you', 'Here they are', 'And that was all']);
  await openChat(page);
  await expect
    .poll(() => width(page.getByRole('button', { name: 'Enlarge second.jpg' }).locator('img')), { timeout: 60_000 })
    .toBe(320);
  // Nothing of them stays in the browser.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const [{ name = '' } = {}] = await indexedDB.databases();
          const opened = await new Promise<IDBDatabase>((resolve) => {
            const request = indexedDB.open(name);
            request.onsuccess = () => resolve(request.result);
          });
          const count = await new Promise<number>((resolve) => {
            const request = opened.transaction('files').objectStore('files').count();
            request.onsuccess = () => resolve(request.result);
          });
          opened.close();
          return count;
        }),
      { timeout: 60_000 },
    )
    .toBe(0);
});

it('makes ready what was being checked when the worker was killed', async () => {
  const { origin } = await shop.serve();
  const page = await shop.visit(origin);
  await openChat(page);
  await choose(page, [jpeg('large.jpg', await aLargePicture(1500))]);
  await page.getByRole('button', { name: 'Remove large.jpg' }).waitFor();
  const [worker] = shop.stack.workers;
  // So that it is sure to be at it.
  worker?.process.kill('SIGSTOP');
  await write(page, 'A large one');
  await page.getByText('Checking…').waitFor();
  await keepPicture(page, 'checking');
  await worker?.stop('SIGKILL');
  nextWorker = await startService('worker 2', 'apps/worker', await freePort(), shop.stack.env);
  await expect
    .poll(() => width(page.getByRole('button', { name: 'Enlarge large.jpg' }).locator('img')), { timeout: 120_000 })
    .toBe(320);
});

it('shows that files are taken only after the first answer, and takes them from then on', async () => {
  const files: VisitorFiles = { when: 'after_answer', kinds: ['picture'], maxBytes: 5 * 1024 * 1024 };
  const website = `/api/websites/${shop.website.id}`;
  await shop.stack.call('PATCH', website, { as: shop.admin, body: { files } });
  const { page, id } = await shop.talking('May I send you a picture?');
  const clip = page.getByRole('button', { name: 'Attach files' });
  await clip.click();
  await page.getByText('You can send files once someone from our team has answered.').waitFor();
  await keepPicture(page, 'after-answer');
  await shop.answer(id, 'Please do');
  await page.getByText('Please do').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await clip.click();
  const chosen = await chooser;
  expect(chosen.isMultiple()).toBe(true);
  expect(await chosen.element().getAttribute('accept')).toBe('image/png,image/jpeg,image/gif,image/webp');
  await chosen.setFiles([jpeg('please.jpg', photo)]);
  await page.getByRole('button', { name: 'Remove please.jpg' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await eventually(
    async () => ((await filesOf(id)).every(({ state }) => state === 'ready') ? true : undefined),
    'the file',
  );
  await shop.stack.call('PATCH', website, { as: shop.admin, body: { files: { ...files, when: 'never' } } });
  const another = await shop.visit((await shop.serve()).origin);
  await openChat(another);
  expect(await another.getByRole('button', { name: 'Attach files' }).count()).toBe(0);
});
