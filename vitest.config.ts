import { defineConfig } from 'vitest/config';

/** One run over every package's tests; each package keeps its own settings. */
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'deploy', 'deploy/front', 'scripts', 'e2e'],
    silent: 'passed-only',
  },
});
