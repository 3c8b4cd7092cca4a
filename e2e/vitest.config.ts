import { defineConfig } from 'vitest/config';
import { natively, patient } from '../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    ...natively,
    name: 'e2e',
    // The files of a process share a browser.
    isolate: false,
    include: ['**/*.test.ts'],
    setupFiles: ['./pages-of-a-test.ts'],
    // Apart, because they need Docker and a machine for themselves: `npm run test:compose` and `npm run test:storm`.
    exclude: ['node_modules/**', 'compose/**', ...(process.env['STORM'] ? [] : ['chaos/**'])],
  },
});
