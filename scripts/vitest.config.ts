import { defineConfig } from 'vitest/config';
import { patient } from './lib/vitest-patience.mjs';

export default defineConfig({
  test: { ...patient, name: 'scripts', isolate: false, include: ['test/**/*.test.ts'] },
});
