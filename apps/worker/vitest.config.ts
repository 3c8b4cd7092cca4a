import { configDefaults, defineConfig } from 'vitest/config';
import { natively, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    ...natively,
    name: 'worker',
    isolate: false,
    include: ['test/**/*.test.ts'],
    // Kills at random, for minutes: `npm run test:storm`.
    exclude: [...configDefaults.exclude, ...(process.env['STORM'] ? [] : ['test/killed-storm.test.ts'])],
  },
});
