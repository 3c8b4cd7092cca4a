import { defineConfig } from 'vitest/config';
import { natively, patient } from '../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    ...natively,
    name: 'e2e',
    // One slow answer must not cost a whole run. Whatever needed it is listed at the end of the run, with its reason.
    retry: 1,
    // The files of a process share a browser.
    isolate: false,
    include: ['**/*.test.ts'],
    setupFiles: ['./pages-of-a-test.ts'],
    // Apart, because they need Docker and a machine for themselves: `npm run test:compose` and `npm run test:storm`.
    exclude: ['node_modules/**', 'compose/**', ...(process.env['STORM'] ? [] : ['chaos/**'])],
  },
});
