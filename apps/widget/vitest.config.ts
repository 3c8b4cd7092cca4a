import { defineConfig } from 'vitest/config';
import { patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: { ...patient, name: 'widget', isolate: false, setupFiles: ['test/setup.ts'] },
});
