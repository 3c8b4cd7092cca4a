import { defineConfig } from 'vitest/config';

/** Apart from the other browser tests, because it needs Docker. */
export default defineConfig({
  test: {
    name: 'compose',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
    bail: 1,
  },
});
