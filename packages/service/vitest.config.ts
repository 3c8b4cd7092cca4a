import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'service', include: ['test/**/*.test.ts'], expect: { poll: { timeout: 12_000 } }, testTimeout: 15_000 },
});
