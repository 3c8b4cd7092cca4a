import { defineConfig } from 'vitest/config';
import { patient } from '../../vitest.shared.ts';

export default defineConfig({
  test: { ...patient, name: 'worker', isolate: false, include: ['test/**/*.test.ts'] },
});
