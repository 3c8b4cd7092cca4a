import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    include: ['test/**/*.test.ts'],
    expect: { poll: { timeout: 12_000 } },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
