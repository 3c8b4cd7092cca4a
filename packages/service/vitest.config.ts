import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'service', include: ['test/**/*.test.ts'], testTimeout: 15_000 } });
