import { configDefaults, defineConfig } from 'vitest/config';
import { mocked, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    name: 'dashboard',
    // Fetching the components takes longer than most files do.
    isolate: false,
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, mocked],
    setupFiles: ['./test/setup.ts'],
    environment: 'happy-dom',
  },
});
