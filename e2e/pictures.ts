/** Where a browser test fails, what each of its pages shows is kept in `.local/e2e/failed`. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { openPages } from './browser.ts';
import { root } from './process.ts';

const folder = path.join(root, '.local/e2e/failed');

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    mkdirSync(folder, { recursive: true });
    const name = `${task.file.name} ${task.name}`.replaceAll(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 150);
    for (const [index, page] of openPages().entries()) {
      const file = path.join(folder, `${name}-${index + 1}.png`);
      // A page that is stuck must not hide why the test failed.
      const taken = await page.screenshot({ path: file, timeout: 5_000 }).then(() => file, String);
      console.log(`${page.url()}: ${taken}`);
    }
  });
});
