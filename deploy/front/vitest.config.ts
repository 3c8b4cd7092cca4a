import { spawnSync } from 'node:child_process';
import { configDefaults, defineConfig } from 'vitest/config';
import { natively, patient } from '../../scripts/lib/vitest-patience.mjs';

/** The image's front is tried where there is one: `npm run test:compose` names the image's. */
const hasCaddy = spawnSync(process.env['CADDY'] ?? 'caddy', ['version']).status === 0;
const exclude = [...configDefaults.exclude, ...(hasCaddy ? [] : ['test/caddy.test.ts'])];

export default defineConfig({
  test: { ...patient, ...natively, name: 'front', isolate: false, include: ['test/**/*.test.ts'], exclude },
});
