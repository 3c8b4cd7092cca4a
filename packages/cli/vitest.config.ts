import { defineConfig } from 'vitest/config';
import { natively, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: { ...patient, ...natively, name: 'cli', include: ['test/**/*.test.ts'] },
});
