import { defineConfig } from 'vitest/config';
import { patient } from '../../vitest.shared.ts';

export default defineConfig({
  test: { ...patient, name: 'dashboard', include: ['test/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
});
