import { defineConfig } from 'vitest/config';
import { natively, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: { ...patient, ...natively, isolate: false, include: ['test/**/*.test.ts'], pool: 'forks' },
});
