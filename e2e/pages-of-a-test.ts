/**
 * Closes what a browser test has opened when it ends: an open dashboard takes part in everything that later tests do,
 * at the expense of their processor. Pages opened before, for all tests of a file, stay. When a test fails, a picture
 * of each page is saved in `.local/e2e/failed` first, and its error contains what happened in it.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { openContexts } from './browser.ts';
import { describePage } from './page-log.ts';
import { root } from './process.ts';

const folder = path.join(root, '.local/e2e/failed');

beforeEach(({ task, onTestFinished }) => {
  const before = new Set(openContexts());
  onTestFinished(async () => {
    const name = `${task.file.name} ${task.name}`.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 150);
    if (task.result?.state === 'fail') {
      await takePictures(name);
      const [error] = task.result.errors?.slice(-1) ?? [];
      const described = await Promise.all(openPages().map(describePage));
      // With the error, since a log's end is what is kept of it.
      if (error) error.stack = [error.stack ?? error.message, ...described].join('\n\n');
    }
    const opened = openContexts().filter((context) => !before.has(context));
    await Promise.all(opened.map((context) => context.close()));
  });
});

const openPages = () => openContexts().flatMap((context) => context.pages());

async function takePictures(name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [index, page] of openPages().entries()) {
    const file = path.join(folder, `${name}-${index + 1}.png`);
    // A page that is stuck must not hide why the test failed.
    const taken = await page.screenshot({ path: file, timeout: 5_000 }).then(() => file, String);
    console.log(`${page.url()}: ${taken}`);
  }
}
