import { defineConfig } from 'vitest/config';
import { patient } from '../../vitest.shared.ts';

export default defineConfig({
  test: { ...patient, name: 'contracts', isolate: false, include: ['test/**/*.test.ts'] },
});
