import { configDefaults, defineConfig } from 'vitest/config';
import { natively, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    ...natively,
    isolate: false,
    include: ['test/**/*.test.ts'],
    // Needs a pooler: `npm run test:pooler`.
    exclude: [...configDefaults.exclude, ...(process.env['POOLER_URL'] ? [] : ['test/pooler.test.ts'])],
    pool: 'forks',
  },
});
