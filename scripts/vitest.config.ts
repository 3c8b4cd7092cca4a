import { defineConfig } from 'vitest/config';
import { natively, patient } from './lib/vitest-patience.mjs';

export default defineConfig({
  test: { ...patient, ...natively, name: 'scripts', isolate: false, include: ['test/**/*.test.ts'] },
});
