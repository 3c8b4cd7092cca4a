import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'doctor',
    include: ['test/**/*.test.ts'],
    expect: { poll: { timeout: 12_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
