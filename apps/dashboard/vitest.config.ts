import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'dashboard',
    include: ['test/**/*.test.{ts,tsx}'],
    expect: { poll: { timeout: 12_000 } },
    testTimeout: 20_000,
    environment: 'happy-dom',
  },
});
