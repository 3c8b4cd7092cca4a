import { defineConfig } from 'vitest/config';
import { patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    name: 'realtime',
    include: ['test/**/*.test.ts'],
    // Needs a machine for itself: `npm run test:storm`.
    exclude: process.env['STORM'] ? [] : ['test/reconnect-storm.test.ts'],
  },
});
