import { defineConfig } from 'vitest/config';
import { mocked, natively, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    ...natively,
    name: 'realtime',
    isolate: false,
    include: ['test/**/*.test.ts'],
    // Needs a machine for itself: `npm run test:storm`.
    exclude: [mocked, ...(process.env['STORM'] ? [] : ['test/reconnect-storm.test.ts'])],
  },
});
