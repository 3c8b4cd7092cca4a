import { configDefaults, defineConfig } from 'vitest/config';
import { mocked, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    name: 'widget',
    isolate: false,
    exclude: [...configDefaults.exclude, mocked],
    setupFiles: ['test/setup.ts'],
  },
});
