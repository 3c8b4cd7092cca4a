import { defineConfig } from 'vitest/config';
import { mocked, natively, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: { ...patient, ...natively, name: 'core', isolate: false, include: ['test/**/*.test.ts'], exclude: [mocked] },
});
