import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    expect: { poll: { timeout: 12_000 } },
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 300_000,
  },
});
