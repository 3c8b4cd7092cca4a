import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    setupFiles: ['./pictures.ts'],
    // Needs Docker: `npm run test:compose`.
    exclude: ['node_modules/**', 'compose/**'],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
